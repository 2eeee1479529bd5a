import CSQLite
import Testing

/// A second connection to a database, as another program would have it.
final class SQLiteShell {
  private let handle: OpaquePointer

  init(path: String) throws {
    var opened: OpaquePointer?
    #expect(sqlite3_open(path, &opened) == SQLITE_OK)
    handle = try #require(opened)
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String) {
    #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
  }

  static func run(_ sql: String, at path: String) throws {
    try SQLiteShell(path: path).run(sql)
  }
}
