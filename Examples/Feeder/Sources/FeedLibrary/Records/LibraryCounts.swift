/// How much is in a library.
public struct LibraryCounts: Hashable, Sendable {
  /// The number of feeds.
  public var feeds: Int

  /// The number of articles.
  public var articles: Int

  /// How many articles are unread.
  public var unread: Int

  /// How many articles are starred.
  public var starred: Int

  /// How many articles have a note.
  public var annotated: Int

  /// Creates counts.
  public init(
    feeds: Int,
    articles: Int,
    unread: Int,
    starred: Int,
    annotated: Int
  ) {
    self.feeds = feeds
    self.articles = articles
    self.unread = unread
    self.starred = starred
    self.annotated = annotated
  }
}
