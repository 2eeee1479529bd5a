/// The shortest CBOR form of a floating-point number that keeps every bit of it.
///
/// It works on bits alone, because a conversion in hardware turns signalling NaNs into quiet ones.
package enum CBORFloat: Hashable, Sendable {
  case half(UInt16)
  case single(UInt32)
  case double(UInt64)

  /// Finds the shortest form of a double.
  package init(_ value: Double) {
    if let single = Self.singleBits(of: value) {
      self.init(singleBits: single)
    } else {
      self = .double(value.bitPattern)
    }
  }

  /// Finds the shortest form of a float.
  package init(_ value: Float) {
    self.init(singleBits: value.bitPattern)
  }

  private init(singleBits bits: UInt32) {
    self = Self.halfBits(of: bits).map(CBORFloat.half) ?? .single(bits)
  }

  /// The same number as a double.
  package var value: Double {
    switch self {
    case .half(let bits): Self.widen(single: Self.widen(half: bits))
    case .single(let bits): Self.widen(single: bits)
    case .double(let bits): Double(bitPattern: bits)
    }
  }

  /// The same number as a float, or `nil` if it needs more bits than a float has.
  package var exactFloat: Float? {
    switch self {
    case .half(let bits): Float(bitPattern: Self.widen(half: bits))
    case .single(let bits): Float(bitPattern: bits)
    case .double(let bits):
      Self.singleBits(of: Double(bitPattern: bits)).map(Float.init(bitPattern:))
    }
  }
}

// MARK: - Narrowing

extension CBORFloat {
  private static func singleBits(of value: Double) -> UInt32? {
    if value.isFinite {
      let single = Float(value)
      return Double(single) == value ? single.bitPattern : nil
    }
    let bits = value.bitPattern
    let fraction = bits & 0xF_FFFF_FFFF_FFFF
    guard fraction & 0x1FFF_FFFF == 0 else { return nil }
    return UInt32(bits >> 63) << 31 | 0x7F80_0000 | UInt32(fraction >> 29)
  }

  private static func halfBits(of single: UInt32) -> UInt16? {
    let sign = UInt16(truncatingIfNeeded: single >> 16) & 0x8000
    let biased = Int(single >> 23 & 0xFF)
    let fraction = single & 0x7F_FFFF
    switch biased {
    case 0:
      return fraction == 0 ? sign : nil
    case 255:
      return fraction & 0x1FFF == 0 ? sign | 0x7C00 | UInt16(fraction >> 13) : nil
    case 113...142:
      guard fraction & 0x1FFF == 0 else { return nil }
      return sign | UInt16(biased - 112) << 10 | UInt16(fraction >> 13)
    case 103..<113:
      // A subnormal half: its unit is 2^-24, so the whole significand moves right.
      let significand = fraction | 0x80_0000
      let shift = 126 - biased
      guard significand & (1 << shift - 1) == 0 else { return nil }
      return sign | UInt16(significand >> shift)
    default:
      return nil
    }
  }
}

// MARK: - Widening

extension CBORFloat {
  private static func widen(half bits: UInt16) -> UInt32 {
    let sign = UInt32(bits & 0x8000) << 16
    let biased = UInt32(bits >> 10 & 0x1F)
    let fraction = UInt32(bits & 0x3FF)
    if biased == 31 { return sign | 0x7F80_0000 | fraction << 13 }
    if biased > 0 { return sign | (biased + 112) << 23 | fraction << 13 }
    return sign | (Float(fraction) * 0x1p-24).bitPattern
  }

  private static func widen(single bits: UInt32) -> Double {
    let single = Float(bitPattern: bits)
    guard single.isNaN else { return Double(single) }
    let fraction = UInt64(bits & 0x7F_FFFF) << 29
    return Double(bitPattern: UInt64(bits >> 31) << 63 | 0x7FF0_0000_0000_0000 | fraction)
  }
}
