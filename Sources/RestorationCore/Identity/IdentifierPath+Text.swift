extension IdentifierPath: LosslessStringConvertible {
  /// The path as text, such as `root/center:tabs/reading/secondary:article[1]`.
  ///
  /// The single slot of a container and the first ordinal are not printed. `/`, `:`, `[`, `*`, `%`,
  /// control characters and the two line separators of Unicode are written as percent escapes of
  /// their UTF-8 bytes, so that the text of a path is one line.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var description: String {
    components.lazy.map(\.description).joined(separator: "/")
  }

  /// Reads a path from its text, or returns `nil` if no path prints so.
  ///
  /// ``init(parsing:)`` says what is wrong. Written with a literal, as in `IdentifierPath("a/b")`,
  /// Swift takes the text for a literal path instead, which traps if it is malformed.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public init?(_ description: String) {
    do {
      try self.init(parsing: description)
    } catch {
      return nil
    }
  }

  /// Reads a path from its text.
  ///
  /// Exactly what ``description`` prints is accepted: no empty component, no `[0]`, no leading
  /// zeros, and no escape that is lowercase or not needed.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: A ``ParsingError`` that says what is wrong, and where.
  public init(parsing text: String) throws(ParsingError) {
    let scanner = PathTextScanner(text: text, kind: "path")
    var components: [Component] = []
    for fields in try scanner.components() {
      components.append(try scanner.component(of: fields))
    }
    // A text without a slash is one component, so there is always a first one.
    self.init(root: components[0], descendants: components.dropFirst())
  }

  private init(root: Component, descendants: ArraySlice<Component>) {
    components = [root] + descendants
  }
}

extension IdentifierPath: ExpressibleByStringLiteral {
  /// Makes a path from a literal; a malformed one is a programmer error.
  public init(stringLiteral value: String) {
    do {
      try self.init(parsing: value)
    } catch {
      preconditionFailure(error.description)
    }
  }
}

extension IdentifierPath: Codable {
  /// Reads the path from its text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do throws(ParsingError) {
      try self.init(parsing: text)
    } catch {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: error.description
      )
    }
  }

  /// Writes the path as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension PathTextScanner {
  /// Reads one component of a path.
  fileprivate func component(
    of fields: Fields
  ) throws(IdentifierPath.ParsingError) -> IdentifierPath.Component {
    let ordinal = try ordinal(of: fields)
    if let range = fields.ordinal, ordinal == 0 {
      throw error(at: range.lowerBound, "the first ordinal is never written; leave out '[0]'")
    }
    return IdentifierPath.Component(
      identifier: try unescaped(fields.name),
      slot: try slot(of: fields) ?? .only,
      ordinal: ordinal ?? 0
    )
  }
}
