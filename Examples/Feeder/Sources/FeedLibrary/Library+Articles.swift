extension Library {
  /// An article; nil if it is not there.
  public func article(_ id: Article.ID) throws(LibraryError) -> Article? {
    let tags = try database.all(
      "SELECT name FROM tags WHERE article = ? ORDER BY name",
      [SQLValue(id)]
    ) { $0.text(0) }
    return try database.first(
      """
      SELECT \(Self.summaryColumns), a.link, a.content, a.note
      FROM articles AS a JOIN feeds AS f ON f.id = a.feed WHERE a.id = ?
      """,
      [SQLValue(id)]
    ) { row in
      Article(
        summary: Self.summary(row),
        link: row.optionalText(10),
        contentHTML: row.text(11),
        note: row.text(12),
        tags: tags
      )
    }
  }

  /// The row of an article; nil if it is not there.
  public func summary(of id: Article.ID) throws(LibraryError) -> ArticleSummary? {
    try database.first(
      """
      SELECT \(Self.summaryColumns)
      FROM articles AS a JOIN feeds AS f ON f.id = a.feed WHERE a.id = ?
      """,
      [SQLValue(id)],
      Self.summary
    )
  }

  /// The article that an address leads to, for following a link within the library.
  ///
  /// - Returns: The newest one of that address; nil if there is none.
  public func article(linkedFrom url: String) throws(LibraryError) -> Article.ID? {
    try database.first(
      "SELECT id FROM articles WHERE link_key = ? ORDER BY date DESC, id DESC LIMIT 1",
      [.text(TextKey.address(url))]
    ) { $0.id(0) }
  }

  /// Marks an article as read or unread; false if it is not there.
  @discardableResult
  public func setRead(_ isRead: Bool, for id: Article.ID) throws(LibraryError) -> Bool {
    try set("is_read", SQLValue(isRead), for: id)
  }

  /// Marks all articles of a list as read.
  ///
  /// - Returns: How many were not.
  @discardableResult
  public func markAllRead(matching query: ArticleQuery) throws(LibraryError) -> Int {
    let selection = ArticleSelection(query)
    return try database.change(
      """
      UPDATE articles SET is_read = 1
      WHERE is_read = 0 AND id IN (SELECT a.id FROM \(selection.sql))
      """,
      selection.values
    )
  }

  /// Stars an article or takes the star away; false if it is not there.
  @discardableResult
  public func setStarred(_ isStarred: Bool, for id: Article.ID) throws(LibraryError) -> Bool {
    try set("is_starred", SQLValue(isStarred), for: id)
  }

  /// Sets the note on an article, empty for none; false if it is not there.
  @discardableResult
  public func setNote(_ note: String, for id: Article.ID) throws(LibraryError) -> Bool {
    try set("note", .text(note), for: id)
  }

  /// Sets the tags of an article; false if it is not there.
  ///
  /// White space around tags is dropped, and so are empty ones.
  @discardableResult
  public func setTags(_ tags: [String], for id: Article.ID) throws(LibraryError) -> Bool {
    try database.transaction { () throws(LibraryError) in
      let isThere = try database.exists("SELECT 1 FROM articles WHERE id = ?", [SQLValue(id)])
      guard isThere else { return false }
      try database.run("DELETE FROM tags WHERE article = ?", [SQLValue(id)])
      for tag in Set(tags.map(TextKey.line)) where !tag.isEmpty {
        try database.run(
          "INSERT INTO tags (article, name) VALUES (?, ?)",
          [SQLValue(id), .text(tag)]
        )
      }
      return true
    }
  }

  /// All tags in use, by name.
  public func tags() throws(LibraryError) -> [TagCount] {
    let tags = try database.all("SELECT name, count(*) FROM tags GROUP BY name ORDER BY name") {
      TagCount(name: $0.text(0), articles: $0.int(1))
    }
    return tags.sorted { TextKey.sorting($0.name) < TextKey.sorting($1.name) }
  }

  /// Deletes an article with its note and tags; false if it is not there.
  @discardableResult
  public func deleteArticle(_ id: Article.ID) throws(LibraryError) -> Bool {
    try database.change("DELETE FROM articles WHERE id = ?", [SQLValue(id)]) > 0
  }

  private func set(
    _ column: String,
    _ value: SQLValue,
    for id: Article.ID
  ) throws(LibraryError) -> Bool {
    try database.change(
      "UPDATE articles SET \(column) = ? WHERE id = ?",
      [value, SQLValue(id)]
    ) > 0
  }
}
