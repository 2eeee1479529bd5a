public import FeedImport
private import Foundation

extension Library {
  /// Takes in what a file held, in one transaction.
  ///
  /// Articles that are there by guid get the file's title, content, author, link and date; that
  /// they are read or starred, their notes and tags stay, and so do articles that the file does
  /// not have, titles of feeds, and the folders that feeds are in; a feed in no folder gets into
  /// that of a list. An article that was deleted is new again, under the lasting name it had.
  ///
  /// - Parameters:
  ///   - document: What the file held.
  ///   - folder: The folder for feeds and folders that are new; nil for the top.
  /// - Returns: What changed.
  /// - Throws: An error, with the library as it was before.
  /// - Complexity: O(*n*) in the size of the document.
  @discardableResult
  public func `import`(
    _ document: ImportedDocument,
    into folder: Folder.ID? = nil
  ) throws(LibraryError) -> ImportSummary {
    try database.transaction { () throws(LibraryError) in
      try check(folder)
      var summary = ImportSummary()
      switch document {
      case .feed(let feed): try take(feed, into: folder, &summary)
      case .subscriptions(let list): try take(list.items, into: folder, &summary)
      }
      return summary
    }
  }

  private func take(
    _ feed: ImportedFeed,
    into folder: Folder.ID?,
    _ summary: inout ImportSummary
  ) throws(LibraryError) {
    let source = FeedSource(title: feed.title, feedURL: feed.feedURL, siteURL: feed.siteURL)
    let id = try take(source, into: folder, &summary)
    for article in feed.articles { try take(article, in: id, source.identity, &summary) }
  }

  private func take(
    _ items: [ImportedSubscription],
    into folder: Folder.ID?,
    _ summary: inout ImportSummary
  ) throws(LibraryError) {
    for item in items {
      switch item {
      case .feed(let title, let feedURL, let siteURL):
        let source = FeedSource(title: title, feedURL: feedURL, siteURL: siteURL)
        let id = try take(source, into: folder, &summary)
        // A feed that came alone before its list finds its place; one that has a place keeps it.
        try database.run(
          "UPDATE feeds SET folder = ? WHERE id = ? AND folder IS NULL",
          [SQLValue(folder), SQLValue(id)]
        )
      case .folder(let name, let inner):
        let before = try count("SELECT count(*) FROM folders")
        let inside = try addFolder(named: name, in: folder)
        summary.foldersAdded += try count("SELECT count(*) FROM folders") - before
        try take(inner, into: inside, &summary)
      }
    }
  }

  @discardableResult
  private func take(
    _ source: FeedSource,
    into folder: Folder.ID?,
    _ summary: inout ImportSummary
  ) throws(LibraryError) -> Feed.ID {
    let (id, isNew) = try findOrAdd(source, in: folder)
    if isNew { summary.feedsAdded += 1 }
    if !summary.feeds.contains(id) { summary.feeds.append(id) }
    return id
  }

  private func take(
    _ article: ImportedArticle,
    in feed: Feed.ID,
    _ feedIdentity: [String],
    _ summary: inout ImportSummary
  ) throws(LibraryError) {
    let known = try database.first(
      "SELECT id, title, link, author, date, content FROM articles WHERE feed = ? AND guid = ?",
      [SQLValue(feed), .text(article.guid)]
    ) { row in
      StoredArticle(
        id: row.id(0),
        title: row.text(1),
        link: row.optionalText(2),
        author: row.optionalText(3),
        date: row.real(4),
        content: row.text(5)
      )
    }
    guard let known else {
      try add(article, in: feed, feedIdentity)
      summary.articlesAdded += 1
      return
    }
    if known.isEqual(to: article) {
      summary.articlesUnchanged += 1
    } else {
      try update(known, to: article, ArticleRowText(article))
      summary.articlesUpdated += 1
    }
  }

  private func add(
    _ article: ImportedArticle,
    in feed: Feed.ID,
    _ feedIdentity: [String]
  ) throws(LibraryError) {
    let identity = ["article"] + feedIdentity + [article.guid]
    let id: Article.ID = try freeID(for: identity, in: "articles")
    let text = ArticleRowText(article)
    try database.run(
      """
      INSERT INTO articles
        (title, title_key, link, link_key, author, date, excerpt, content, id, feed, guid)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      text.values(for: article, date: article.date ?? Date()) + [
        SQLValue(id), SQLValue(feed), .text(article.guid),
      ]
    )
    try database.run(
      "INSERT INTO article_text (rowid, title, body, author, note) VALUES (?, ?, ?, ?, '')",
      [SQLValue(id), .text(text.title), .text(text.body), .text(article.author ?? "")]
    )
  }

  private func update(
    _ known: StoredArticle,
    to article: ImportedArticle,
    _ text: ArticleRowText
  ) throws(LibraryError) {
    let date = article.date ?? Date(timeIntervalSince1970: known.date)
    try database.run(
      """
      UPDATE articles SET title = ?, title_key = ?, link = ?, link_key = ?, author = ?,
        date = ?, excerpt = ?, content = ?
      WHERE id = ?
      """,
      text.values(for: article, date: date) + [SQLValue(known.id)]
    )
    try database.run(
      "UPDATE article_text SET title = ?, body = ?, author = ? WHERE rowid = ?",
      [.text(text.title), .text(text.body), .text(article.author ?? ""), SQLValue(known.id)]
    )
  }
}

/// What is in the database of an article that comes in again.
private struct StoredArticle {
  let id: Article.ID
  let title: String
  let link: String?
  let author: String?
  let date: Double
  let content: String

  func isEqual(to article: ImportedArticle) -> Bool {
    // Without a title of its own the one that is shown comes from what is compared anyway.
    let title = TextKey.line(article.title)
    return (title.isEmpty || title == self.title) && link == article.link
      && author == article.author
      && date == article.date?.timeIntervalSince1970 ?? date && content == article.contentHTML
  }
}
