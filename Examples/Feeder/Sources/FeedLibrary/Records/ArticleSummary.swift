public import Foundation

/// An article as a row of a list.
public struct ArticleSummary: Hashable, Sendable, Identifiable {
  /// The lasting name of the article.
  public var id: Article.ID

  /// The feed it is in.
  public var feed: Feed.ID

  /// The title of that feed.
  public var feedTitle: String

  /// The title, never empty: for an article without one the start of its text.
  public var title: String

  /// Who wrote it.
  public var author: String?

  /// When it was published; when it was imported first, if the feed does not say.
  public var date: Date

  /// The start of the text, at most 200 characters on one line.
  public var excerpt: String

  /// Whether it has been read.
  public var isRead: Bool

  /// Whether it is starred.
  public var isStarred: Bool

  /// Whether there is a note on it.
  public var hasNote: Bool

  /// Creates a row.
  public init(
    id: Article.ID,
    feed: Feed.ID,
    feedTitle: String,
    title: String,
    author: String? = nil,
    date: Date,
    excerpt: String = "",
    isRead: Bool = false,
    isStarred: Bool = false,
    hasNote: Bool = false
  ) {
    self.id = id
    self.feed = feed
    self.feedTitle = feedTitle
    self.title = title
    self.author = author
    self.date = date
    self.excerpt = excerpt
    self.isRead = isRead
    self.isStarred = isStarred
    self.hasNote = hasNote
  }
}
