extension Character {
  /// How many columns of a terminal the character takes: 0, 1 or 2.
  ///
  /// A character is what a reader sees as one, with its combining marks. What controls the terminal
  /// takes none, since it is never written.
  var columns: Int {
    if let ascii = asciiValue { return ascii >= 0x20 && ascii != 0x7F ? 1 : 0 }
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.isInvisible { return 0 }
    if scalars.count > 1, first.properties.isEmoji, scalars.contains(where: \.asksForEmoji) {
      return 2
    }
    return first.isWide ? 2 : 1
  }

  /// The character, or a replacement if writing it would control the terminal.
  var printable: Character {
    guard let first = unicodeScalars.first else { return " " }
    if first == "\t" { return " " }
    return first.properties.generalCategory == .control ? "\u{FFFD}" : self
  }
}

extension StringProtocol {
  /// How many columns of a terminal the text takes.
  var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Unicode.Scalar {
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
      true
    default: false
    }
  }

  /// Whether the scalar makes an emoji of what stands before it.
  fileprivate var asksForEmoji: Bool {
    value == 0xFE0F || value == 0x20E3 || properties.isEmojiModifier
      || (0x1F1E6...0x1F1FF).contains(value) || value == 0x200D
  }

  /// Whether the scalar is wide (`W` or `F` in UAX #11), or shown as an emoji by itself.
  fileprivate var isWide: Bool {
    value >= 0x1100
      && (properties.isEmojiPresentation || Self.wideRanges.contains { $0.contains(value) })
  }

  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x1F300...0x1F320, 0x20000...0x3FFFD,
  ]
}
