/// Where the keys and values of one node lie in its encoded map.
///
/// Nodes of one class have the same keys, and ask for them in the same order. So the keys of a map are
/// compared with those of the maps before, as bytes; as long as they are the same, the look-up with
/// the same number finds its entry without a search. It is not isolated, and is used for one node
/// after the other: what it needs of memory stays.
struct StateMapIndex: ~Copyable {
  /// Where a key and its value lie, counted from the first byte of the map.
  private struct Entry: BitwiseCopyable {
    let keyStart: Int
    let keyEnd: Int
    let valueEnd: Int

    @inline(__always)
    init(_ key: Range<Int>, valueEnd: Int) {
      keyStart = key.lowerBound
      keyEnd = key.upperBound
      self.valueEnd = valueEnd
    }

    var key: Range<Int> { Range(uncheckedBounds: (keyStart, keyEnd)) }
    var value: Range<Int> { Range(uncheckedBounds: (keyEnd, valueEnd)) }
  }

  /// What a look-up was for, and where its entry stood.
  private struct Memo {
    let key: String
    let index: Int
  }

  /// The map where it was found.
  private var source: ArraySlice<UInt8> = []

  /// A copy of the map, once something was asked.
  private var bytes = RawList<UInt8>(capacity: 1 << 10)
  private var entries = RawList<Entry>(capacity: 1 << 5)
  private var isRead = false

  /// The keys of this map, in their order, if it was read as one that we wrote.
  private var keysInOrder = KeyList()

  /// What the look-ups found by their number, in this map or in earlier ones of the same keys.
  private var memos: [Memo] = []

  /// How many keys were looked up.
  private var step = 0

  private let limits: RestorationLimits

  /// Makes an index of nothing.
  init(limits: RestorationLimits) {
    self.limits = limits
  }

  /// Turns to another map, which is looked at once something is asked.
  @inline(__always)
  mutating func reset(_ bytes: consuming ArraySlice<UInt8>) {
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
      entries.append(Entry(key, valueEnd: end))
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
    find(key)?.value
  }

  /// Whether the value at a place is null.
  func isNull(_ range: Range<Int>) -> Bool {
    range.count == 1 && bytes[range.lowerBound] == 0xF6
  }
}

// MARK: - Reading from memory

extension StateMapIndex {
  /// A reader that stands before the value of a key, and where the value ends, if they are there.
  ///
  /// It is for those that follow, none of which touches the bytes as long as it reads.
  @inline(__always)
  private mutating func reader(at key: String) -> (RawCBORReader, end: Int)? {
    guard isRead || readPlainEntries(), let range = find(key)?.value,
      let reader = RawCBORReader(UnsafeRawBufferPointer(bytes.elements), at: range.lowerBound)
    else { return nil }
    return (reader, range.upperBound)
  }

  /// The integer under a key, unless something is unusual.
  mutating func integer(_ key: String) -> Int64? {
    guard case (var reader, let end)? = reader(at: key), let value = reader.integer(),
      reader.position == end
    else { return nil }
    return value
  }

  /// The floating-point number under a key, unless something is unusual.
  mutating func float(_ key: String) -> Double? {
    guard case (var reader, let end)? = reader(at: key), let value = reader.float(),
      reader.position == end
    else { return nil }
    return value
  }

  /// The truth value under a key, unless something is unusual.
  mutating func bool(_ key: String) -> Bool? {
    guard case (var reader, let end)? = reader(at: key), let value = reader.bool(),
      reader.position == end
    else { return nil }
    return value
  }

  /// The text under a key, unless something is unusual.
  mutating func text(_ key: String) -> String? {
    guard case (var reader, let end)? = reader(at: key),
      let value = reader.text(limit: limits.stringLength), reader.position == end
    else { return nil }
    return value
  }

