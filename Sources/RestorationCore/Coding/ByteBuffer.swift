/// Bytes that grow at their end, in memory of their own: the floor that all writing stands on.
///
/// An array checks at each byte that it is not shared and has room. This buffer cannot be shared,
/// and makes room once for each value; what is stored after that is not checked again.
///
/// Invariants, which this file alone has to keep:
/// - `start` is the begin of `capacity` bytes, allocated here and freed by `deinit` alone.
/// - `0 <= count <= capacity`, and the first `count` bytes are initialized.
/// - Nothing is stored at or after `start + capacity`: each `put` is preceded, in the same function,
///   by `reserve` for at least as many bytes as are put.
/// - What lies between `count` and `capacity` is room: it may be read and stored, and means nothing.
/// - No pointer into the memory outlives the call that took it, since growing moves the bytes.
struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutableRawPointer
  private(set) var capacity: Int

  /// How many bytes there are.
  private(set) var count = 0

  /// Makes an empty buffer with room for a number of bytes.
  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    start = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit {
    start.deallocate()
  }
}

// MARK: - Room

extension ByteBuffer {
  /// Makes room for a number of bytes after those that are there.
  @inline(__always)
  mutating func reserve(_ additional: Int) {
    if capacity - count < additional { grow(by: additional) }
  }

  @inline(never)
  private mutating func grow(by additional: Int) {
    let (needed, overflows) = count.addingReportingOverflow(additional)
    precondition(!overflows && needed < .max / 2, "No memory has room for so many bytes.")
    let larger = max(2 * capacity, needed)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    memory.copyMemory(from: start, byteCount: count)
    start.deallocate()
    start = memory
    capacity = larger
  }

  /// Forgets the bytes after a position.
  mutating func truncate(to position: Int) {
    precondition(position >= 0 && position <= count)
    count = position
  }
}

// MARK: - Storing without checks

extension ByteBuffer {
  /// Stores a byte; there is room for it.
  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Stores an integer in network order; there is room for it.
  @inline(__always)
  private mutating func putBigEndian<Bits: FixedWidthInteger & BitwiseCopyable>(_ bits: Bits) {
    start.storeBytes(of: bits.bigEndian, toByteOffset: count, as: Bits.self)
    count &+= MemoryLayout<Bits>.size
  }

  /// Stores bytes from other memory; there is room for them, and `source` has as many.
  ///
  /// Up to 32 bytes, as most texts have, go by words that may overlap, which is faster than a call.
  @inline(__always)
  private mutating func put(_ source: UnsafeRawPointer, _ length: Int) {
    let target = start + count
    count &+= length
    if length > 32 {
      target.copyMemory(from: source, byteCount: length)
    } else if length >= 16 {
      Self.copyEnds(16, of: length, from: source, to: target, as: (UInt64, UInt64).self)
    } else if length >= 8 {
      Self.copyEnds(8, of: length, from: source, to: target, as: UInt64.self)
    } else if length >= 4 {
      Self.copyEnds(4, of: length, from: source, to: target, as: UInt32.self)
    } else if length >= 2 {
      Self.copyEnds(2, of: length, from: source, to: target, as: UInt16.self)
    } else if length == 1 {
      target.storeBytes(of: source.load(as: UInt8.self), as: UInt8.self)
    }
  }

  /// Copies the first and the last word of `length` bytes, which cover all of them.
  @inline(__always)
  private static func copyEnds<Word: BitwiseCopyable>(
    _ size: Int,
    of length: Int,
    from source: UnsafeRawPointer,
    to target: UnsafeMutableRawPointer,
    as type: Word.Type
  ) {
    let first = source.loadUnaligned(as: type)
    let last = source.loadUnaligned(fromByteOffset: length &- size, as: type)
    target.storeBytes(of: first, as: type)
    target.storeBytes(of: last, toByteOffset: length &- size, as: type)
  }

  /// Stores the head of an item; there is room for nine bytes.
  @inline(__always)
  private mutating func putHead(_ major: UInt8, _ argument: UInt64) {
    if argument < 24 {
      put(major | UInt8(truncatingIfNeeded: argument))
    } else {
      putLongHead(major, argument)
    }
  }

  private mutating func putLongHead(_ major: UInt8, _ argument: UInt64) {
    if argument <= 0xFF {
      put(major | 24)
      put(UInt8(truncatingIfNeeded: argument))
    } else if argument <= 0xFFFF {
      put(major | 25)
      putBigEndian(UInt16(truncatingIfNeeded: argument))
    } else if argument <= 0xFFFF_FFFF {
      put(major | 26)
      putBigEndian(UInt32(truncatingIfNeeded: argument))
    } else {
      put(major | 27)
      putBigEndian(argument)
    }
  }
}

// MARK: - Appending

extension ByteBuffer {
  /// Appends a byte.
  @inline(__always)
  mutating func appendByte(_ byte: UInt8) {
    reserve(1)
    put(byte)
  }

  /// Appends eight bytes, the most significant first.
  @inline(__always)
  mutating func appendWord(_ word: UInt64) {
    reserve(8)
    putBigEndian(word)
  }

  /// Appends a byte string of the bytes of an integer, the most significant first.
  @inline(__always)
  mutating func appendFixed<Bits: FixedWidthInteger & BitwiseCopyable>(_ bits: Bits) {
    reserve(1 + MemoryLayout<Bits>.size)
    put(0x40 | UInt8(truncatingIfNeeded: MemoryLayout<Bits>.size))
    putBigEndian(bits)
  }

