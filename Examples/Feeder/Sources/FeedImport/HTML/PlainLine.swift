/// HTML as one line of plain text, for titles and names.
enum PlainLine {
  /// Reads HTML, or text that may be meant as such.
  ///
  /// - Complexity: O(*n*) in the length of the HTML.
  static func read(html: String) -> String {
    guard html.contains("<") || html.contains("&") else { return collapse(html) }
    var text = ""
    for token in HTMLTokenizer(html) {
      switch token {
      case .text(let piece): text += piece
      case .open(name: "br", _), .open(name: "p", _): text += " "
      case .open(name: "img", let attributes): text += attributes["alt"] ?? ""
      case .open, .close: break
      }
    }
    return collapse(text)
  }

  /// Makes every run of white space and control characters one space.
  static func collapse(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isSpacePending = false
    for scalar in text.unicodeScalars {
      if scalar.isSpace || scalar.isHidden {
        isSpacePending = scalar.value == 0xAD ? isSpacePending : true
      } else {
        if isSpacePending, !result.isEmpty { result.append(" ") }
        isSpacePending = false
        result.append(scalar)
      }
    }
    return String(result)
  }
}
