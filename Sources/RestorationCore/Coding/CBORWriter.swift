/// Writes CBOR (RFC 8949) in its deterministic form.
///
/// Lengths are definite, and every number takes its shortest form. The engine makes writers and
/// hands them to what is saved; an app has no need of them.
public struct CBORWriter: ~Copyable {
  /// What was written so far.
  var buffer: ByteBuffer

  /// What the values written may measure.
  package internal(set) var limits: RestorationLimits

  /// How many containers are open around what is written next.
  package var depth = 0

  /// Makes a writer with nothing written yet.
  ///
  /// - Parameters:
  ///   - limits: What the values written may measure.
  ///   - capacity: For how many bytes there is room at first.
  package init(limits: RestorationLimits = RestorationLimits(), capacity: Int = 64) {
    self.limits = limits
    buffer = ByteBuffer(capacity: capacity)
  }

  /// How many bytes were written so far.
  package var count: Int { buffer.count }

  /// A copy of what was written.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package func bytes() -> [UInt8] {
    bytes(in: 0..<count)
  }

  /// A copy of a part of what was written.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package func bytes(in range: Range<Int>) -> [UInt8] {
    buffer.bytes(in: range)
  }

  /// Puts what was written in the place of as many bytes.
  ///
  /// - Returns: Whether there were as many; if not, nothing has happened.
  func replace(_ bytes: inout ArraySlice<UInt8>?) -> Bool {
    guard bytes?.count == count else { return false }
    buffer.withBytes(in: 0..<count) { source in
      bytes?.withUnsafeMutableBytes { $0.copyMemory(from: source) }
    }
    return true
  }

  /// Forgets what was written, and keeps the room.
  package mutating func removeAll() {
    buffer.truncate(to: 0)
  }

  /// Forgets what was written after a position.
  package mutating func truncate(to count: Int) {
    buffer.truncate(to: count)
  }
}

// MARK: - Depth

extension CBORWriter {
  /// Makes sure that a number of containers or tags can be opened within the limit of depth.
  package func checkDepth(of levels: Int = 1) throws(CBORError) {
    guard depth + levels > limits.depth else { return }
    throw CBORError.tooDeep(limits, at: count)
  }

  /// Writes what is in a container that was begun.
  package mutating func nest(
    _ write: (inout CBORWriter) throws -> Void
  ) throws {
    depth += 1
    defer { depth -= 1 }
    try write(&self)
  }
}

// MARK: - Numbers and simple values

extension CBORWriter {
  /// Writes an unsigned integer.
  package mutating func writeUnsigned(_ value: UInt64) {
    buffer.appendHead(0, value)
  }

  /// Writes the negative integer -1 - `value`.
  package mutating func writeNegative(_ value: UInt64) {
    buffer.appendHead(0x20, value)
  }

  /// Writes an integer.
  package mutating func writeInteger(_ value: Int64) {
    if value >= 0 {
      buffer.appendHead(0, UInt64(bitPattern: value))
    } else {
      buffer.appendHead(0x20, ~UInt64(bitPattern: value))
    }
  }

  /// Writes a number in the shortest of half, single and double that keeps every bit.
  package mutating func writeDouble(_ value: Double) {
    buffer.appendFloat(CBORFloat(value))
  }

  /// Writes a number in the shortest of half and single that keeps every bit.
  package mutating func writeFloat(_ value: Float) {
    buffer.appendFloat(CBORFloat(value))
  }

  /// Writes a boolean.
  package mutating func writeBool(_ value: Bool) {
    buffer.appendByte(value ? 0xF5 : 0xF4)
  }

  /// Writes a null.
  package mutating func writeNull() {
    buffer.appendByte(0xF6)
  }

  /// Writes a simple value by its number.
  package mutating func writeSimple(_ value: UInt8) {
    if value < 24 {
      buffer.appendByte(0xE0 | value)
    } else {
      buffer.appendByte(0xF8)
      buffer.appendByte(value)
    }
  }
}

// MARK: - Strings and containers

extension CBORWriter {
  /// Writes a text as UTF-8.
  package mutating func writeText(_ value: String) {
    buffer.appendText(value)
  }

  /// Writes a byte string.
  package mutating func writeBytes(_ value: some Collection<UInt8>) {
    buffer.appendHead(0x40, UInt64(value.count))
    buffer.append(value)
  }

  /// Begins a byte string; so many bytes follow.
  mutating func writeBytesHeader(_ count: Int) {
    buffer.appendHead(0x40, UInt64(count))
  }

  /// Begins an array; its elements follow.
  package mutating func writeArrayHeader(_ count: Int) {
    buffer.appendHead(0x80, UInt64(count))
  }

  /// Begins a map; its keys follow, in the order of their encoded bytes, each with its value.
  package mutating func writeMapHeader(_ count: Int) {
    buffer.appendHead(0xA0, UInt64(count))
  }

  /// Writes a tag; the item that it belongs to follows.
  package mutating func writeTag(_ tag: UInt64) {
    buffer.appendHead(0xC0, tag)
  }

  /// Writes items that are encoded already.
  package mutating func writeRaw(_ encoded: some Collection<UInt8>) {
    buffer.append(encoded)
  }

  /// Writes a part of what another writer wrote.
  mutating func writeRaw(_ range: Range<Int>, of other: borrowing CBORWriter) {
    buffer.append(range, of: other.buffer)
  }
}
