extension IdentifierPath {
  /// Why a text is not a path, or not a pattern of paths.
  public struct ParsingError: Error, Hashable, Sendable {
    /// The text that was read.
    public let text: String

    /// Where in the text reading stopped, in UTF-8 bytes from its start.
    public let offset: Int

    /// What is wrong there and how to write it.
    public let reason: String

    /// What the text should have been: a path or a pattern.
    let kind: String
  }
}

extension IdentifierPath.ParsingError: CustomStringConvertible {
  /// One line with the text, the place and the reason.
  public var description: String {
    "The \(kind) '\(excerpt)' is malformed at byte \(offset): \(reason)."
  }

  /// The start of the text, on one line.
  private var excerpt: String {
    let limit = 80
    let start = text.unicodeScalars.prefix(limit)
    let line = start.map { $0.breaksLine ? $0.escaped(asASCII: true) : String($0) }.joined()
    return start.endIndex == text.unicodeScalars.endIndex ? line : line + "…"
  }
}

extension Unicode.Scalar {
  /// Whether a terminal or a log could take the scalar for the end of a line.
  fileprivate var breaksLine: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
