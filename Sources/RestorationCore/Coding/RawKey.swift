/// The bytes of a key with its head, to be compared with what stands in other maps.
///
/// Most keys are short: the first eight bytes and the last eight tell whether they are the same.
struct RawKey: BitwiseCopyable {
  /// How many bytes there are.
  let count: Int

  /// The first eight bytes, or as many as there are and zeros.
  private let first: UInt64
  private let mask: UInt64

  /// The last eight bytes of a key that has as many.
  private let last: UInt64

  /// Takes a key from memory.
  init(_ bytes: UnsafeRawBufferPointer) {
    count = bytes.count
    var first: UInt64 = 0
    for (index, byte) in bytes.prefix(8).enumerated() {
      first |= UInt64(byte) << UInt64(8 * index)
    }
    self.first = first
    mask = count < 8 ? (1 << UInt64(8 * count)) - 1 : .max
    last =
      count < 8
      ? 0
      : UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      )
  }

  /// Whether the key's first and last bytes are those at an address, from which on at least eight
  /// bytes, and as many as the key has, can be read.
  ///
  /// That is all of a key of at most ``mostCertain`` bytes.
  @inline(__always)
  func seemsSame(as start: UnsafeRawPointer) -> Bool {
    let word = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
    guard word & mask == first else { return false }
    guard count > 8 else { return true }
    let end = start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    return UInt64(littleEndian: end) == last
  }

  /// How many bytes a key may have of which no byte lies between the first eight and the last eight.
  static let mostCertain = 16
}
