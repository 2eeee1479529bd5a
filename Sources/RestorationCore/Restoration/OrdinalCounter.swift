/// Counts siblings with the same identifier.
///
/// Identifiers that ascend, as those do that an app counts up, are all different; only at the first
/// one that does not is a table of them made.
@MainActor
struct OrdinalCounter {
  private var highest = ""
  private var counts: [ExactString: Int]?

  /// The ordinal of the next sibling, whose identifier is not empty.
  ///
  /// Of the `earlier` siblings, those without an identifier do not count.
  mutating func next(_ identifier: String, after earlier: [RestoredChild]) -> Int {
    if counts == nil {
      guard !highest.comesBefore(identifier) else {
        highest = identifier
        return 0
      }
      var table: [ExactString: Int] = [:]
      for sibling in earlier where !sibling.identifier.isEmpty {
        table[ExactString(sibling.identifier), default: 0] += 1
      }
      counts = table
    }
    let key = ExactString(identifier)
    let ordinal = counts?[key] ?? 0
    counts?[key] = ordinal + 1
    return ordinal
  }
}
