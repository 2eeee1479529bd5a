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

// MARK: - Items

extension FlippedBit {
  /// The most bytes of an item that is mended.
  ///
  /// Of garbage as long as that, one in 8,000 would be taken for an item with a flipped bit, and would
  /// have to be one in all other ways.
  private static let mostBytesOfItem = 64 << 10

  /// How many bytes at the end of an item are its checksum, which begins with what says its length.
  private static let checksumLength = 5
  private static let checksumHead: UInt8 = 0x44

  /// Mends an item in which one bit was flipped, wherever that is; `nil` if more is wrong with it.
  ///
  /// - Parameters:
  ///   - item: The bytes of the item, and no others.
  ///   - seed: What checksums of the file begin with.
  /// - Returns: The item as it was, or `nil`.
  /// - Complexity: O(*n*) in the number of bits.
  static func mended(item: ArraySlice<UInt8>, seed: CRC32C) -> ArraySlice<UInt8>? {
    guard item.count > checksumLength, item.count <= mostBytesOfItem,
      let stored = UInt32(bigEndianBytes: item.suffix(4))
    else { return nil }
    var mended = item
    let end = item.endIndex - checksumLength
    var checksum = seed
    item[..<end].withUnsafeBytes { checksum.update($0) }
    let difference = checksum.value ^ stored
    guard difference == 0 || item[end] == checksumHead else { return nil }
    if difference == 0 {
      guard (item[end] ^ checksumHead).nonzeroBitCount == 1 else { return nil }
      mended[end] = checksumHead
    } else if difference.nonzeroBitCount == 1 {
      mended.replaceSubrange((end + 1)..., with: checksum.value.bigEndianBytes)
    } else {
      let count = 8 * (end - item.startIndex)
      guard let bit = CRC32C.bit(among: count, making: difference) else { return nil }
      mended[item.startIndex + bit / 8] ^= 1 << UInt8(bit % 8)
    }
    return mended
  }
}
