/// Makes a name out of a file fit for a message: one line, without control characters, short.
func printable(_ text: String, limit: Int = 60) -> String {
  let visible = text.unicodeScalars.lazy.map { $0.isHidden || $0 == "\n" ? " " : Character($0) }
  let short = String(visible.prefix(limit))
  return text.unicodeScalars.count > limit ? short + "…" : short
}

extension Unicode.Scalar {
  /// Whether the scalar is white space; asked of every character, so ASCII is quick.
  var isSpace: Bool {
    value < 0x80 ? value == 0x20 || 9...13 ~= value : properties.isWhitespace
  }

  /// Whether the scalar shows nothing but may change how a terminal shows the rest.
  ///
  /// Control characters other than the line feed, marks that reverse the direction of text, and
  /// the soft hyphen.
  var isHidden: Bool {
    switch value {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF,
      0x2028, 0x2029:
      true
    default: false
    }
  }
}
