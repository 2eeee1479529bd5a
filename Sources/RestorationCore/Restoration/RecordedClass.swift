/// A class name as it is recorded, with what is registered under it.
@MainActor
final class RecordedClass {
  let name: String

  /// The registered class, if there is one, with which each node is compared.
  let type: AnyClass?

  /// What makes objects of the class.
  let factory: RestorationClassRegistry.Factory?

  init(_ name: String, in registry: RestorationClassRegistry) {
    self.name = name
    let entry = registry.entry(named: name)
    type = entry?.type
    factory = entry?.factory
  }
}

/// Finds classes by the names in records.
@MainActor
struct RecordedClasses {
  private let registry: RestorationClassRegistry

  /// The class of the record before, which that of the next one is as a rule.
  private var last: RecordedClass?

  init(in registry: RestorationClassRegistry) {
    self.registry = registry
  }

  /// The class that a record names, if it names one.
  mutating func find(_ range: Range<Int>?, in record: NodeRecord) -> RecordedClass? {
    guard let range else { return nil }
    if let last, record.holds(last.name, in: range) { return last }
    let found = RecordedClass(record.text(range), in: registry)
    last = found
    return found
  }
}
