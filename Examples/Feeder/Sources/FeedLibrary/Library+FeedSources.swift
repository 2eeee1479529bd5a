extension Library {
  /// Finds the feed that comes in, or adds it.
  ///
  /// Its own address tells, else that of its site if either side states no other address, else
  /// the title if there is no address at all. What is there stays; what was unknown is filled in.
  func findOrAdd(
    _ source: FeedSource,
    in folder: Folder.ID?
  ) throws(LibraryError) -> (id: Feed.ID, isNew: Bool) {
    if let known = try find(source) {
      try complete(known, with: source)
      return (known, false)
    }
    let id: Feed.ID = try freeID(for: source.identity, in: "feeds")
    try database.run(
      """
      INSERT INTO feeds (id, title, title_key, feed_url, feed_key, site_url, site_key, folder)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        SQLValue(id), .text(source.shownTitle), .text(TextKey.sorting(source.shownTitle)),
        SQLValue(source.feedURL), SQLValue(source.feedKey), SQLValue(source.siteURL),
        SQLValue(source.siteKey), SQLValue(folder),
      ]
    )
    return (id, true)
  }

  private func find(_ source: FeedSource) throws(LibraryError) -> Feed.ID? {
    if let key = source.feedKey,
      let id = try feedID("feed_key = ?", [.text(key)])
    {
      return id
    }
    if let key = source.siteKey {
      return try feedID(
        "site_key = ? AND (feed_key IS NULL OR ? IS NULL) ORDER BY id",
        [.text(key), SQLValue(source.feedKey)]
      )
    }
    guard source.feedKey == nil else { return nil }
    return try feedID(
      "feed_key IS NULL AND site_key IS NULL AND title = ?",
      [.text(source.shownTitle)]
    )
  }

  private func feedID(_ condition: String, _ values: [SQLValue]) throws(LibraryError) -> Feed.ID? {
    try database.first("SELECT id FROM feeds WHERE \(condition)", values) { $0.id(0) }
  }

  private func complete(_ id: Feed.ID, with source: FeedSource) throws(LibraryError) {
    try database.run(
      """
      UPDATE feeds SET feed_url = ifnull(feed_url, ?2), feed_key = ifnull(feed_key, ?3),
        site_url = ifnull(site_url, ?4), site_key = ifnull(site_key, ?5)
      WHERE id = ?1 AND (feed_url IS NULL OR site_url IS NULL)
      """,
      [
        SQLValue(id), SQLValue(source.feedURL), SQLValue(source.feedKey),
        SQLValue(source.siteURL), SQLValue(source.siteKey),
      ]
    )
  }

  /// The lasting name for an identity; the next number if another object has it already.
  func freeID<Object>(
    for identity: [String],
    in table: String
  ) throws(LibraryError) -> LibraryID<Object> {
    var number = StableHash.number(for: identity)
    while try database.exists("SELECT 1 FROM \(table) WHERE id = ?", [.integer(number)]) {
      number = number == .max ? 1 : number + 1
    }
    return LibraryID(rawValue: number)
  }
}
