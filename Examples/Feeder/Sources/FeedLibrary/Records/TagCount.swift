/// A tag with the number of its articles.
public struct TagCount: Hashable, Sendable {
  /// The tag.
  public var name: String

  /// How many articles have it.
  public var articles: Int

  /// Creates a tag with its count.
  public init(
    name: String,
    articles: Int
  ) {
    self.name = name
    self.articles = articles
  }
}
