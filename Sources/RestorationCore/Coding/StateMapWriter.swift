/// Collects the keys and values of one node, and gives them as one map in deterministic order.
///
/// It is not isolated: closures that main-actor code hands to the standard library check their
/// executor at each call, and sorting makes many calls.
struct StateMapWriter: ~Copyable {
  /// The entries as they came, one after the other.
  private var writer = CBORWriter(capacity: 512)
  private var entries = RawList<StateMapEntry>(capacity: 16)

  /// The places of the entries in the order of their keys, once they were sorted.
  ///
  /// It is kept for the next node, which is of the same class as a rule and has the same keys.
  private var order = RawList<Int>(capacity: 16)

  /// The prefixes of the keys whose order that is, as they came, if they are all different.
  private var orderedPrefixes = RawList<UInt64>(capacity: 16)

  /// Whether the places lack those of keys that were written twice, so that they may lie beyond the
  /// entries of a node that has as many.
  private var isOrderIncomplete = false

  /// Whether the keys came in ascending order so far, each of them once.
  private var isSorted = true

  /// The prefix of the last key, as long as they ascend.
  private var lastPrefix: UInt64 = 0

  /// How many bytes the map has, once its entries were sorted.
  private(set) var length = 1

  /// Whether nothing was written since the last reset.
  var isEmpty: Bool { entries.count == 0 }

  /// How many bytes there is room for.
  var capacity: Int { writer.buffer.capacity }

  /// Forgets what was written.
  mutating func reset() {
    if isOrderIncomplete { order.removeAll() }
    isOrderIncomplete = false
    writer.removeAll()
    entries.removeAll()
    isSorted = true
    lastPrefix = 0
  }
}

// MARK: - Writing

extension StateMapWriter {
  /// Writes a key with an integer.
  mutating func write(_ value: Int, for key: String) {
    begin(key)
    writer.writeInteger(Int64(value))
  }

  /// Writes a key with a number.
  mutating func write(_ value: Double, for key: String) {
    begin(key)
    writer.writeDouble(value)
  }

  /// Writes a key with a truth value.
  mutating func write(_ value: Bool, for key: String) {
    begin(key)
    writer.writeBool(value)
  }

  /// Writes a key with a text, which is not checked against any limit.
  mutating func write(_ value: String, for key: String) {
    begin(key)
    writer.writeText(value)
  }

  /// Writes a key with an item that is encoded already.
  mutating func write(encoded item: borrowing CBORWriter, for key: String) {
    begin(key)
    writer.writeRaw(0..<item.count, of: item)
  }

  /// Writes a key; its value has to follow.
  @inline(__always)
  private mutating func begin(_ key: String) {
    let start = writer.count
    let prefix = writer.buffer.appendKey(key)
    entries.append(StateMapEntry(prefix: prefix, keyStart: start, valueStart: writer.count))
    if prefix <= lastPrefix { noteDescent(prefix) }
    lastPrefix = prefix
  }

  /// Finds out whether the last key really comes before the one before, or only seems so.
  @inline(never)
  private mutating func noteDescent(_ prefix: UInt64) {
    guard isSorted else { return }
    isSorted =
      prefix == lastPrefix && order(entries[entries.count - 2], entries[entries.count - 1]) < 0
  }

  /// Whether the key of an entry comes before another one.
  @inline(__always)
  private func precedes(_ lhs: StateMapEntry, _ rhs: StateMapEntry) -> Bool {
    lhs.prefix == rhs.prefix ? order(lhs, rhs) < 0 : lhs.prefix < rhs.prefix
  }

  /// Compares the encoded keys of two entries: negative, zero or positive.
  private func order(_ lhs: StateMapEntry, _ rhs: StateMapEntry) -> Int {
    writer.buffer.order(lhs.keyStart..<lhs.valueStart, rhs.keyStart..<rhs.valueStart)
  }
}

// MARK: - Sorting

extension StateMapWriter {
  /// Puts the keys into the order of their encoded bytes; of those written twice, the last values
  /// stay.
  ///
  /// - Returns: The keys that were written twice.
  mutating func sort() -> [String] {
    var count = entries.count
    var content = writer.count
    var duplicates: [String] = []
    if !isSorted, !hasOrderedPrefixes, !isKnownOrder {
      sortOrder()
      if isKnownOrder {
        notePrefixes()
      } else {
        duplicates = removeDuplicates()
        isOrderIncomplete = true
        count = order.count
        content = 0
        for place in 0..<count { content += length(of: order[place]) }
      }
    }
    length = (count < 24 ? 1 : count < 0x100 ? 2 : count < 0x1_0000 ? 3 : 5) + content
    return duplicates
  }

