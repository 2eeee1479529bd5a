/// Any value that an archive can hold, for when its type is not known.
///
/// Inspectors and migrations work with it. It is what CBOR (RFC 8949) can express.
public enum StateValue: Sendable {
  /// Nothing, as a value.
  case null

  /// A value that could not be told, in foreign data.
  case undefined

  /// A truth value.
  case boolean(Bool)

  /// An integer from 0.
  case unsigned(UInt64)

  /// The integer -1 - *n*, where *n* is the associated value.
  case negative(UInt64)

  /// A floating-point number; what it is written as depends on its value alone.
  case double(Double)

  /// A text.
  case text(String)

  /// A byte string.
  case bytes([UInt8])

  /// A list of values.
  case array([StateValue])

  /// Keys with their values, whose order does not matter.
  case map([Entry])

  /// A value whose meaning the tag tells.
  indirect case tagged(UInt64, StateValue)

  /// A simple value by its number, which is neither 20 to 23 nor 24 to 31.
  case simple(UInt8)

  /// A key of a map with its value.
  public struct Entry: Hashable, Sendable {
    /// The key.
    public var key: StateValue

    /// The value.
    public var value: StateValue

    /// Makes an entry.
    public init(key: StateValue, value: StateValue) {
      self.key = key
      self.value = value
    }
  }

  /// Makes the value of an integer.
  public init(_ integer: some BinaryInteger & Sendable) {
    if let value = UInt64(exactly: integer) {
      self = .unsigned(value)
    } else {
      self = .negative(UInt64(truncatingIfNeeded: -1 - integer))
    }
  }
}

// MARK: - Access

extension StateValue {
  /// The value of a text key of a map, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  public subscript(key: String) -> StateValue? {
    guard case .map(let entries) = self else { return nil }
    return entries.first { $0.key == .text(key) }?.value
  }
}

// MARK: - Comparison

extension StateValue: Hashable {
  /// Compares two values: texts by their bytes, numbers by their bits, maps in any order.
  public static func == (lhs: StateValue, rhs: StateValue) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null), (.undefined, .undefined): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.negative(let left), .negative(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.map(let left), .map(let right)): areEqual(left, right)
    case (.tagged(let left, let value), .tagged(let right, let other)):
      left == right && value == other
    case (.simple(let left), .simple(let right)): left == right
    default: false
    }
  }

  private static func areEqual(_ lhs: [Entry], _ rhs: [Entry]) -> Bool {
    guard lhs.count == rhs.count else { return false }
    if lhs == rhs { return true }
    return sorted(lhs) == sorted(rhs)
  }

  private static func sorted(_ entries: [Entry]) -> [Entry] {
    let keyed = entries.map { (key: $0.key.encoded(), entry: $0) }
    return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.entry)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .undefined: hasher.combine(1)
    case .boolean(let value): hasher.combine(value)
    case .unsigned(let value): hasher.combine(value)
    case .negative(let value): hasher.combine(~value)
    case .double(let value): hasher.combine(value.bitPattern)
    case .text(let value): hasher.combine(Array(value.utf8))
    case .bytes(let value): hasher.combine(value)
    case .array(let values): hasher.combine(values)
    case .map(let entries):
      // A sum is the same in any order.
      hasher.combine(entries.reduce(0) { $0 &+ $1.hashValue })
    case .tagged(let tag, let value):
      hasher.combine(tag)
      hasher.combine(value)
    case .simple(let value): hasher.combine(value)
    }
  }
}

// MARK: - Literals

extension StateValue: ExpressibleByNilLiteral {
  /// Makes ``null``.
  public init(nilLiteral: ()) {
    self = .null
  }
}
