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
}