  /// Whether the prefixes are those whose order is known, which alone decide, being different.
  private var hasOrderedPrefixes: Bool {
    let count = orderedPrefixes.count
    guard count == entries.count, count > 0 else { return false }
    return entries.withElements { entries in
      orderedPrefixes.withElements { prefixes in
        var difference: UInt64 = 0
        for index in 0..<count { difference |= entries[index].prefix ^ prefixes[index] }
        return difference == 0
      }
    }
  }

  /// Notes the prefixes whose order was found, if they are all different.
  private mutating func notePrefixes() {
    orderedPrefixes.removeAll()
    for place in 1..<order.count
    where entries[order[place - 1]].prefix == entries[order[place]].prefix { return }
    for index in 0..<entries.count { orderedPrefixes.append(entries[index].prefix) }
  }

  /// Whether the order is that of the entries, each key once; it may be from an earlier node.
  private var isKnownOrder: Bool {
    let count = order.count
    guard count == entries.count, count > 0 else { return false }
    return entries.withElements { entries in
      order.withElements { order in
        // The order is a whole one of as many entries, so that each place is one of theirs.
        for place in 1..<count {
          guard precedes(entries[order[place - 1]], entries[order[place]]) else { return false }
        }
        return true
      }
    }
  }

  /// Sorts by insertion, which is the fastest way for the few keys that a node has; equal ones stay
  /// in the order in which they were written.
  private mutating func sortOrder() {
    order.removeAll()
    orderedPrefixes.removeAll()
    for index in 0..<entries.count { order.append(index) }
    guard entries.count <= 32 else { return sortManyInOrder() }
    for index in 1..<order.count {
      let entry = entries[index]
      var place = index
      while place > 0, precedes(entry, entries[order[place - 1]]) {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = index
    }
  }

  private mutating func sortManyInOrder() {
    let sorted = (0..<entries.count).sorted { lhs, rhs in
      let order = order(entries[lhs], entries[rhs])
      return order == 0 ? lhs < rhs : order < 0
    }
    setOrder(sorted)
  }

  private mutating func setOrder(_ indices: [Int]) {
    order.removeAll()
    for index in indices { order.append(index) }
  }

  private mutating func removeDuplicates() -> [String] {
    var duplicates: [String] = []
    var unique: [Int] = []
    for place in 0..<order.count {
      let index = order[place]
      if let last = unique.last, order(entries[last], entries[index]) == 0 {
        duplicates.append(keyName(of: entries[index]))
        unique.removeLast()
      }
      unique.append(index)
    }
    setOrder(unique)
    return duplicates
  }

  private func end(of index: Int) -> Int {
    index + 1 < entries.count ? entries[index + 1].keyStart : writer.count
  }

  private func length(of index: Int) -> Int {
    end(of: index) - entries[index].keyStart
  }

  private func keyName(of entry: StateMapEntry) -> String {
    // The key was written as a text just now, so it can be read as one.
    var reader = CBORReader(writer.bytes(in: entry.keyStart..<entry.valueStart))
    do { return try reader.readText() } catch { return "" }
  }
}

// MARK: - Finishing

extension StateMapWriter {
  /// Writes the map, whose entries were sorted.
  func write(to output: inout CBORWriter) {
    if isSorted {
      output.writeMapHeader(entries.count)
      output.buffer.append(0..<writer.count, of: writer.buffer)
      return
    }
    output.writeMapHeader(order.count)
    output.buffer.reserve(length + 32)
    let total = writer.count
    entries.withElements { entries in
      order.withElements { order in
        // The order has the places of all entries, or of those that stay, and of no others.
        for index in order {
          let end = index + 1 < entries.count ? entries[index + 1].keyStart : total
          let range = Range(uncheckedBounds: (entries[index].keyStart, end))
          output.buffer.append(range, of: writer.buffer)
        }
      }
    }
  }

  /// The map, whose entries were sorted.
  var bytes: [UInt8] {
    var output = CBORWriter(capacity: length)
    write(to: &output)
    return output.bytes()
  }
}

/// Where a key and its value lie among those of a node.
///
/// It is not private, since the compiler cannot link a list of a private type (Swift 6.3.1).
struct StateMapEntry: BitwiseCopyable {
  /// The first bytes of the encoded key, by which nearly all keys are told apart.
  let prefix: UInt64

  let keyStart: Int
  let valueStart: Int
}
