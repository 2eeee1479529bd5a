/// What the walks need of the session, as it is at the time of a walk.
@MainActor
final class CodingSettings {
  let registry: RestorationClassRegistry
  let context: RestorationContext
  let hooks: CoderHooks
  let limits: RestorationLimits
  let fallback: RestorationClassRegistry.Factory?

  /// Whether the app hands down anything.
  let hasContext: Bool

  /// Whether the app has no say in saves beside that of its nodes.
  var asksNobody = false

  // No access to what is marked lasts while foreign code runs.

  /// The entries that records have for the classes that were met, encoded.
  @exclusivity(unchecked)
  private var entriesByClass: [ObjectIdentifier: ClassEntries] = [:]

  /// Those of the last class, since nodes of one class stand together as a rule.
  @exclusivity(unchecked)
  private var last: (type: ObjectIdentifier, entries: ClassEntries)?

  init(
    registry: RestorationClassRegistry,
    context: RestorationContext,
    hooks: CoderHooks,
    limits: RestorationLimits,
    fallback: RestorationClassRegistry.Factory?
  ) {
    self.registry = registry
    self.context = context
    hasContext = !context.isDefault
    self.hooks = hooks
    self.limits = limits
    self.fallback = fallback
  }
}

// MARK: - Classes

extension CodingSettings {
  /// The entries for the class of an object.
  func classEntries(of object: any Restorable) -> ClassEntries {
    let type = type(of: object)
    if let last, last.type == ObjectIdentifier(type) { return last.entries }
    let entries = entriesByClass[ObjectIdentifier(type)] ?? newEntries(of: type)
    last = (ObjectIdentifier(type), entries)
    return entries
  }

  private func newEntries(of type: AnyClass) -> ClassEntries {
    let entries = ClassEntries(
      name: registry.registeredName(of: type)?.name,
      version: registry.registeredVersion(of: type) ?? 0
    )
    entriesByClass[ObjectIdentifier(type)] = entries
    return entries
  }
}
