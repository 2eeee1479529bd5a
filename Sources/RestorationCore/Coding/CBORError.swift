/// Why bytes could not be read as CBOR.
public struct CBORError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public struct Code: Hashable, Sendable {
    /// The code's name.
    public let name: String

    private init(_ name: String) {
      self.name = name
    }

    /// The bytes end in the middle of an item, or an item claims more than there is.
    public static let endOfData = Code("endOfData")

    /// The bytes are not CBOR as RFC 8949 defines it.
    public static let malformed = Code("malformed")

    /// An item is of another kind than was asked for.
    public static let unexpectedKind = Code("unexpectedKind")

    /// A number does not fit the type that was asked for.
    public static let outOfRange = Code("outOfRange")

    /// An item has an indefinite length, which archives never contain.
    public static let indefiniteLength = Code("indefiniteLength")

    /// A text is not valid UTF-8.
    public static let invalidText = Code("invalidText")

    /// A map has a key twice, or one that cannot be compared.
    public static let invalidKey = Code("invalidKey")

    /// A limit of ``RestorationLimits`` was exceeded.
    public static let limitExceeded = Code("limitExceeded")

    /// Bytes follow the item that should have been the last one.
    public static let trailingBytes = Code("trailingBytes")
  }

  /// The kind of failure.
  public var code: Code

  /// The offset of the byte at which the item begins that could not be read.
  public var offset: Int

  /// One line that says what was found and what was expected.
  public var message: String

  /// Makes an error.
  public init(_ code: Code, at offset: Int, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }
}

extension CBORError: CustomStringConvertible {
  /// The message with its offset, on one line.
  public var description: String { "\(message) (at byte \(offset))" }
}
