private import CSQLite

/// A prepared statement; it is finalized with the last reference to it.
final class SQLStatement {
  private let handle: OpaquePointer

  /// Whether the statement is running, so that it cannot be used a second time.
  private(set) var isRunning = false

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  /// Runs the statement.
  ///
  /// - Returns: SQLite's result code, which is `SQLITE_DONE` if all went well.
  func run(
    _ values: [SQLValue],
    each: (borrowing SQLRow) throws(LibraryError) -> Void
  ) throws(LibraryError) -> Int32 {
    isRunning = true
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
      isRunning = false
    }
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      guard code == SQLITE_OK else { return code }
    }
    while true {
      let code = sqlite3_step(handle)
      guard code == SQLITE_ROW else { return code }
      try each(SQLRow(handle))
    }
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .real(let number): return sqlite3_bind_double(handle, index, number)
    case .text(var text):
      // SQLITE_TRANSIENT, a cast in C that is not imported: SQLite copies the text.
      let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          guard let start = characters.baseAddress else {
            return sqlite3_bind_text(handle, index, "", 0, copies)
          }
          return sqlite3_bind_text(handle, index, start, Int32(characters.count), copies)
        }
      }
    }
  }
}
