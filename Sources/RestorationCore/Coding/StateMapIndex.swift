/// Where the keys and values of one node lie in its encoded map.
///
/// Keys are read in the order in which they were written as a rule, so a look-up begins behind the
/// last one that was found.
struct StateMapIndex {
  private struct Entry {
    let key: Range<Int>
    let value: Range<Int>
  }

  private let bytes: [UInt8]
  private var entries: [Entry] = []
  private var next = 0

  /// Finds the entries of a map.
  ///
  /// - Throws: ``CBORError`` if the bytes are no map whose keys are texts, each of them once.
  init(_ bytes: [UInt8], _ limits: RestorationLimits) throws(CBORError) {
    self.bytes = bytes
    var reader = CBORReader(bytes, limits: limits)
    let count = try reader.readMapHeader()
    // The header was compared with the bytes that are there, two for each entry at least.
    entries.reserveCapacity(min(count, bytes.count / 2))
    for _ in 0..<count {
      let key = try reader.readTextRange()
      entries.append(Entry(key: key, value: try reader.skipItem()))
    }
    try reader.finish()
    try checkKeys()
  }

  /// The names of the keys.
  var keys: [String] {
    entries.map { String(decoding: bytes[$0.key], as: UTF8.self) }
  }

  /// Where the value of a key lies.
  ///
  /// - Complexity: O(1) for the key behind the one that was found last, O(*n*) for any other.
  mutating func value(of key: String) -> Range<Int>? {
    for offset in entries.indices {
      let index = next + offset < entries.count ? next + offset : next + offset - entries.count
      guard isKey(key, at: entries[index].key) else { continue }
      next = index + 1 < entries.count ? index + 1 : 0
      return entries[index].value
    }
    return nil
  }

  private func isKey(_ key: String, at range: Range<Int>) -> Bool {
    key.utf8.count == range.count && key.utf8.elementsEqual(bytes[range])
  }

  private func checkKeys() throws(CBORError) {
    var seen: Set<ArraySlice<UInt8>> = []
    // Keys that ascend, as ours do, are each there once.
    guard !isAscending else { return }
    for entry in entries where !seen.insert(bytes[entry.key]).inserted {
      throw CBORError(.invalidKey, at: entry.key.lowerBound, "A map has a key twice.")
    }
  }

  private var isAscending: Bool {
    zip(entries, entries.dropFirst()).allSatisfy { first, second in
      guard first.key.count == second.key.count else { return first.key.count < second.key.count }
      return bytes[first.key].lexicographicallyPrecedes(bytes[second.key])
    }
  }
}