  /// Finds the entries of a map as we write it: the keys ascend, so that none is there twice.
  private mutating func readPlainEntries() -> Bool {
    source.withUnsafeBufferPointer { bytes.set(to: $0) }
    step = 0
    isRead = readSameKeys()
    if !isRead {
      memos.removeAll(keepingCapacity: true)
      entries.removeAll()
      keysInOrder.removeAll()
      isRead = bytes.withElements { bytes in
        Self.readPlainEntries(UnsafeRawBufferPointer(bytes), limits, &entries, &keysInOrder)
      }
      if !isRead { keysInOrder.removeAll() }
    }
    return isRead
  }

  /// Finds the entries of a map that has the keys of the one before, which need no check then.
  private mutating func readSameKeys() -> Bool {
    guard keysInOrder.count > 0 else { return false }
    entries.removeAll()
    return bytes.withElements { bytes in
      keysInOrder.withBytes { keyBytes in
        Self.readEntries(
          UnsafeRawBufferPointer(bytes),
          limits,
          of: keysInOrder,
          keyBytes,
          &entries
        )
      }
    }
  }

  private static func readEntries(
    _ bytes: UnsafeRawBufferPointer,
    _ limits: RestorationLimits,
    of keys: borrowing KeyList,
    _ keyBytes: UnsafeRawBufferPointer,
    _ entries: inout RawList<Entry>
  ) -> Bool {
    guard var reader = RawCBORReader(bytes), reader.mapHeader() == keys.count else { return false }
    let depth = limits.depth
    for index in 0..<keys.count {
      let key = keys[index]
      let start = reader.position
      guard reader.skip(key.raw, of: keyBytes, at: key.start) else { return false }
      let text = Range(uncheckedBounds: (start &+ key.headCount, reader.position))
      guard reader.skipItem(depth: depth) else { return false }
      entries.append(Entry(text, valueEnd: reader.position))
    }
    return reader.isAtEnd
  }

  private static func readPlainEntries(
    _ bytes: UnsafeRawBufferPointer,
    _ limits: RestorationLimits,
    _ entries: inout RawList<Entry>,
    _ keys: inout KeyList
  ) -> Bool {
    guard var reader = RawCBORReader(bytes), let count = reader.mapHeader() else { return false }
    var last: Range<Int>?
    for _ in 0..<count {
      let start = reader.position
      guard let key = reader.textRange(limit: limits.stringLength) else { return false }
      if let last, !reader.ascends(from: last, to: key) { return false }
      last = key
      keys.append(reader.raw(start..<key.upperBound), headCount: key.lowerBound - start)
      guard reader.skipItem(depth: limits.depth) else { return false }
      entries.append(Entry(key, valueEnd: reader.position))
    }
    return reader.isAtEnd
  }

  @inline(__always)
  private mutating func find(_ key: String) -> Entry? {
    let step = step
    self.step += 1
    if step < memos.count, memos[step].key.hasSameBytes(as: key) {
      return entries[memos[step].index]
    }
    return search(key, step)
  }

  @inline(never)
  private mutating func search(_ key: String, _ step: Int) -> Entry? {
    guard let index = index(of: key) else { return nil }
    remember(key, index, step)
    return entries[index]
  }

  private func index(of key: String) -> Int? {
    var key = key
    return key.withUTF8 { utf8 in
      (0..<entries.count).first { holds(UnsafeRawBufferPointer(utf8), entries[$0]) }
    }
  }

  /// Notes where a look-up ended, for the same one in the next map.
  private mutating func remember(_ key: String, _ index: Int, _ step: Int) {
    // However often a node asks, so many are enough.
    guard step < 1 << 10 else { return }
    let memo = Memo(key: key, index: index)
    if step < memos.count {
      memos[step] = memo
    } else if step == memos.count {
      memos.append(memo)
    }
  }

  private func holds(_ key: UnsafeRawBufferPointer, _ entry: Entry) -> Bool {
    guard entry.keyEnd &- entry.keyStart == key.count else { return false }
    return bytes.withElements { bytes in
      RawBytes.isSame(
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
