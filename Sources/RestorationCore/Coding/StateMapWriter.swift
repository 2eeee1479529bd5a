/// Collects the keys and values of one node, and gives them as one map in deterministic order.
///
/// It is not isolated: closures that main-actor code hands to the standard library check their
/// executor at each call, and sorting makes many calls.
struct StateMapWriter {
  private struct Entry {
    let keyStart: Int
    let valueStart: Int
    let end: Int
  }

  private var writer = CBORWriter()
  private var entries: [Entry] = []

  /// Whether the keys came in ascending order so far, each of them once.
  private var isSorted = true

  /// Whether nothing was written since the last reset.
  var isEmpty: Bool { entries.isEmpty }

  /// Forgets what was written.
  mutating func reset() {
    writer.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    isSorted = true
  }

  /// Writes a key with the value that `body` writes; if that throws, nothing is written.
  mutating func write<Failure: Error>(
    _ key: String,
    _ body: (inout CBORWriter) throws(Failure) -> Void
  ) throws(Failure) {
    let keyStart = writer.bytes.count
    writer.writeText(key)
    let valueStart = writer.bytes.count
    do {
      try body(&writer)
    } catch {
      writer.truncate(to: keyStart)
      throw error
    }
    let entry = Entry(keyStart: keyStart, valueStart: valueStart, end: writer.bytes.count)
    if isSorted, let last = entries.last { isSorted = order(last, entry) < 0 }
    entries.append(entry)
  }
}

// MARK: - Finishing

extension StateMapWriter {
  /// The map of all keys, sorted by their encoded bytes.
  ///
  /// - Parameter duplicates: Takes the keys that were written twice, whose last values are kept.
  /// - Returns: One CBOR map.
  mutating func finish(duplicates: inout [String]) -> [UInt8] {
    guard !entries.isEmpty else { return NodeRecord.emptyState }
    if !isSorted { sort(&duplicates) }
    var map = CBORWriter(capacity: writer.bytes.count + 9)
    map.writeMapHeader(entries.count)
    if isSorted {
      map.writeRaw(writer.bytes)
    } else {
      for entry in entries { map.writeRaw(writer.bytes[entry.keyStart..<entry.end]) }
    }
    return map.bytes
  }

  /// Sorts the entries by insertion, which is the fastest way for the few keys that a node has and
  /// keeps the order of equal ones.
  private mutating func sort(_ duplicates: inout [String]) {
    guard entries.count <= 32 else { return sortMany(&duplicates) }
    for index in 1..<entries.count {
      let entry = entries[index]
      var place = index
      while place > 0, order(entries[place - 1], entry) > 0 {
        entries[place] = entries[place - 1]
        place -= 1
      }
      entries[place] = entry
    }
    removeDuplicates(&duplicates)
  }

  private mutating func sortMany(_ duplicates: inout [String]) {
    entries = entries.sorted { lhs, rhs in
      let order = order(lhs, rhs)
      return order == 0 ? lhs.keyStart < rhs.keyStart : order < 0
    }
    removeDuplicates(&duplicates)
  }

  private mutating func removeDuplicates(_ duplicates: inout [String]) {
    var unique: [Entry] = []
    unique.reserveCapacity(entries.count)
    for entry in entries {
      if let last = unique.last, order(last, entry) == 0 {
        duplicates.append(keyName(of: entry))
        unique.removeLast()
      }
      unique.append(entry)
    }
    entries = unique
  }

  /// Compares the encoded keys of two entries: negative, zero or positive.
  private func order(_ lhs: Entry, _ rhs: Entry) -> Int {
    let left = lhs.keyStart..<lhs.valueStart
    let right = rhs.keyStart..<rhs.valueStart
    return writer.bytes.withUnsafeBufferPointer { bytes in
      // The indices lie within the bytes: they were positions of the writer.
      for (first, second) in zip(bytes[left], bytes[right]) where first != second {
        return first < second ? -1 : 1
      }
      return left.count - right.count
    }
  }

  private func keyName(of entry: Entry) -> String {
    // The key was written as a text just now, so it can be read as one.
    var reader = CBORReader(writer.bytes[entry.keyStart..<entry.valueStart])
    do { return try reader.readText() } catch { return "" }
  }
}
