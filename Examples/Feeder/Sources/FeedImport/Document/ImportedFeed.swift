/// A feed as its file describes it.
public struct ImportedFeed: Hashable, Sendable {
  /// The title as plain text; empty if the file gives none.
  public var title: String

  /// The address of the site that the feed belongs to.
  public var siteURL: String?

  /// The address of the feed itself, if the file states it.
  public var feedURL: String?

  /// The articles in the order of the file.
  public var articles: [ImportedArticle]

  /// Creates a feed.
  public init(
    title: String,
    siteURL: String? = nil,
    feedURL: String? = nil,
    articles: [ImportedArticle] = []
  ) {
    self.title = title
    self.siteURL = siteURL
    self.feedURL = feedURL
    self.articles = articles
  }
}