  /// Appends the head of an item.
  @inline(__always)
  mutating func appendHead(_ major: UInt8, _ argument: UInt64) {
    reserve(9)
    putHead(major, argument)
  }

  /// Appends a floating-point number.
  @inline(__always)
  mutating func appendFloat(_ form: CBORFloat) {
    reserve(9)
    switch form {
    case .half(let bits):
      put(0xF9)
      putBigEndian(bits)
    case .single(let bits):
      put(0xFA)
      putBigEndian(bits)
    case .double(let bits):
      put(0xFB)
      putBigEndian(bits)
    }
  }

  /// Appends a text, as UTF-8 after its head.
  @inline(__always)
  mutating func appendText(_ text: String) {
    let appended: Void? = text.utf8.withContiguousStorageIfAvailable { utf8 in
      reserve(9 + utf8.count)
      putHead(0x60, UInt64(utf8.count))
      if let source = utf8.baseAddress { put(UnsafeRawPointer(source), utf8.count) }
    }
    if appended == nil { appendForeignText(text) }
  }

  /// Appends a key, and gives the first eight of its encoded bytes, as ``prefix(of:)`` does.
  ///
  /// They are put together of the text: the processor is slow to load what it stored just now in
  /// other pieces.
  @inline(__always)
  mutating func appendKey(_ key: String) -> UInt64 {
    let start = count
    let prefix: UInt64?? = key.utf8.withContiguousStorageIfAvailable { utf8 in
      guard let source = utf8.baseAddress, utf8.count < 24 else { return nil }
      reserve(24)
      let head = 0x60 | UInt8(truncatingIfNeeded: utf8.count)
      put(head)
      put(UnsafeRawPointer(source), utf8.count)
      return UInt64(head) &<< 56 | Self.leadingBytes(of: source, utf8.count) &>> 8
    }
    if let prefix, let prefix { return prefix }
    appendText(key)
    return self.prefix(of: start..<count)
  }

  /// Appends a text that another runtime holds, as `NSString` does on Apple's platforms.
  @inline(never)
  private mutating func appendForeignText(_ text: String) {
    appendHead(0x60, UInt64(text.utf8.count))
    append(text.utf8)
  }

  /// Appends bytes.
  mutating func append(_ bytes: some Collection<UInt8>) {
    let appended: Void? = bytes.withContiguousStorageIfAvailable { source in
      reserve(source.count)
      if let base = source.baseAddress { put(UnsafeRawPointer(base), source.count) }
    }
    guard appended == nil else { return }
    for byte in bytes { appendByte(byte) }
  }

  private typealias Block = SIMD32<UInt8>

  /// Appends a part of another buffer.
  @inline(__always)
  mutating func append(_ range: Range<Int>, of other: borrowing ByteBuffer) {
    precondition(
      range.lowerBound >= 0 && range.lowerBound <= range.upperBound
        && range.upperBound <= other.count
    )
    let length = range.upperBound &- range.lowerBound
    if length <= 32, other.capacity &- range.lowerBound >= 32, capacity &- count >= 32 {
      // Two loads and two stores, whatever the length: what lies behind it is room on both sides.
      let bytes = other.start.loadUnaligned(fromByteOffset: range.lowerBound, as: Block.self)
      start.storeBytes(of: bytes, toByteOffset: count, as: Block.self)
      count &+= length
      return
    }
    reserve(length)
    put(other.start + range.lowerBound, length)
  }
}

// MARK: - Looking at bytes

extension ByteBuffer {
  /// A copy of a part of the bytes.
  func bytes(in range: Range<Int>) -> [UInt8] {
    withBytes(in: range) { Array($0) }
  }

  /// Lends a part of the bytes to a body, which must not keep them.
  @inline(__always)
  func withBytes<Result, Failure: Error>(
    in range: Range<Int>,
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return try body(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// Whether the bytes from a position on are those of an array.
  func isEqual(from position: Int, to other: ArraySlice<UInt8>) -> Bool {
    guard count - position == other.count else { return false }
    return withBytes(in: position..<count) { mine in
      other.withUnsafeBytes { RawBytes.isSame(mine, $0) }
    }
  }

  /// Compares two parts of the bytes, byte by byte: negative, zero or positive.
  ///
  /// If one begins with the other, the shorter one comes first.
  func order(_ lhs: Range<Int>, _ rhs: Range<Int>) -> Int {
    withBytes(in: lhs) { left in withBytes(in: rhs) { RawBytes.order(left, $0) } }
  }

  /// The first eight of the bytes in a range, the first one the most significant, zeros after its end.
  func prefix(of range: Range<Int>) -> UInt64 {
    withBytes(in: range) { bytes in
      bytes.baseAddress.map { Self.leadingBytes(of: $0, bytes.count) } ?? 0
    }
  }

  /// The first eight of some bytes, the first one the most significant, zeros after their end.
  @inline(__always)
  private static func leadingBytes(of first: UnsafeRawPointer, _ length: Int) -> UInt64 {
    // Shorter ones are put together of words that may overlap, where they have the same bits.
    if length >= 8 { return first.loadUnaligned(as: UInt64.self).bigEndian }
    let shift = UInt64(truncatingIfNeeded: 8 &* (8 &- length))
    if length >= 4 {
      let last = first.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self).bigEndian
      return UInt64(first.loadUnaligned(as: UInt32.self).bigEndian) << 32 | UInt64(last) &<< shift
    }
    var prefix: UInt64 = 0
    for offset in 0..<length {
      prefix |=
        UInt64(first.load(fromByteOffset: offset, as: UInt8.self))
        &<< UInt64(truncatingIfNeeded: 56 &- 8 &* offset)
    }
    return prefix
  }
}
