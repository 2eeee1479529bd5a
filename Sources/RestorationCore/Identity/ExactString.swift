/// A string that compares and hashes by its UTF-8 bytes, for use as a key.
package struct ExactString: Hashable, Sendable {
  /// The string itself.
  package let text: String

  /// Wraps a string.
  package init(_ text: String) {
    self.text = text
  }

  /// Compares the UTF-8 bytes of two strings.
  package static func == (lhs: ExactString, rhs: ExactString) -> Bool {
    lhs.text.hasSameBytes(as: rhs.text)
  }

  /// Hashes the UTF-8 bytes of the string.
  package func hash(into hasher: inout Hasher) {
    text.hashBytes(into: &hasher)
  }
}
