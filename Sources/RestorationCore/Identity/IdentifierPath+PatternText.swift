extension IdentifierPath.Pattern: LosslessStringConvertible {
  /// The pattern as text, such as `main/*/secondary:article[0]`.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var description: String {
    components.lazy.map(\.text).joined(separator: "/")
  }

  /// Reads a pattern from its text, or returns `nil` if it is malformed.
  ///
  /// ``init(parsing:)`` says what is wrong. Written with a literal, Swift takes the text for a
  /// literal pattern instead, which traps if it is malformed.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public init?(_ description: String) {
    do {
      try self.init(parsing: description)
    } catch {
      return nil
    }
  }

  /// Reads a pattern from its text.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: An ``IdentifierPath/ParsingError`` that says what is wrong, and where.
  public init(parsing text: String) throws(IdentifierPath.ParsingError) {
    let scanner = PathTextScanner(text: text, kind: "pattern")
    var components: [Component] = []
    var hasGap = false
    for fields in try scanner.components() {
      let component = try scanner.patternComponent(of: fields)
      if component == .anyComponents {
        guard !hasGap else {
          throw scanner.error(
            at: fields.whole.lowerBound,
            "'**' stands here for the second time; use it once, and '*' for single components"
          )
        }
        hasGap = true
      }
      components.append(component)
    }
    self.components = components
  }
}

extension IdentifierPath.Pattern: ExpressibleByStringLiteral {
  /// Makes a pattern from a literal; a malformed one is a programmer error.
  public init(stringLiteral value: String) {
    do {
      try self.init(parsing: value)
    } catch {
      preconditionFailure(error.description)
    }
  }
}

extension IdentifierPath.Pattern.Component {
  fileprivate var text: String {
    guard case .one(let identifier, let slot, let ordinal) = self else { return "**" }
    let prefix = slot.map { $0.name.escapedForPath + ":" } ?? ""
    let suffix = ordinal.map { "[\($0)]" } ?? ""
    return prefix + (identifier?.text.escapedForPath ?? "*") + suffix
  }
}

extension PathTextScanner {
  /// Reads one component of a pattern.
  fileprivate func patternComponent(
    of fields: Fields
  ) throws(IdentifierPath.ParsingError) -> IdentifierPath.Pattern.Component {
    if reads(fields.name, as: "**") {
      guard fields.name == fields.whole else {
        throw error(
          at: fields.whole.lowerBound,
          "'**' stands for any number of components and takes no slot or ordinal; use '*'"
        )
      }
      return .anyComponents
    }
    let identifier =
      reads(fields.name, as: "*") ? nil : ExactString(try unescaped(fields.name))
    return .one(
      identifier: identifier,
      slot: try slot(of: fields),
      ordinal: try ordinal(of: fields)
    )
  }
}
