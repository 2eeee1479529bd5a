private import CSQLite

/// A row of a result, which is only there while its closure runs.
struct SQLRow: ~Copyable {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) { self.statement = statement }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func int(_ column: Int32) -> Int { Int(integer(column)) }

  func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  /// The text of a column; empty for NULL.
  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The text of a column; nil for NULL.
  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  func id<Object>(_ column: Int32) -> LibraryID<Object> { LibraryID(rawValue: integer(column)) }

  func optionalID<Object>(_ column: Int32) -> LibraryID<Object>? {
    isNull(column) ? nil : id(column)
  }
}
