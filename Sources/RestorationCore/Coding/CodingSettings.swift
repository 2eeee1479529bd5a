internal import Foundation

/// What the walks need of the session, as it is at the time of a walk.
@MainActor
final class CodingSettings {
  let registry: RestorationClassRegistry
  let context: RestorationContext
  let hooks: CoderHooks
  let limits: RestorationLimits
  let fallback: RestorationClassRegistry.Factory?

  /// What time it is.
  let now: @MainActor () -> Date

  /// Whether the app hands down anything.
  let hasContext: Bool

  /// Whether the app has no say in saves beside that of its nodes.
  var asksNobody = false

  // No access to what is marked lasts while foreign code runs.

  /// What the headers of the scene say of which one node was saved last; all but its name is from the
  /// configuration that these settings are of.
  @exclusivity(unchecked) var sceneHeader: SceneHeader?

  /// The entries that name the classes that were met in records, encoded.
  @exclusivity(unchecked)
  private var entriesByClass: [ObjectIdentifier: (bytes: [UInt8], count: Int)] = [:]

  /// The class whose entries are at hand, since nodes of one class stand together as a rule.
  @exclusivity(unchecked) private var lastClass: ObjectIdentifier?

  /// The entries that name that class in records, encoded.
  @exclusivity(unchecked) private(set) var classEntries = CBORWriter(capacity: 64)

  /// How many entries those are.
  @exclusivity(unchecked) private(set) var countOfClassEntries = 0

  init(
    registry: RestorationClassRegistry,
    context: RestorationContext,
    hooks: CoderHooks,
    limits: RestorationLimits,
    fallback: RestorationClassRegistry.Factory?,
    now: @escaping @MainActor () -> Date
  ) {
    self.registry = registry
    self.context = context
    hasContext = !context.isDefault
    self.hooks = hooks
    self.limits = limits
    self.fallback = fallback
    self.now = now
  }
}

// MARK: - Classes

extension CodingSettings {
  /// Has ``classEntries`` name the class of an object.
  func nameClass(of object: any Restorable) {
    let type = type(of: object)
    if lastClass == ObjectIdentifier(type) { return }
    lastClass = ObjectIdentifier(type)
    classEntries.removeAll()
    if let known = entriesByClass[ObjectIdentifier(type)] {
      classEntries.writeRaw(known.bytes)
      countOfClassEntries = known.count
      return
    }
    countOfClassEntries = classEntries.writeClass(
      registry.registeredName(of: type)?.name,
      version: registry.registeredVersion(of: type) ?? 0
    )
    entriesByClass[ObjectIdentifier(type)] = (classEntries.bytes(), countOfClassEntries)
  }
}
