private import Foundation

extension Library {
  /// A page of a list.
  ///
  /// - Parameters:
  ///   - query: Which articles, in which order.
  ///   - offset: How many of them come before the page.
  ///   - limit: How many the page has at most.
  /// - Returns: The rows of the page, fewer or none at the end of the list.
  /// - Throws: An error if the database cannot answer.
  public func articles(
    matching query: ArticleQuery,
    offset: Int = 0,
    limit: Int
  ) throws(LibraryError) -> [ArticleSummary] {
    let selection = ArticleSelection(query)
    return try database.all(
      "SELECT \(Self.summaryColumns) FROM \(selection.sql) ORDER BY \(selection.order) LIMIT ? OFFSET ?",
      selection.values + [SQLValue(max(limit, 0)), SQLValue(max(offset, 0))],
      Self.summary
    )
  }

  /// The length of a list.
  public func count(matching query: ArticleQuery) throws(LibraryError) -> Int {
    let selection = ArticleSelection(query)
    return try count("SELECT count(*) FROM \(selection.sql)", selection.values)
  }

  /// The place of an article in a list, counted from 0; nil if it is not in it.
  ///
  /// - Complexity: O(*n*) in the length of the list.
  public func position(
    of id: Article.ID,
    in query: ArticleQuery
  ) throws(LibraryError) -> Int? {
    let selection = ArticleSelection(query)
    return try database.first(
      """
      SELECT place - 1 FROM (
        SELECT a.id AS id, row_number() OVER (ORDER BY \(selection.order)) AS place
        FROM \(selection.sql)
      ) WHERE id = ?
      """,
      selection.values + [SQLValue(id)]
    ) { $0.int(0) }
  }

  /// How much is in the library.
  public func counts() throws(LibraryError) -> LibraryCounts {
    let counts = try database.first(
      """
      SELECT (SELECT count(*) FROM feeds), (SELECT count(*) FROM articles),
        (SELECT count(*) FROM articles WHERE is_read = 0),
        (SELECT count(*) FROM articles WHERE is_starred = 1),
        (SELECT count(*) FROM articles WHERE note <> '')
      """
    ) { row in
      LibraryCounts(
        feeds: row.int(0),
        articles: row.int(1),
        unread: row.int(2),
        starred: row.int(3),
        annotated: row.int(4)
      )
    }
    return counts ?? LibraryCounts(feeds: 0, articles: 0, unread: 0, starred: 0, annotated: 0)
  }

  /// A number that changes when another connection changes the library, not when this one does.
  public func dataVersion() throws(LibraryError) -> Int {
    try count("PRAGMA data_version")
  }

  /// The number that a statement gives.
  func count(_ sql: String, _ values: [SQLValue] = []) throws(LibraryError) -> Int {
    try database.first(sql, values) { $0.int(0) } ?? 0
  }

  static let summaryColumns = """
    a.id, a.feed, f.title, a.title, a.author, a.date, a.excerpt, a.is_read, a.is_starred,
    a.note <> ''
    """

  static func summary(_ row: borrowing SQLRow) -> ArticleSummary {
    ArticleSummary(
      id: row.id(0),
      feed: row.id(1),
      feedTitle: row.text(2),
      title: row.text(3),
      author: row.optionalText(4),
      date: Date(timeIntervalSince1970: row.real(5)),
      excerpt: row.text(6),
      isRead: row.flag(7),
      isStarred: row.flag(8),
      hasNote: row.flag(9)
    )
  }
}
