internal import Synchronization

/// Records as a store has them, sorted by number, and the same in a dictionary once somebody asks.
///
/// A restore looks each record up once, which needs no table that is as large as the records.
final class SortedRecords: Sendable {
  /// The records, whose numbers ascend.
  let sorted: [NodeRecord]

  private let table = Mutex<[NodeNumber: NodeRecord]?>(nil)

  init(_ sorted: [NodeRecord]) {
    self.sorted = sorted
  }

  /// The records by their numbers.
  ///
  /// - Complexity: O(*n*) the first time.
  var byNumber: [NodeNumber: NodeRecord] {
    table.withLock { table in
      if let table { return table }
      var made: [NodeNumber: NodeRecord] = [:]
      made.reserveCapacity(sorted.count)
      for record in sorted { made[record.number] = record }
      table = made
      return made
    }
  }

  /// The record with a number.
  ///
  /// - Complexity: O(1) if hardly any numbers are left out, O(log *n*) otherwise.
  subscript(number: NodeNumber) -> NodeRecord? {
    place(of: number).map { sorted[$0] }
  }

  /// Where the record with a number stands.
  @inline(__always)
  private func place(of number: NodeNumber) -> Int? {
    // Not by way of the first record itself, which would be retained.
    guard !sorted.isEmpty, number >= sorted[0].number else { return nil }
    let distance = number.rawValue - sorted[0].number.rawValue
    // Numbers ascend, so none stands further back than by its distance from the first one.
    let last = distance < UInt64(sorted.count) ? Int(distance) : sorted.count - 1
    return sorted[last].number == number ? last : search(number, before: last)
  }

  private func search(_ number: NodeNumber, before last: Int) -> Int? {
    var (lower, upper) = (0, last - 1)
    while lower <= upper {
      let middle = lower + (upper - lower) / 2
      let found = sorted[middle].number
      if found == number { return middle }
      if found < number {
        lower = middle + 1
      } else {
        upper = middle - 1
      }
    }
    return nil
  }
}
