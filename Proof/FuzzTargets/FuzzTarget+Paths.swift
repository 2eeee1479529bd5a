import RestorationCore

extension FuzzTarget {
  /// The reader of texts of paths.
  static let paths = FuzzTarget(
    name: "paths",
    seeds: {
      ["root/center:tabs/reading/secondary:article[1]", "a%2Fb/é:水[12]"].map { Array($0.utf8) }
    },
    check: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        let path = try IdentifierPath(parsing: text)
        try require(
          path.description.utf8.elementsEqual(text.utf8),
          "A path reads '\(text)', and prints '\(path)'."
        )
        try require(IdentifierPath(components: path.components) == path, "A path is not its parts.")
      } catch let error as IdentifierPath.ParsingError {
        try checkError(error, of: text)
      }
    }
  )

  /// The reader of texts of patterns, and the search among them.
  ///
  /// The first line is a path, the others are patterns.
  static let patterns = FuzzTarget(
    name: "patterns",
    seeds: {
      ["root/s:a[1]/b\nroot/**\n**/b\n*/s:*/b\nroot/*[1]/b\n**", "a/b\na/b\n**/a/b\n*/b\nx:*"]
        .map { Array($0.utf8) }
    },
    check: { bytes in
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .prefix(24).map { String(decoding: $0, as: UTF8.self) }
      let patterns = try lines.dropFirst().compactMap(pattern)
      guard let path = lines.first.flatMap({ IdentifierPath(String($0)) }) else { return }
      try checkSearch(for: path, among: patterns)
    }
  )

  private static func pattern(_ text: String) throws -> IdentifierPath.Pattern? {
    do {
      let pattern = try IdentifierPath.Pattern(parsing: text)
      let again = IdentifierPath.Pattern(String(pattern.description))
      try require(again == pattern, "A pattern reads '\(text)', and prints '\(pattern)'.")
      return pattern
    } catch let error as IdentifierPath.ParsingError {
      try checkError(error, of: text)
      return nil
    }
  }

  private static func checkSearch(
    for path: IdentifierPath,
    among patterns: [IdentifierPath.Pattern]
  ) throws {
    var matcher = PatternMatcher<Int>()
    for (index, pattern) in patterns.enumerated() { matcher.insert(index, at: pattern) }
    var winner: Int?
    for (index, pattern) in patterns.enumerated() where pattern.matches(path) {
      guard let best = winner else {
        winner = index
        continue
      }
      if !pattern.specificity.lexicographicallyPrecedes(patterns[best].specificity) {
        winner = index
      }
    }
    try require(matcher.value(at: path) == winner, "The best pattern for '\(path)' is not found.")
  }

  private static func checkError(
    _ error: IdentifierPath.ParsingError,
    of text: String
  ) throws(Finding) {
    try require(
      (0...text.utf8.count).contains(error.offset),
      "An error lies at byte \(error.offset) of \(text.utf8.count)."
    )
    try require(!error.description.contains("\n"), "An error has several lines: '\(error)'.")
  }
}
