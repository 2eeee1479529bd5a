/// A number for a few texts, the same in every process and on every machine (64-bit FNV-1a).
enum StableHash {
  /// The number, which is positive.
  static func number(for parts: [String]) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      // A byte that UTF-8 does not have parts the parts.
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    return max(Int64(hash >> 1), 1)
  }
}
