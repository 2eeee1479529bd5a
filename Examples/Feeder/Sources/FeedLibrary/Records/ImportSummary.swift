/// What an import changed.
public struct ImportSummary: Hashable, Sendable {
  /// The feeds that the file is about, in its order.
  public var feeds: [Feed.ID] = []

  /// How many feeds are new.
  public var feedsAdded = 0

  /// How many folders are new.
  public var foldersAdded = 0

  /// How many articles are new.
  public var articlesAdded = 0

  /// How many articles were there and got a new title, content, author, link or date.
  public var articlesUpdated = 0

  /// How many articles were there, all the same.
  public var articlesUnchanged = 0

  /// Creates a summary of nothing.
  public init() {}
}
