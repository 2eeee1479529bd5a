/// Why a store could not do what it was asked.
public struct StateStoreError: Error, Hashable, Sendable {
  /// The kinds of failure; a store may add its own.
  public struct Code: Hashable, Sendable {
    /// The code's name.
    public let name: String

    /// Makes a code with a name of its own.
    public init(_ name: String) {
      self.name = name
    }

    /// The state cannot be reached now, and may be later: a locked device, a mount to come.
    public static let unavailable = Code("unavailable")

    /// Another process, or another store in this one, has the archive open for writing.
    public static let locked = Code("locked")

    /// Every copy of the archive is damaged beyond use.
    public static let damaged = Code("damaged")

    /// A newer version of the format wrote the archive.
    public static let fromNewerVersion = Code("fromNewerVersion")

    /// There is no room left on the disk, or the file would grow too large.
    public static let outOfSpace = Code("outOfSpace")

    /// The store may not be written to.
    public static let readOnly = Code("readOnly")

    /// The operating system refused a call for another reason.
    public static let inputOutput = Code("inputOutput")

    /// A limit of the store was exceeded.
    public static let limitExceeded = Code("limitExceeded")
  }

  /// The kind of failure.
  public var code: Code

  /// One line that says what happened and what to do.
  public var message: String

  /// Where it happened: a file's path, as a rule.
  public var location: String?

  /// The system call that failed, if one did.
  public var operation: String?

  /// The error number of the operating system, if a system call failed.
  public var errorNumber: Int32?

  /// Makes an error; what would break the message's line is escaped.
  public init(
    _ code: Code,
    _ message: String,
    location: String? = nil,
    operation: String? = nil,
    errorNumber: Int32? = nil
  ) {
    self.code = code
    self.message = message.onOneLine
    self.location = location
    self.operation = operation
    self.errorNumber = errorNumber
  }
}

extension StateStoreError: CustomStringConvertible {
  /// The message with its location, on one line.
  public var description: String {
    location.map { "\(message) (\($0.onOneLine))" } ?? message
  }
}
