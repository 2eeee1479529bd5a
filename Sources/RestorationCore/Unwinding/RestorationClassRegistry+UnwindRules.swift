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
    if case .one(let identifier?, _, _) = pattern.components.last {
      unwindRuleIdentifiers.insert(identifier)
    }
    unwindRulePatterns.insert(rules, at: pattern)
  }

  /// Whether rules may be registered for nodes of this very name.
  func namesUnwindRules(for identifier: String?) -> Bool {
    identifier.map { unwindRuleIdentifiers.contains(ExactString($0)) } ?? false
  }

  /// The rules for the container at a path.
  func unwindRules(at path: IdentifierPath) -> [UnwindRule] {
    unwindRulePatterns.value(at: path) ?? []
  }
}
