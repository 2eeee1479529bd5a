/// An article with its content and everything the reader added to it.
public struct Article: Hashable, Sendable, Identifiable, LibraryObject {
  /// The lasting name of an article.
  public typealias ID = LibraryID<Article>

  /// The kind as it stands in the URI.
  public static let kind = "article"

  /// What a list shows of the article.
  public var summary: ArticleSummary

  /// The address of the article, which is also the base of links in its content.
  public var link: String?

  /// The content as HTML; see `ArticleText` for reading it.
  public var contentHTML: String

  /// The reader's note; empty if there is none.
  public var note: String

  /// The reader's tags, sorted.
  public var tags: [String]

  /// The lasting name.
  public var id: ID { summary.id }

  /// Creates an article.
  public init(
    summary: ArticleSummary,
    link: String? = nil,
    contentHTML: String,
    note: String = "",
    tags: [String] = []
  ) {
    self.summary = summary
    self.link = link
    self.contentHTML = contentHTML
    self.note = note
    self.tags = tags
  }
}
