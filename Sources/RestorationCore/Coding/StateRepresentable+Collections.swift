extension Optional: StateRepresentable where Wrapped: StateRepresentable {
  /// A null stands for `nil`.
  public static var stateMayBeNull: Bool { true }

  /// Writes `nil` as a null, and anything else as itself.
  ///
  /// What may itself be a null, such as the inner optional of `Int??`, goes into an array of one.
  public func writeState(to writer: inout CBORWriter) throws {
    guard let value = self else {
      writer.writeNull()
      return
    }
    guard Wrapped.stateMayBeNull else { return try value.writeState(to: &writer) }
    try writer.checkDepth()
    writer.writeArrayHeader(1)
    try writer.nest { try value.writeState(to: &$0) }
  }

  /// Reads a null as `nil`, and anything else as the wrapped type.
  public static func readState(from reader: inout CBORReader) throws -> Wrapped? {
    if reader.readNullIfPresent() { return nil }
    if Wrapped.stateMayBeNull {
      let start = reader.position
      guard try reader.readArrayHeader() == 1 else {
        throw CBORError(
          .unexpectedKind,
          at: start,
          "An optional of an optional is an array of one."
        )
      }
    }
    return try Wrapped.readState(from: &reader)
  }
}

extension Array: StateRepresentable where Element: StateRepresentable {
  /// Writes the elements in order.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public func writeState(to writer: inout CBORWriter) throws {
    try writer.checkDepth()
    writer.writeArrayHeader(count)
    try writer.nest { writer in
      for element in self { try element.writeState(to: &writer) }
    }
  }

  /// Reads the elements in order.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public static func readState(from reader: inout CBORReader) throws -> [Element] {
    var elements: [Element] = []
    for _ in 0..<(try reader.readArrayHeader()) {
      elements.append(try Element.readState(from: &reader))
    }
    return elements
  }
}

/// A key of dictionaries that are written as maps without a detour: a string or an integer.
public protocol StateDictionaryKey: StateRepresentable, Hashable {
  /// Whether this key's encoded bytes come before those of another.
  func precedesInState(_ other: Self) -> Bool

  /// Reads a key of a map.
  ///
  /// - Throws: ``CBORError`` if the next item is none.
  static func readStateKey(from reader: inout CBORReader) throws -> Self
}

extension String: StateDictionaryKey {
  /// Compares lengths first, then bytes, which is the order of the encoded texts.
  public func precedesInState(_ other: String) -> Bool {
    let (count, otherCount) = (utf8.count, other.utf8.count)
    guard count == otherCount else { return count < otherCount }
    return utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Reads a text, or an integer as its digits, as which an `Encoder` may have written them.
  public static func readStateKey(from reader: inout CBORReader) throws -> String {
    try reader.peekKind() == .text ? reader.readText() : String(reader.readInteger())
  }
}

extension Int: StateDictionaryKey {
  /// Orders the numbers from 0 up, then those from -1 down, as their encoded bytes are.
  public func precedesInState(_ other: Int) -> Bool {
    (self < 0) == (other < 0) ? magnitude < other.magnitude : other < 0
  }

  /// Reads an integer.
  public static func readStateKey(from reader: inout CBORReader) throws -> Int {
    try reader.readInteger(as: Int.self)
  }
}

extension Dictionary: StateRepresentable where Key: StateDictionaryKey, Value: StateRepresentable {
  /// Writes the entries in the order of their encoded keys, so that equal dictionaries give equal
  /// bytes.
  ///
  /// - Complexity: O(*n* log *n*) in the number of entries.
  public func writeState(to writer: inout CBORWriter) throws {
    try writer.checkDepth()
    writer.writeMapHeader(count)
    try writer.nest { writer in
      for (key, value) in sorted(by: { $0.key.precedesInState($1.key) }) {
        try key.writeState(to: &writer)
        try value.writeState(to: &writer)
      }
    }
  }

  /// Reads the entries; no key may come twice.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  public static func readState(from reader: inout CBORReader) throws -> [Key: Value] {
    var entries: [Key: Value] = [:]
    for _ in 0..<(try reader.readMapHeader()) {
      let start = reader.position
      let key = try Key.readStateKey(from: &reader)
      let value = try Value.readState(from: &reader)
      guard entries.updateValue(value, forKey: key) == nil else {
        throw CBORError(.invalidKey, at: start, "A map has the key \(key) twice.")
      }
    }
    return entries
  }
}
