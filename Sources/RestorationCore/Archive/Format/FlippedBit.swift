/// Mends bytes in which a single bit was flipped.
///
/// CRC-32C tells apart all errors of up to three bits in anything as short as what this is used for,
/// so that bytes with two wrong bits are never taken for mended ones.
struct FlippedBit {
  /// The most bytes that are tried: as many as the head of an item has, or of a segment.
  static let mostBytes = 96

  /// Flips one bit after the other until a check succeeds, and gives what it gave.
  ///
  /// - Complexity: O(*n*) checks for *n* places.
  static func mend<Result>(
    _ bytes: ArraySlice<UInt8>,
    at places: [Int],
    _ check: (ArraySlice<UInt8>) -> Result?
  ) -> Result? {
    var copy = bytes
    for place in places.prefix(mostBytes) {
      for bit in 0..<8 {
        copy[place] ^= 1 << UInt8(bit)
        if let result = check(copy) { return result }
        copy[place] ^= 1 << UInt8(bit)
      }
    }
    return nil
  }
}
