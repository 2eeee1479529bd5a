/// The feeds and articles of a reader, in a SQLite database.
///
/// A library belongs to one isolation domain (it is not `Sendable`); several libraries, also of
/// several processes, may be open on one file. Every operation is a transaction: it happens
/// whole or not at all, and is on disk when it returns.
///
/// Every operation can throw a ``LibraryError``: the disk may be full, or another process may
/// be writing for too long.
public final class Library {
  /// The path of the database.
  public let path: String

  let database: SQLDatabase

  /// Opens a library, and makes file (mode 0600), folders and tables that are missing.
  ///
  /// - Parameters:
  ///   - path: The path of the database.
  ///   - busyTimeout: How long to wait while another process writes.
  /// - Throws: An error if the file cannot be made or opened, is no library, or is a later
  ///   version's.
  public init(path: String, busyTimeout: Duration = .seconds(5)) throws(LibraryError) {
    self.path = path
    database = try SQLDatabase(path: path, busyTimeout: busyTimeout)
    try LibrarySchema.prepare(database)
  }

  /// An error for a value that cannot be stored.
  func invalid(_ problem: String, remedy: String) -> LibraryError {
    LibraryError(.invalid, path: path, problem: problem, remedy: remedy)
  }
}
