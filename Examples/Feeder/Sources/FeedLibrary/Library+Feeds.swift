extension Library {
  /// All feeds with their counts, by title.
  ///
  /// - Complexity: O(*n*) in the number of articles.
  public func feeds() throws(LibraryError) -> [Feed] {
    try database.all(Self.selectFeed + " ORDER BY title_key, id", [], Self.feed)
  }

  /// A feed; nil if it is not there.
  public func feed(_ id: Feed.ID) throws(LibraryError) -> Feed? {
    try database.first(Self.selectFeed + " WHERE id = ?", [SQLValue(id)], Self.feed)
  }

  /// Adds a feed without articles, or finds the one of that address.
  ///
  /// - Throws: ``LibraryError/Code/invalid`` if the address is empty or the folder is not there.
  public func addFeed(
    title: String,
    feedURL: String,
    siteURL: String? = nil,
    in folder: Folder.ID? = nil
  ) throws(LibraryError) -> Feed.ID {
    guard !TextKey.address(feedURL).isEmpty else {
      throw invalid("a feed needs an address", remedy: "give it one")
    }
    return try database.transaction { () throws(LibraryError) in
      try check(folder)
      let source = FeedSource(title: title, feedURL: feedURL, siteURL: siteURL)
      return try findOrAdd(source, in: folder).id
    }
  }

  /// Gives a feed another title; false if it is not there.
  ///
  /// - Throws: ``LibraryError/Code/invalid`` if the title is empty.
  @discardableResult
  public func renameFeed(_ id: Feed.ID, to title: String) throws(LibraryError) -> Bool {
    let title = TextKey.line(title)
    guard !title.isEmpty else { throw invalid("a feed needs a title", remedy: "give it one") }
    return try database.change(
      "UPDATE feeds SET title = ?, title_key = ? WHERE id = ?",
      [.text(title), .text(TextKey.sorting(title)), SQLValue(id)]
    ) > 0
  }

  /// Moves a feed to a folder, or to the top; false if it is not there.
  ///
  /// - Throws: ``LibraryError/Code/invalid`` if the folder is not there.
  @discardableResult
  public func moveFeed(_ id: Feed.ID, to folder: Folder.ID?) throws(LibraryError) -> Bool {
    try database.transaction { () throws(LibraryError) in
      try check(folder)
      return try database.change(
        "UPDATE feeds SET folder = ? WHERE id = ?",
        [SQLValue(folder), SQLValue(id)]
      ) > 0
    }
  }

  /// Deletes a feed with its articles, their notes and tags; false if it is not there.
  @discardableResult
  public func deleteFeed(_ id: Feed.ID) throws(LibraryError) -> Bool {
    try database.change("DELETE FROM feeds WHERE id = ?", [SQLValue(id)]) > 0
  }

  private static let selectFeed = """
    SELECT id, title, feed_url, site_url, folder,
      (SELECT count(*) FROM articles WHERE feed = feeds.id),
      (SELECT count(*) FROM articles WHERE feed = feeds.id AND is_read = 0)
    FROM feeds
    """

  private static func feed(_ row: borrowing SQLRow) -> Feed {
    Feed(
      id: row.id(0),
      title: row.text(1),
      feedURL: row.optionalText(2),
      siteURL: row.optionalText(3),
      folder: row.optionalID(4),
      articleCount: row.int(5),
      unreadCount: row.int(6)
    )
  }
}
