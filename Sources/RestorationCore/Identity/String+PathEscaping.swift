extension String {
  /// The string as it stands in the text of a path, with percent escapes where they are needed.
  ///
  /// - Complexity: O(*n*) in the length of the string.
  package var escapedForPath: String { escaping(\.isEscapedInPaths) }

  /// The string without anything that breaks a line or moves a terminal's cursor.
  ///
  /// - Complexity: O(*n*) in the length of the string.
  package var onOneLine: String { escaping(\.isControl) }

  private func escaping(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isEscaped) else { return self }
    var escaped = ""
    for scalar in unicodeScalars {
      guard isEscaped(scalar) else {
        escaped.unicodeScalars.append(scalar)
        continue
      }
      for byte in String(scalar).utf8 { escaped += byte.percentEscape }
    }
    return escaped
  }
}

extension Unicode.Scalar {
  /// Whether the scalar would be taken for punctuation of a path, or would break its line.
  fileprivate var isEscapedInPaths: Bool {
    switch self {
    case "/", ":", "[", "*", "%": true
    default: isControl
    }
  }

  /// Whether the scalar is a control character or one of the two line separators of Unicode.
  fileprivate var isControl: Bool {
    switch self {
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}

extension UInt8 {
  /// A percent sign and two uppercase hexadecimal digits.
  fileprivate var percentEscape: String {
    let digits = String(self, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
  }
}
