private import CSQLite
private import Foundation

/// A connection to a SQLite database.
///
/// Pointers stay within it and its statements.
final class SQLDatabase {
  /// The path of the file.
  let path: String

  private let handle: OpaquePointer

  /// How long to wait while another process writes.
  private let busyTimeout: Duration

  /// Statements that were prepared, by their SQL.
  private var statements: [String: SQLStatement] = [:]

  /// More statements than the library has; the texts of searches do not pile up beyond it.
  private static let maximumStatements = 100

  /// Opens a database; the file, if it is new, is its owner's alone (mode 0600).
  init(path: String, busyTimeout: Duration) throws(LibraryError) {
    self.path = path
    self.busyTimeout = busyTimeout
    try Self.makeFile(path)
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw LibraryError(sqlite: code, message: String(cString: sqlite3_errstr(code)), path: path)
    }
    handle = opened
    let milliseconds = busyTimeout / .milliseconds(1)
    sqlite3_busy_timeout(handle, Int32(min(max(milliseconds, 0), 86_400_000)))
  }

  // With `_v2` it does not matter that statements are finalized after this.
  deinit { sqlite3_close_v2(handle) }

  /// Makes the file if it is missing.
  ///
  /// A file that is there must not be opened and closed here: that would drop the locks that
  /// another connection of this process holds on it.
  private static func makeFile(_ path: String) throws(LibraryError) {
    let folder = URL(filePath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    } catch {
      throw cannotMake(path, "its folder cannot be made")
    }
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw cannotMake(path, String(cString: strerror(errno)))
    }
  }

  private static func cannotMake(_ path: String, _ reason: String) -> LibraryError {
    LibraryError(
      .cannotOpen,
      path: path,
      problem: "the library cannot be made (\(reason))",
      remedy: "check the path and the permissions of its folder"
    )
  }
}

extension SQLDatabase {
  /// Runs a statement, and calls a closure with each row of its result.
  func run(
    _ sql: String,
    _ values: [SQLValue] = [],
    each: (borrowing SQLRow) throws(LibraryError) -> Void = { _ throws(LibraryError) in }
  ) throws(LibraryError) {
    let code = try statement(sql).run(values, each: each)
    guard code == SQLITE_DONE else { throw error(code) }
  }

  /// Runs a statement and tells how many rows it changed.
  @discardableResult
  func change(_ sql: String, _ values: [SQLValue] = []) throws(LibraryError) -> Int {
    try run(sql, values)
    return Int(sqlite3_changes(handle))
  }

  /// The rows of a result.
  func all<Value>(
    _ sql: String,
    _ values: [SQLValue] = [],
    _ make: (borrowing SQLRow) -> Value
  ) throws(LibraryError) -> [Value] {
    var result: [Value] = []
    try run(sql, values) { row throws(LibraryError) in result.append(make(row)) }
    return result
  }

  /// The first row of a result; nil if there is none.
  func first<Value>(
    _ sql: String,
    _ values: [SQLValue] = [],
    _ make: (borrowing SQLRow) -> Value
  ) throws(LibraryError) -> Value? {
    try all(sql, values, make).first
  }

  /// Whether a result has any rows.
  func exists(_ sql: String, _ values: [SQLValue]) throws(LibraryError) -> Bool {
    try first(sql, values) { _ in true } ?? false
  }

  /// Does things whole or not at all; within another transaction as a part of that.
  func transaction<Value>(
    _ body: () throws(LibraryError) -> Value
  ) throws(LibraryError) -> Value {
    guard sqlite3_get_autocommit(handle) != 0 else { return try body() }
    try run("BEGIN IMMEDIATE")
    do {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      // SQLite has rolled back by itself after some errors, such as a full disk.
      if sqlite3_get_autocommit(handle) == 0 { try run("ROLLBACK") }
      throw error
    }
  }

  /// Tries again what SQLite does not wait for by itself, such as the change to WAL.
  func retryingWhileBusy(_ body: () throws(LibraryError) -> Void) throws(LibraryError) {
    let deadline = ContinuousClock.now + busyTimeout
    while true {
      do {
        return try body()
      } catch {
        guard error.code == .busy, ContinuousClock.now < deadline else { throw error }
        usleep(5_000)
      }
    }
  }

  private func statement(_ sql: String) throws(LibraryError) -> SQLStatement {
    if let known = statements[sql], !known.isRunning { return known }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw error(code) }
    let statement = SQLStatement(prepared)
    if statements.count >= Self.maximumStatements { statements.removeAll() }
    statements[sql] = statement
    return statement
  }

  private func error(_ code: Int32) -> LibraryError {
    LibraryError(sqlite: code, message: String(cString: sqlite3_errmsg(handle)), path: path)
  }
}
