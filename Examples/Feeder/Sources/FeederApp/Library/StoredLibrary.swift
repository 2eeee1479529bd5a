import FeedImport
import FeedLibrary
import RestorationCore

/// The library of the reader in its SQLite database, as the screens see it.
///
/// What screens ask for again with each key is kept until it changes, here or by another program.
@MainActor
final class StoredLibrary: ReadingLibrary {
  private let library: Library
  private let importer = FeedImporter()
  private var lists = ArticleListCache()
  private var version = 0
  private var lastContent: ArticleContent?

  init(path: String) throws {
    library = try Library(path: path)
  }

  /// Finds what an identifier of the tree stands for: the line of an article, a feed or a folder.
  func model(for identifier: ModelIdentifier) throws -> Any? {
    if identifier.isArticle { return try headline(of: identifier) }
    if let feed = try Feed.ID(uri: identifier.uri).flatMap({ try library.feed($0) }) {
      return Source(feed, depth: 0)
    }
    guard let folder = try Folder.ID(uri: identifier.uri).flatMap({ try library.folder($0) })
    else { return nil }
    return Source(folder, unread: 0, depth: 0)
  }

  /// Forgets what is kept if another program changed the library.
  private func notice() throws {
    let version = try library.dataVersion()
    guard version != self.version else { return }
    self.version = version
    forgetEverything()
  }

  private func forgetEverything() {
    lists.forgetAll()
    lastContent = nil
  }

  /// Forgets what depends on what the reader did with an article.
  private func forget() {
    lists.forgetFiltered()
    lastContent = nil
  }
}

// MARK: - Lists

extension StoredLibrary {
  func sources() throws -> [Source] {
    let (folders, feeds) = (try library.folders(), try library.feeds())
    return SourceTree(folders: folders, feeds: feeds).sources
  }

  func count(matching query: ListQuery) throws -> Int { try list(query).articles.count }

  func headlines(matching query: ListQuery, offset: Int, limit: Int) throws -> [Headline] {
    try list(query).articles.dropFirst(max(0, offset)).prefix(max(0, limit)).compactMap {
      try library.summary(of: $0).map(Headline.init)
    }
  }

  func position(of article: ModelIdentifier, in query: ListQuery) throws -> Int? {
    let list = try list(query)
    return article.articleID.flatMap { list.places[$0] }
  }

  private func list(_ query: ListQuery) throws -> ArticleListCache.List {
    try notice()
    let query = stored(query)
    return try lists.list(query) { try library.identifiers(matching: query) }
  }

  private func stored(_ query: ListQuery) -> FeedLibrary.ArticleQuery {
    let order: FeedLibrary.ArticleQuery.Order =
      switch query.order {
      case .newestFirst: .newestFirst
      case .oldestFirst: .oldestFirst
      case .byTitle: .title
      }
    return FeedLibrary.ArticleQuery(
      source: source(of: query),
      unreadOnly: query.isUnreadOnly,
      starredOnly: query.isStarredOnly,
      text: query.text ?? "",
      order: order,
      // Where nothing is left out, keeping one makes no other list.
      keeping: query.isUnreadOnly || query.isStarredOnly ? query.kept?.articleID : nil
    )
  }

  private func source(of query: ListQuery) -> FeedLibrary.ArticleQuery.Source {
    guard let source = query.source else { return .all }
    if let feed = Feed.ID(uri: source.uri) { return .feed(feed) }
    return Folder.ID(uri: source.uri).map { .folder($0) } ?? .all
  }
}

// MARK: - Articles

extension StoredLibrary {
  func headline(of article: ModelIdentifier) throws -> Headline? {
    try article.articleID.flatMap { try library.summary(of: $0) }.map(Headline.init)
  }

  func content(of article: ModelIdentifier) throws -> ArticleContent? {
    try notice()
    if let lastContent, lastContent.headline.identifier == article { return lastContent }
    lastContent = try readContent(of: article)
    return lastContent
  }

