/// Which articles, in which order.
///
/// All conditions must hold. Equal queries give equal lists as long as the library stays the
/// same, so a query with a position is all that a list needs to keep.
public struct ArticleQuery: Hashable, Sendable, Codable {
  /// Where articles are looked for.
  public enum Source: Hashable, Sendable, Codable {
    /// Every feed.
    case all

    /// One feed.
    case feed(Feed.ID)

    /// All feeds of a folder and of the folders within.
    case folder(Folder.ID)
  }

  /// The order of a list.
  ///
  /// Articles that are equal in it stay in one order all the same.
  public enum Order: String, Hashable, Sendable, Codable, CaseIterable {
    /// By date, the newest first.
    case newestFirst

    /// By date, the oldest first.
    case oldestFirst

    /// By title from A to Z, without regard to case.
    case title

    /// By the title of the feed, and the newest first in each.
    case feed
  }

  /// Where articles are looked for.
  public var source: Source

  /// Whether only unread articles are listed.
  public var unreadOnly: Bool

  /// Whether only starred articles are listed.
  public var starredOnly: Bool

  /// Whether only articles with a note are listed.
  public var annotatedOnly: Bool

  /// The tag that articles must have.
  public var tag: String?

  /// Words that must all occur, each as the start of a word, in title, text, author or note.
  ///
  /// Case and accents do not count. Empty for no such condition.
  public var text: String

  /// The order of the list.
  public var order: Order

  /// An article of the source that is listed though it is read or not starred any more.
  ///
  /// So the article that is open does not vanish from its list the moment it is opened.
  public var keeping: Article.ID?

  /// Creates a query; by default for all articles, the newest first.
  public init(
    source: Source = .all,
    unreadOnly: Bool = false,
    starredOnly: Bool = false,
    annotatedOnly: Bool = false,
    tag: String? = nil,
    text: String = "",
    order: Order = .newestFirst,
    keeping: Article.ID? = nil
  ) {
    self.source = source
    self.unreadOnly = unreadOnly
    self.starredOnly = starredOnly
    self.annotatedOnly = annotatedOnly
    self.tag = tag
    self.text = text
    self.order = order
    self.keeping = keeping
  }
}
