import Foundation

/// Decodes EUC-JP by way of Shift_JIS, as Foundation on Linux knows only the latter.
///
/// Both write the same table of characters (JIS X 0208) in another way.
enum EUCJapanese {
  /// Decodes bytes; nil if they are not EUC-JP.
  ///
  /// Characters of JIS X 0212, which Shift_JIS lacks, become the mark for a missing one (〓).
  static func decode(_ bytes: some Collection<UInt8>) -> String? {
    var shifted: [UInt8] = []
    shifted.reserveCapacity(bytes.count)
    var iterator = bytes.makeIterator()
    while let first = iterator.next() {
      switch first {
      case 0..<0x80: shifted.append(first)
      case 0x8E:
        guard let kana = iterator.next(), 0xA1...0xDF ~= kana else { return nil }
        shifted.append(kana)
      case 0x8F:
        guard isPart(iterator.next()), isPart(iterator.next()) else { return nil }
        shifted += [0x81, 0xAC]
      case 0xA1...0xFE:
        guard let second = iterator.next(), isPart(second) else { return nil }
        shifted += shiftJIS(row: first - 0xA0, cell: second - 0xA0)
      default: return nil
      }
    }
    return String(data: Data(shifted), encoding: .shiftJIS)
  }

  private static func isPart(_ byte: UInt8?) -> Bool {
    byte.map { 0xA1...0xFE ~= $0 } ?? false
  }

  /// Writes a place in the table; rows and cells are counted from 1 to 94.
  private static func shiftJIS(row: UInt8, cell: UInt8) -> [UInt8] {
    let lead = (row - 1) / 2 + (row <= 62 ? 0x81 : 0xC1)
    // Two rows share a lead byte; 0x7F is left out of the trail bytes.
    let trail = row % 2 == 1 ? cell + (cell < 64 ? 0x3F : 0x40) : cell + 0x9E
    return [lead, trail]
  }
}
