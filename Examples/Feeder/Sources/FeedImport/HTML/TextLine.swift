/// The text of a block while it is put together: white space collapses, styles are joined.
struct TextLine {
  private var spans: [TextSpan] = []

  /// Whether white space was seen that counts only if text follows.
  private var isSpacePending = false

  /// The text added since the last link began.
  private(set) var linkText = ""

  /// Whether there is nothing to be seen yet.
  var isBlank: Bool { spans.allSatisfy { $0.text.allSatisfy(\.isWhitespace) } }

  /// Whether the last that was added is a line break.
  var endsWithBreak: Bool { spans.last?.text.last == "\n" }

  /// Adds text.
  mutating func append(_ text: String, style: TextSpan.Style, link: Int?, keepsSpace: Bool) {
    var added = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if keepsSpace {
        appendKept(scalar, to: &added)
      } else if scalar.isSpace && scalar != "\u{A0}" {
        isSpacePending = true
      } else if !scalar.isHidden {
        if isSpacePending, !added.isEmpty || !isAtLineStart { added.append(" ") }
        isSpacePending = false
        added.append(scalar)
      }
    }
    linkText += String(added)
    appendSpan(String(added), style: style, link: link)
  }

  /// Adds a line break, unless there is no text before it.
  mutating func appendBreak() {
    isSpacePending = false
    linkText += " "
    guard !spans.isEmpty else { return }
    appendSpan("\n", style: spans.last?.style ?? [], link: spans.last?.link)
  }

  /// Starts ``linkText`` anew.
  mutating func beginLink() { linkText = "" }

  /// Adds a link's number right behind its text; white space stays pending.
  mutating func appendLinkNumber(_ number: Int) {
    appendSpan(isAtLineStart ? "[\(number)]" : " [\(number)]", style: [], link: number)
  }

  /// Gives the spans without white space around them, and starts anew.
  mutating func take() -> [TextSpan] {
    var result = spans
    self = TextLine(linkText: linkText)
    while let last = result.last, last.text.allSatisfy(\.isWhitespace) { result.removeLast() }
    if let last = result.indices.last {
      while result[last].text.last?.isWhitespace == true { result[last].text.removeLast() }
    }
    while let first = result.first, first.text.allSatisfy(\.isNewline) { result.removeFirst() }
    if let first = result.first?.text, first.first?.isNewline == true {
      result[0].text = String(first.drop { $0.isNewline })
    }
    return result
  }

  private init(linkText: String) { self.linkText = linkText }

  init() {}

  private var isAtLineStart: Bool { spans.last.map { $0.text.last == "\n" } ?? true }

  private func appendKept(_ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
    if scalar == "\t" {
      text.append(contentsOf: "    ".unicodeScalars)
    } else if !scalar.isHidden {
      text.append(scalar)
    }
  }

  private mutating func appendSpan(_ text: String, style: TextSpan.Style, link: Int?) {
    guard !text.isEmpty else { return }
    if let last = spans.indices.last, spans[last].style == style, spans[last].link == link {
      spans[last].text += text
    } else {
      spans.append(TextSpan(text, style: style, link: link))
    }
  }
}
