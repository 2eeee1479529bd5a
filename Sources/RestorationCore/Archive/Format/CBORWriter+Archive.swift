extension CBORWriter {
  /// Writes a number, or null in its place.
  mutating func writeUnsignedOrNull(_ value: UInt64?) {
    if let value { writeUnsigned(value) } else { writeNull() }
  }

  /// Writes encoded CBOR as a byte string that says so.
  mutating func writeEmbedded(_ encoded: [UInt8]) {
    writeTag(ArchiveFormat.embeddedTag)
    writeBytes(encoded)
  }

  /// Writes a number as a byte string, so that its length does not depend on it.
  mutating func writeFixed<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.bigEndian) { writeBytes($0) }
  }
}

extension CBORWriter {
  /// Writes what stands before an item's body.
  mutating func writeItemHead(_ kind: UInt64, flags: UInt64, scene: UInt64?, node: UInt64?) {
    writeTag(ArchiveFormat.tag)
    writeArrayHeader(6)
    writeUnsigned(kind)
    writeUnsigned(flags)
    writeUnsignedOrNull(scene)
    writeUnsignedOrNull(node)
  }
}
