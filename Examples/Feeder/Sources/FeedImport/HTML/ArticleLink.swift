/// A link within an article.
public struct ArticleLink: Hashable, Sendable {
  /// The number that stands in brackets behind the link's text, counted from 1.
  public var number: Int

  /// The text of the link.
  public var title: String

  /// Where the link leads: absolute, unless it is relative and its base is unknown.
  public var url: String

  /// Creates a link.
  public init(number: Int, title: String, url: String) {
    self.number = number
    self.title = title
    self.url = url
  }
}
