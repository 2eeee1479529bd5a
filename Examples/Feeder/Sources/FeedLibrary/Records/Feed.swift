/// A feed in the library, with its counts at the time it was asked for.
public struct Feed: Hashable, Sendable, Identifiable, LibraryObject {
  /// The lasting name of a feed.
  public typealias ID = LibraryID<Feed>

  /// The kind as it stands in the URI.
  public static let kind = "feed"

  /// The lasting name.
  public var id: ID

  /// The title to show, never empty.
  public var title: String

  /// The address of the feed.
  public var feedURL: String?

  /// The address of its site.
  public var siteURL: String?

  /// The folder that the feed is in; nil at the top.
  public var folder: Folder.ID?

  /// How many articles it has.
  public var articleCount: Int

  /// How many of them are unread.
  public var unreadCount: Int

  /// Creates a feed.
  public init(
    id: ID,
    title: String,
    feedURL: String? = nil,
    siteURL: String? = nil,
    folder: Folder.ID? = nil,
    articleCount: Int = 0,
    unreadCount: Int = 0
  ) {
    self.id = id
    self.title = title
    self.feedURL = feedURL
    self.siteURL = siteURL
    self.folder = folder
    self.articleCount = articleCount
    self.unreadCount = unreadCount
  }
}
