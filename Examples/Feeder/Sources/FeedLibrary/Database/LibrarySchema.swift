/// The tables of a library, and how an older library gets them.
enum LibrarySchema {
  /// The version of the tables, kept in `user_version`.
  static var version: Int { steps.count }

  /// Brings a database up to date: step *n* makes version *n* + 1 of version *n*.
  static func prepare(_ database: SQLDatabase) throws(LibraryError) {
    try database.run("PRAGMA foreign_keys = ON")
    // Two that open a new library at once get in each other's way here.
    try database.retryingWhileBusy { () throws(LibraryError) in
      try database.run("PRAGMA journal_mode = WAL")
    }
    guard try current(database) != version else { return }
    try database.transaction { () throws(LibraryError) in
      // Asked once more: another process may have been faster.
      let current = try current(database)
      guard current <= version else { throw newer(database.path, current) }
      for step in steps[current...] {
        for statement in step { try database.run(statement) }
      }
      try database.run("PRAGMA user_version = \(version)")
    }
  }

  private static func current(_ database: SQLDatabase) throws(LibraryError) -> Int {
    try database.first("PRAGMA user_version") { $0.int(0) } ?? 0
  }

  private static func newer(_ path: String, _ found: Int) -> LibraryError {
    LibraryError(
      .newerSchema,
      path: path,
      problem: "the library has version \(found), but only up to \(version) is known here",
      remedy: "use the newer feeder that made it"
    )
  }

  private static let steps = [
    [
      """
      CREATE TABLE folders (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL,
        parent INTEGER REFERENCES folders(id)
      )
      """,
      "CREATE UNIQUE INDEX folders_by_name ON folders (ifnull(parent, 0), name)",
      """
      CREATE TABLE feeds (
        id INTEGER PRIMARY KEY,
        title TEXT NOT NULL,
        title_key TEXT NOT NULL,
        feed_url TEXT,
        feed_key TEXT UNIQUE,
        site_url TEXT,
        site_key TEXT,
        folder INTEGER REFERENCES folders(id)
      )
      """,
      "CREATE INDEX feeds_by_site ON feeds (site_key)",
      "CREATE INDEX feeds_by_folder ON feeds (folder)",
      // The content comes last: what is before it is read without it.
      """
      CREATE TABLE articles (
        id INTEGER PRIMARY KEY,
        feed INTEGER NOT NULL REFERENCES feeds(id) ON DELETE CASCADE,
        guid TEXT NOT NULL,
        title TEXT NOT NULL,
        title_key TEXT NOT NULL,
        link TEXT,
        link_key TEXT,
        author TEXT,
        date REAL NOT NULL,
        is_read INTEGER NOT NULL DEFAULT 0,
        is_starred INTEGER NOT NULL DEFAULT 0,
        note TEXT NOT NULL DEFAULT '',
        excerpt TEXT NOT NULL,
        content TEXT NOT NULL,
        UNIQUE (feed, guid)
      )
      """,
      "CREATE INDEX articles_by_date ON articles (date, id)",
      "CREATE INDEX articles_by_feed ON articles (feed, date, id)",
      "CREATE INDEX articles_by_title ON articles (title_key, id)",
      "CREATE INDEX articles_by_link ON articles (link_key)",
      "CREATE INDEX articles_unread ON articles (feed) WHERE is_read = 0",
      "CREATE INDEX articles_unread_by_date ON articles (date, id) WHERE is_read = 0",
      "CREATE INDEX articles_starred ON articles (date, id) WHERE is_starred = 1",
      "CREATE INDEX articles_annotated ON articles (date, id) WHERE note <> ''",
      """
      CREATE TABLE tags (
        article INTEGER NOT NULL REFERENCES articles(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        PRIMARY KEY (article, name)
      ) WITHOUT ROWID
      """,
      "CREATE INDEX tags_by_name ON tags (name, article)",
      """
      CREATE VIRTUAL TABLE article_text USING fts5 (
        title, body, author, note, tokenize = 'unicode61 remove_diacritics 2'
      )
      """,
      """
      CREATE TRIGGER article_deleted AFTER DELETE ON articles BEGIN
        DELETE FROM article_text WHERE rowid = old.id;
      END
      """,
      """
      CREATE TRIGGER note_changed AFTER UPDATE OF note ON articles BEGIN
        UPDATE article_text SET note = new.note WHERE rowid = new.id;
      END
      """,
    ]
  ]
}
