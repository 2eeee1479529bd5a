extension FixedWidthInteger {
  /// The bytes of the number, the most significant first.
  var bigEndianBytes: [UInt8] {
    withUnsafeBytes(of: bigEndian) { Array($0) }
  }

  /// Makes a number of its bytes, the most significant first, if there are as many as it has.
  init?(bigEndianBytes bytes: some Collection<UInt8>) {
    guard bytes.count == Self.bitWidth / 8 else { return nil }
    self = bytes.reduce(0) { $0 << 8 | Self($1) }
  }
}
