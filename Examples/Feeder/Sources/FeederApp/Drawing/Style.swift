/// How a character looks.
struct Style: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let bold = Style(rawValue: 1)
  static let dim = Style(rawValue: 2)
  static let underlined = Style(rawValue: 4)
  static let reversed = Style(rawValue: 8)

  /// In a colour, where the user wants any.
  static let accented = Style(rawValue: 16)
}

/// A part of a drawn line that looks alike throughout.
struct StyledText: Hashable, Sendable {
  var text: String
  let style: Style
}

/// A line of the screen, ready to be written.
struct DrawnLine: Hashable, Sendable {
  var parts: [StyledText] = []

  /// The line without styles and without the spaces at its end.
  var plain: String {
    var text = parts.map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }
}
