extension RestorationClassRegistry {
  /// Gives containers at certain places unwind rules, whoever makes them.
  ///
  /// They are consulted after the rules that are set on a container itself. Of several patterns that
  /// match its path, the most specific one counts; registered for equal patterns, the last
  /// registration does.
  ///
  /// - Parameters:
  ///   - rules: The rules, of which the first that fits is followed.
  ///   - pattern: The places.
  public mutating func registerUnwindRules(
    _ rules: [UnwindRule],
    at pattern: IdentifierPath.Pattern
  ) {
    hasUnwindRules = true
    unwindRulePatterns.insert(rules, at: pattern)
  }

  /// The rules for the container at a path.
  func unwindRules(at path: IdentifierPath) -> [UnwindRule] {
    unwindRulePatterns.value(at: path) ?? []
  }
}
