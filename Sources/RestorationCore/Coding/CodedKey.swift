/// A key of a map as it is written: a text or an integer.
enum CodedKey: Hashable {
  case text(String)
  case integer(Int)

  /// Chooses how a coding key is written: by its integer, if it has one of its own.
  ///
  /// Keys made from strings often take the string's number for their integer. Then only the digits
  /// that the number itself would print stand for it; `05` stays the text that it is.
  init(_ key: some CodingKey) {
    let text = key.stringValue
    if let integer = key.intValue, Int(text) != integer || text == String(integer) {
      self = .integer(integer)
    } else {
      self = .text(text)
    }
  }

  /// How another type of key could have written the same key.
  init?(alternativeFor key: some CodingKey) {
    let text = key.stringValue
    if case .integer = CodedKey(key) {
      self = .text(text)
    } else if let integer = Int(text), text == String(integer) {
      self = .integer(integer)
    } else {
      return nil
    }
  }

  /// Whether this key's encoded bytes come before those of another.
  func precedes(_ other: CodedKey) -> Bool {
    switch (self, other) {
    case (.text(let key), .text(let other)): key.precedesInState(other)
    case (.integer(let key), .integer(let other)): key.precedesInState(other)
    case (.integer, .text): true
    case (.text, .integer): false
    }
  }

  /// Writes the key.
  func write(to writer: inout CBORWriter) {
    switch self {
    case .text(let key): writer.writeText(key)
    case .integer(let key): writer.writeInteger(Int64(key))
    }
  }

  /// The key as a type of coding key has it, if it has it.
  func codingKey<Key: CodingKey>(as type: Key.Type) -> Key? {
    switch self {
    case .text(let key): Key(stringValue: key)
    case .integer(let key): Key(intValue: key) ?? Key(stringValue: String(key))
    }
  }
}

extension CodedKey {
  /// Compares two keys as their encoded bytes compare.
  static func == (lhs: CodedKey, rhs: CodedKey) -> Bool {
    switch (lhs, rhs) {
    case (.text(let key), .text(let other)): key.hasSameBytes(as: other)
    case (.integer(let key), .integer(let other)): key == other
    default: false
    }
  }

  // Strings with the same bytes have the same hash, so what is synthesized would do; it is spelled
  // out because `==` is.
  func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let key): hasher.combine(key)
    case .integer(let key): hasher.combine(key)
    }
  }
}
