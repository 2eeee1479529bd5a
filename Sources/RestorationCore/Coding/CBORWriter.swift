/// Writes CBOR (RFC 8949) in its deterministic form.
///
/// Lengths are definite, and every number takes its shortest form. The engine makes writers and
/// hands them to what is saved; an app has no need of them.
public struct CBORWriter: Sendable {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []

  /// What the values written may measure.
  package let limits: RestorationLimits

  /// How many containers are open around what is written next.
  package var depth = 0

  /// Makes a writer with nothing written yet.
  package init(limits: RestorationLimits = RestorationLimits()) {
    self.limits = limits
  }

  /// Makes a writer with room for a number of bytes.
  init(capacity: Int) {
    self.init()
    bytes.reserveCapacity(capacity)
  }

  /// Forgets what was written.
  package mutating func removeAll(keepingCapacity: Bool = false) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Forgets what was written after a position.
  package mutating func truncate(to count: Int) {
    bytes.removeSubrange(count...)
  }
}

// MARK: - Depth

extension CBORWriter {
  /// Makes sure that a number of containers or tags can be opened within the limit of depth.
  package func checkDepth(of levels: Int = 1) throws(CBORError) {
    guard depth + levels > limits.depth else { return }
    throw CBORError.tooDeep(limits, at: bytes.count)
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
    writeHead(major: 0, value)
  }

  /// Writes the negative integer -1 - `value`.
  package mutating func writeNegative(_ value: UInt64) {
    writeHead(major: 0x20, value)
  }

  /// Writes an integer.
  package mutating func writeInteger(_ value: Int64) {
    if value >= 0 {
      writeHead(major: 0, UInt64(bitPattern: value))
    } else {
      writeHead(major: 0x20, ~UInt64(bitPattern: value))
    }
  }

  /// Writes a number in the shortest of half, single and double that keeps every bit.
  package mutating func writeDouble(_ value: Double) {
    writeFloat(CBORFloat(value))
  }

  /// Writes a number in the shortest of half and single that keeps every bit.
  package mutating func writeFloat(_ value: Float) {
    writeFloat(CBORFloat(value))
  }

  private mutating func writeFloat(_ form: CBORFloat) {
    switch form {
    case .half(let bits):
      bytes.append(0xF9)
      append(bits)
    case .single(let bits):
      bytes.append(0xFA)
      append(bits)
    case .double(let bits):
      bytes.append(0xFB)
      append(bits)
    }
  }

  /// Writes a boolean.
  package mutating func writeBool(_ value: Bool) {
    bytes.append(value ? 0xF5 : 0xF4)
  }

  /// Writes a null.
  package mutating func writeNull() {
    bytes.append(0xF6)
  }

  /// Writes a simple value by its number.
  package mutating func writeSimple(_ value: UInt8) {
    if value < 24 {
      bytes.append(0xE0 | value)
    } else {
      bytes.append(0xF8)
      bytes.append(value)
    }
  }
}

// MARK: - Strings and containers

extension CBORWriter {
  /// Writes a text as UTF-8.
  package mutating func writeText(_ value: String) {
    var value = value
    value.withUTF8 { utf8 in
      writeHead(major: 0x60, UInt64(utf8.count))
      bytes.append(contentsOf: utf8)
    }
  }

  /// Writes a byte string.
  package mutating func writeBytes(_ value: some Collection<UInt8>) {
    writeHead(major: 0x40, UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  /// Begins an array; its elements follow.
  package mutating func writeArrayHeader(_ count: Int) {
    writeHead(major: 0x80, UInt64(count))
  }

  /// Begins a map; its keys follow, in the order of their encoded bytes, each with its value.
  package mutating func writeMapHeader(_ count: Int) {
    writeHead(major: 0xA0, UInt64(count))
  }

  /// Writes a tag; the item that it belongs to follows.
  package mutating func writeTag(_ tag: UInt64) {
    writeHead(major: 0xC0, tag)
  }

  /// Writes items that are encoded already.
  package mutating func writeRaw(_ encoded: [UInt8]) {
    bytes.append(contentsOf: encoded)
  }

  /// Writes items that are encoded already.
  package mutating func writeRaw(_ encoded: ArraySlice<UInt8>) {
    bytes.append(contentsOf: encoded)
  }
}

// MARK: - Heads

extension CBORWriter {
  private mutating func writeHead(major: UInt8, _ argument: UInt64) {
    if argument < 24 {
      bytes.append(major | UInt8(truncatingIfNeeded: argument))
    } else if argument <= 0xFF {
      bytes.append(major | 24)
      bytes.append(UInt8(truncatingIfNeeded: argument))
    } else if argument <= 0xFFFF {
      bytes.append(major | 25)
      append(UInt16(truncatingIfNeeded: argument))
    } else if argument <= 0xFFFF_FFFF {
      bytes.append(major | 26)
      append(UInt32(truncatingIfNeeded: argument))
    } else {
      bytes.append(major | 27)
      append(argument)
    }
  }

  private mutating func append<Bits: FixedWidthInteger>(_ bits: Bits) {
    withUnsafeBytes(of: bits.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
