/// Where the keys and values of one node lie in its encoded map.
///
/// Nodes of one class ask for the same keys in the same order, so each look-up begins with the entry
/// at which the same look-up ended in the node before. It is not isolated, and is used for one node
/// after the other: what it needs of memory stays.
struct StateMapIndex: ~Copyable {
  /// Where a key and its value lie, counted from the first byte of the map.
  private struct Entry: BitwiseCopyable {
    let keyStart: Int
    let keyEnd: Int
    let valueEnd: Int

    var key: Range<Int> { Range(uncheckedBounds: (keyStart, keyEnd)) }
    var value: Range<Int> { Range(uncheckedBounds: (keyEnd, valueEnd)) }
  }

  /// The map where it was found.
  private var source: ArraySlice<UInt8> = []

  /// A copy of the map, once something was asked.
  private var bytes = RawList<UInt8>(capacity: 1 << 10)
  private var entries = RawList<Entry>(capacity: 1 << 5)
  private var isRead = false

  /// The entry at which each look-up ended, in the node before or in this one.
  private var hints = RawList<Int>(capacity: 1 << 5)

  /// How many keys were looked up.
  private var step = 0

  private let limits: RestorationLimits

  /// Makes an index of nothing.
  init(limits: RestorationLimits) {
    self.limits = limits
  }

  /// Turns to another map, which is looked at once something is asked.
  @inline(__always)
  mutating func reset(_ bytes: ArraySlice<UInt8>) {
    source = bytes
    isRead = false
  }

  /// Makes sure that the entries are known.
  ///
  /// - Throws: ``CBORError`` if the bytes are no map whose keys are texts, each of them once.
  /// - Complexity: O(*n*) in the number of bytes, the first time.
  mutating func readEntries() throws(CBORError) {
    guard !isRead, !readPlainEntries() else { return }
    // Offsets in errors count from the first byte of the map.
    let bytes = Array(source)
    var reader = CBORReader(bytes, limits: limits)
    var seen: Set<ArraySlice<UInt8>> = []
    entries.removeAll()
    for _ in 0..<(try reader.readMapHeader()) {
      let key = try reader.readTextRange()
      guard seen.insert(bytes[key]).inserted else {
        throw CBORError(.invalidKey, at: key.lowerBound, "A map has a key twice.")
      }
      let end = try reader.skipItem().upperBound
      entries.append(Entry(keyStart: key.lowerBound, keyEnd: key.upperBound, valueEnd: end))
    }
    try reader.finish()
    isRead = true
  }

  /// The map, with offsets that count from its first byte.
  var array: [UInt8] { Array(source) }

  /// The names of the keys.
  var keys: [String] {
    let bytes = array
    return (0..<entries.count).map { String(decoding: bytes[entries[$0].key], as: UTF8.self) }
  }

  /// Where the value of a key lies, counted from the first byte of the map.
  ///
  /// - Complexity: O(1) if the node before asked for its keys in the same order, O(*n*) otherwise.
  mutating func value(of key: String) -> Range<Int>? {
    var key = key
    return key.withUTF8 { find(UnsafeRawBufferPointer($0)) }?.value
  }

  /// Whether the value at a place is null.
  func isNull(_ range: Range<Int>) -> Bool {
    range.count == 1 && bytes[range.lowerBound] == 0xF6
  }
}

// MARK: - Reading from memory

extension StateMapIndex {
  /// Reads the value of a key from memory, if key and value are there and nothing is unusual.
  @inline(__always)
  private mutating func read<Value>(
    _ key: String,
    _ body: (inout RawCBORReader) -> Value?
  ) -> Value? {
    guard isRead || readPlainEntries() else { return nil }
    var key = key
    guard let range = key.withUTF8({ find(UnsafeRawBufferPointer($0)) })?.value else { return nil }
    return bytes.withElements { bytes in
      guard var reader = RawCBORReader(UnsafeRawBufferPointer(bytes), at: range.lowerBound),
        let value = body(&reader), reader.position == range.upperBound
      else { return nil }
      return value
    }
  }

  /// The integer under a key, unless something is unusual.
  mutating func integer(_ key: String) -> Int64? { read(key) { $0.integer() } }

  /// The floating-point number under a key, unless something is unusual.
  mutating func float(_ key: String) -> Double? { read(key) { $0.float() } }

  /// The truth value under a key, unless something is unusual.
  mutating func bool(_ key: String) -> Bool? { read(key) { $0.bool() } }

  /// The text under a key, unless something is unusual.
  mutating func text(_ key: String) -> String? {
    let limit = limits.stringLength
    return read(key) { $0.text(limit: limit) }
  }

  /// Finds the entries of a map as we write it: the keys ascend, so that none is there twice.
  private mutating func readPlainEntries() -> Bool {
    source.withUnsafeBufferPointer { bytes.set(to: $0) }
    entries.removeAll()
    step = 0
    isRead = bytes.withElements { bytes in
      Self.readPlainEntries(UnsafeRawBufferPointer(bytes), limits, &entries)
    }
    return isRead
  }

  private static func readPlainEntries(
    _ bytes: UnsafeRawBufferPointer,
    _ limits: RestorationLimits,
    _ entries: inout RawList<Entry>
  ) -> Bool {
    guard var reader = RawCBORReader(bytes), let count = reader.mapHeader() else { return false }
    var last: Range<Int>?
    for _ in 0..<count {
      guard let key = reader.textRange(limit: limits.stringLength) else { return false }
      if let last, !reader.ascends(from: last, to: key) { return false }
      last = key
      guard reader.skipItem(depth: limits.depth) else { return false }
      entries.append(
        Entry(keyStart: key.lowerBound, keyEnd: key.upperBound, valueEnd: reader.position)
      )
    }
    return reader.isAtEnd
  }

  @inline(__always)
  private mutating func find(_ key: UnsafeRawBufferPointer) -> Entry? {
    let step = step
    self.step += 1
    if step < hints.count {
      let hint = hints[step]
      if hint < entries.count, holds(key, entries[hint]) { return entries[hint] }
    }
    return search(key, step)
  }

  private mutating func search(_ key: UnsafeRawBufferPointer, _ step: Int) -> Entry? {
    // However often a node asks, so many hints are enough.
    if step == hints.count, step < 1 << 10 { hints.append(0) }
    for index in 0..<entries.count where holds(key, entries[index]) {
      if step < hints.count { hints[step] = index }
      return entries[index]
    }
    return nil
  }

  @inline(__always)
  private func holds(_ key: UnsafeRawBufferPointer, _ entry: Entry) -> Bool {
    guard entry.keyEnd &- entry.keyStart == key.count else { return false }
    return bytes.withElements { bytes in
      RawCBORReader.isSame(
        key,
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[entry.key])
      )
    }
  }
}

extension RawCBORReader {
  /// Whether a text comes before another one as an encoded key: the shorter first, then by bytes.
  @inline(__always)
  fileprivate func ascends(from first: Range<Int>, to second: Range<Int>) -> Bool {
    guard first.count == second.count else { return first.count < second.count }
    return raw(first).lexicographicallyPrecedes(raw(second))
  }
}
