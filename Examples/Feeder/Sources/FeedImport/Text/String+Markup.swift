import Foundation

extension String {
  /// The text; nil if there is none.
  var nonEmpty: String? { isEmpty ? nil : self }

  /// The text without white space around.
  var trimmingSpace: String { trimmingCharacters(in: .whitespacesAndNewlines) }

  /// The text with what HTML reads as markup escaped.
  var escapedHTML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  /// The text as HTML that keeps its paragraphs and line breaks.
  var asHTMLParagraphs: String {
    let lines = replacing("\r\n", with: "\n")
    return lines.split(separator: /\n[ \t]*\n\s*/)
      .map { "<p>" + String($0).escapedHTML.replacing("\n", with: "<br>") + "</p>" }
      .joined()
  }
}
