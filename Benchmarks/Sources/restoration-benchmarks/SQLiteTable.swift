import CSQLite

/// A table of a SQLite database in WAL mode, with one row per node.
@MainActor
final class SQLiteTable {
  /// How durable an update is.
  enum Synchronous: String {
    /// The log is not synchronized at each update: a power loss may cost the last ones.
    case normal = "NORMAL"

    /// The log is synchronized at each update.
    case full = "FULL"
  }

  private let synchronous: Synchronous
  private let database: OpaquePointer
  private let updateStatement: OpaquePointer

  /// Makes a database with rows.
  init(at path: String, synchronous: Synchronous, rows: Int, bytes: [UInt8]) throws {
    var database: OpaquePointer?
    guard sqlite3_open(path, &database) == SQLITE_OK, let database else {
      throw BenchmarkError("SQLite cannot open \(path).")
    }
    self.database = database
    self.synchronous = synchronous
    try Self.execute("PRAGMA journal_mode=WAL", in: database)
    try Self.execute("PRAGMA synchronous=\(synchronous.rawValue)", in: database)
    try Self.execute(
      "CREATE TABLE node (id INTEGER PRIMARY KEY, state BLOB NOT NULL)",
      in: database
    )
    try Self.execute("BEGIN", in: database)
    let insertion = try Self.prepare("INSERT INTO node (state, id) VALUES (?, ?)", in: database)
    for row in 0..<rows { try Self.run(insertion, bytes, row, in: database) }
    sqlite3_finalize(insertion)
    try Self.execute("COMMIT", in: database)
    updateStatement = try Self.prepare("UPDATE node SET state = ? WHERE id = ?", in: database)
  }

  isolated deinit {
    sqlite3_finalize(updateStatement)
    sqlite3_close(database)
  }

  /// Updates a row, in a transaction of its own.
  func update(_ row: Int, to bytes: [UInt8]) throws {
    try Self.run(updateStatement, bytes, row, in: database)
  }

  /// Makes so many updates that the log reaches its full length, is copied into the database as
  /// SQLite does by itself at 1,000 pages, and begins again at its start, in the space that it has.
  func reuseLog(of row: Int, bytes: [UInt8]) throws {
    try Self.execute("PRAGMA synchronous=OFF", in: database)
    for turn in 0..<1_500 {
      var bytes = bytes
      bytes[0] = UInt8(truncatingIfNeeded: turn)
      try update(row, to: bytes)
    }
    try Self.execute("PRAGMA synchronous=\(synchronous.rawValue)", in: database)
  }

  private static func execute(_ text: String, in database: OpaquePointer) throws {
    guard sqlite3_exec(database, text, nil, nil, nil) == SQLITE_OK else {
      throw BenchmarkError("SQLite failed at '\(text)': \(message(of: database))")
    }
  }

  private static func prepare(_ text: String, in database: OpaquePointer) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, text, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw BenchmarkError("SQLite failed at '\(text)': \(message(of: database))")
    }
    return statement
  }

  private static func run(
    _ statement: OpaquePointer,
    _ bytes: [UInt8],
    _ row: Int,
    in database: OpaquePointer
  ) throws {
    // The bytes stay where they are until the statement has run, so SQLite need not copy them.
    let result = bytes.withUnsafeBytes { bytes in
      sqlite3_bind_blob(statement, 1, bytes.baseAddress, Int32(bytes.count), nil)
      sqlite3_bind_int64(statement, 2, Int64(row))
      return sqlite3_step(statement)
    }
    sqlite3_reset(statement)
    guard result == SQLITE_DONE else {
      throw BenchmarkError("SQLite failed to write a row: \(message(of: database))")
    }
  }

  private static func message(of database: OpaquePointer) -> String {
    String(cString: sqlite3_errmsg(database))
  }
}