  private func readContent(of article: ModelIdentifier) throws -> ArticleContent? {
    guard let stored = try article.articleID.flatMap({ try library.article($0) }) else {
      return nil
    }
    let text = ArticleText(html: stored.contentHTML, base: stored.link)
    return ArticleContent(
      headline: Headline(stored.summary),
      blocks: text.blocks,
      links: text.links.map(\.url),
      note: stored.note,
      tags: stored.tags
    )
  }

  func article(at link: String) throws -> ModelIdentifier? {
    try library.article(linkedFrom: link).map { ModelIdentifier(uri: $0.uri) }
  }

  func setRead(_ isRead: Bool, _ article: ModelIdentifier) throws {
    forget()
    if let id = article.articleID { try library.setRead(isRead, for: id) }
  }

  func setStarred(_ isStarred: Bool, _ article: ModelIdentifier) throws {
    forget()
    if let id = article.articleID { try library.setStarred(isStarred, for: id) }
  }

  func setNote(_ note: String, _ article: ModelIdentifier) throws {
    forget()
    if let id = article.articleID { try library.setNote(note, for: id) }
  }

  func setTags(_ tags: [String], _ article: ModelIdentifier) throws {
    forget()
    if let id = article.articleID { try library.setTags(tags, for: id) }
  }

  func tags() throws -> [String] { try library.tags().map(\.name) }

  /// Deletes an article, as another program may.
  func delete(_ article: ModelIdentifier) throws {
    forgetEverything()
    if let id = article.articleID { try library.deleteArticle(id) }
  }
}

// MARK: - Adding

extension StoredLibrary {
  func importFile(at path: String) throws -> String {
    let (summary, warnings) = try add(path, into: nil)
    return ([summary] + warnings.map { "  \($0)" }).joined(separator: "\n")
  }

  func addFeed(_ feed: NewFeed) throws -> String {
    forgetEverything()
    let folder = feed.folder.isEmpty ? nil : try library.addFolder(named: feed.folder)
    guard !feed.address.contains("://") else {
      let title = feed.title.isEmpty ? feed.address : feed.title
      _ = try library.addFeed(title: title, feedURL: feed.address, in: folder)
      return "Added \(title); its articles come with feeder import."
    }
    return try add(feed.address, into: folder).summary
  }

  private func add(
    _ path: String,
    into folder: Folder.ID?
  ) throws -> (summary: String, warnings: [String]) {
    forgetEverything()
    let result = try importer.read(contentsOfFile: path)
    let summary = try library.import(result.document, into: folder)
    let counts = [
      count(summary.feedsAdded, "new feed"), count(summary.articlesAdded, "new article"),
      count(summary.articlesUpdated, "updated article"),
    ].compactMap(\.self)
    let changes = counts.isEmpty ? "nothing new" : counts.joined(separator: ", ")
    let name = path.split(separator: "/").last ?? ""
    return (
      "\(name): \(result.format.rawValue), \(changes)", result.warnings
    )
  }
}

extension StoredLibrary {
  /// A number of things in words, or `nil` for none.
  private func count(_ number: Int, _ thing: String) -> String? {
    number == 0 ? nil : "\(number) \(thing)\(number == 1 ? "" : "s")"
  }
}

// MARK: - Names

extension ModelIdentifier {
  /// The article that is named, if it is one.
  fileprivate var articleID: Article.ID? { Article.ID(uri: uri) }

  fileprivate var isArticle: Bool { articleID != nil }
}

extension Headline {
  fileprivate init(_ summary: ArticleSummary) {
    self.init(
      identifier: ModelIdentifier(uri: summary.id.uri),
      title: summary.title,
      feed: summary.feedTitle,
      date: summary.date,
      isRead: summary.isRead,
      isStarred: summary.isStarred,
      hasNote: summary.hasNote
    )
  }
}
