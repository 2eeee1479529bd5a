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
  @inline(__always)
  mutating func writeFixed<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
    buffer.appendFixed(number)
  }
}

extension CBORWriter {
  /// Writes what stands before an item's body.
  mutating func writeItemHead(_ kind: UInt64, flags: UInt64, scene: UInt64?, node: UInt64?) {
    if kind < 24, flags < 24 {
      // Tag, header of the array, kind and flags in one word, since every item begins so.
      buffer.appendWord(0xDA00_0000_0086_0000 | ArchiveFormat.tag << 24 | kind << 8 | flags)
    } else {
      writeTag(ArchiveFormat.tag)
      writeArrayHeader(6)
      writeUnsigned(kind)
      writeUnsigned(flags)
    }
    writeUnsignedOrNull(scene)
    writeUnsignedOrNull(node)
  }
}
