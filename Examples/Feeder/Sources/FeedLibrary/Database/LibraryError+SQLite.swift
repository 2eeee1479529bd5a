private import CSQLite

extension LibraryError {
  /// Says what a result code of SQLite means here, and what to do.
  init(sqlite code: Int32, message: String, path: String) {
    let (kind, problem, remedy): (Code, String, String) =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED:
        (
          .busy, "another process is writing to the library",
          "wait until it is done, or end it, and try again"
        )
      case SQLITE_CORRUPT:
        (.damaged, "the library is damaged", "move the file away, and import the feeds again")
      case SQLITE_NOTADB:
        (.damaged, "the file is no library", "give the path of a library, or of no file")
      case SQLITE_CANTOPEN:
        (.cannotOpen, "the library cannot be opened", "check the path and its permissions")
      case SQLITE_FULL:
        (.cannotWrite, "the disk is full", "make room, and try again")
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_IOERR:
        (
          .cannotWrite, "the library cannot be written (\(message))",
          "check the permissions of the file and its folder"
        )
      default:
        (.database, "the database reports: \(message)", "try again, and report it if it stays")
      }
    self.init(kind, path: path, problem: problem, remedy: remedy, sqliteCode: code)
  }
}
