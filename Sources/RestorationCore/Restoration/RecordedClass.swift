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
final class RecordedClasses {
  private let registry: RestorationClassRegistry

  // Each access is over before anything else can run.

  /// The class that was found last, which the next record names too as a rule.
  @exclusivity(unchecked) private(set) var current: RecordedClass?

  /// The number of the current class, another one for each that becomes it; 0 is none's.
  @exclusivity(unchecked) private(set) var currentNumber = 0

  /// Its name, to be compared without counting a reference to the class.
  @exclusivity(unchecked) private var currentName = ""

  init(in registry: RestorationClassRegistry) {
    self.registry = registry
  }

  /// Finds the class that a record names, which is the current one from now on.
  ///
  /// - Returns: Whether it names one.
  func find(_ range: Range<Int>?, in record: NodeRecord) -> Bool {
    guard let range else { return false }
    if currentNumber > 0, record.holds(currentName, in: range) { return true }
    currentName = record.text(range)
    current = RecordedClass(currentName, in: registry)
    currentNumber += 1
    return true
  }
}
