/// What is done with runs of bytes in memory, word by word.
///
/// Each run is lent for the call, and nothing is read outside of it.
enum RawBytes {
  /// The text that valid UTF-8 is; the short ones, which strings hold in place, are made without a
  /// call.
  @inline(__always)
  static func text(_ utf8: UnsafeRawBufferPointer) -> String {
    guard utf8.count <= 15 else { return String(decoding: utf8, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: utf8.count) { target in
      UnsafeMutableRawBufferPointer(target).copyMemory(from: utf8)
      return utf8.count
    }
  }

  /// Compares two runs of bytes, eight at a time: negative, zero or positive.
  ///
  /// If one begins with the other, the shorter one comes first.
  static func order(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Int {
    let common = min(lhs.count, rhs.count)
    var offset = 0
    while offset + 8 <= common {
      let left = lhs.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let right = rhs.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if left != right { return left.bigEndian < right.bigEndian ? -1 : 1 }
      offset += 8
    }
    while offset < common {
      if lhs[offset] != rhs[offset] { return lhs[offset] < rhs[offset] ? -1 : 1 }
      offset += 1
    }
    return lhs.count - rhs.count
  }

  /// Whether two runs of bytes are the same, eight bytes at a time.
  @inline(__always)
  static func isSame(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Bool {
    let count = lhs.count
    guard count == rhs.count, let lhs = lhs.baseAddress, let rhs = rhs.baseAddress else {
      return count == rhs.count
    }
    if count >= 8 { return isSame(lhs, rhs, words: UInt64.self, count) }
    if count >= 4 { return isSame(lhs, rhs, words: UInt32.self, count) }
    for offset in 0..<count {
      let byte = lhs.load(fromByteOffset: offset, as: UInt8.self)
      guard byte == rhs.load(fromByteOffset: offset, as: UInt8.self) else { return false }
    }
    return true
  }

  /// Compares runs of at least one word, word by word; the last one may overlap the one before it.
  @inline(__always)
  private static func isSame<Word: FixedWidthInteger & BitwiseCopyable>(
    _ lhs: UnsafeRawPointer,
    _ rhs: UnsafeRawPointer,
    words: Word.Type,
    _ count: Int
  ) -> Bool {
    let size = MemoryLayout<Word>.size
    let last = count &- size
    var difference: Word = 0
    var offset = 0
    while offset < last {
      difference |=
        lhs.loadUnaligned(fromByteOffset: offset, as: Word.self)
        ^ rhs.loadUnaligned(fromByteOffset: offset, as: Word.self)
      offset &+= size
    }
    difference |=
      lhs.loadUnaligned(fromByteOffset: last, as: Word.self)
      ^ rhs.loadUnaligned(fromByteOffset: last, as: Word.self)
    return difference == 0
  }
}
