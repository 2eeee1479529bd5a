/// Why the library could not do something: what, where, and what to do, in one line.
public struct LibraryError: Error, Hashable, Sendable {
  /// What kind of error this is.
  public var code: Code

  /// The path of the database.
  public var path: String

  /// What is wrong, without a final period.
  public var problem: String

  /// What to do about it, without a final period.
  public var remedy: String

  /// SQLite's extended result code; 0 if SQLite was not asked.
  public var sqliteCode: Int32

  /// Creates an error.
  public init(
    _ code: Code,
    path: String,
    problem: String,
    remedy: String,
    sqliteCode: Int32 = 0
  ) {
    self.code = code
    self.path = path
    self.problem = problem
    self.remedy = remedy
    self.sqliteCode = sqliteCode
  }
}

extension LibraryError {
  /// A kind of error; later versions may know more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public var rawValue: String

    /// Creates a kind.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file cannot be made or opened.
    public static let cannotOpen = Code(rawValue: "cannotOpen")

    /// Another process was writing for longer than the time to wait.
    public static let busy = Code(rawValue: "busy")

    /// The file is no database, or it is damaged.
    public static let damaged = Code(rawValue: "damaged")

    /// A later version made the database.
    public static let newerSchema = Code(rawValue: "newerSchema")

    /// The disk is full, or the file may not be written.
    public static let cannotWrite = Code(rawValue: "cannotWrite")

    /// What was given cannot be stored: an empty name, or a folder or feed that is not there.
    public static let invalid = Code(rawValue: "invalid")

    /// Anything else that SQLite reports.
    public static let database = Code(rawValue: "database")
  }
}

extension LibraryError: CustomStringConvertible {
  /// The whole in one line, as `path: problem; remedy.` reads.
  public var description: String { "\(path): \(problem); \(remedy)." }
}
