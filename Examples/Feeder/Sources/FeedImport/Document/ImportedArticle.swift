public import Foundation

/// An article as its feed describes it.
public struct ImportedArticle: Hashable, Sendable {
  /// What names the article within its feed, never empty.
  ///
  /// The `guid` or `id` of the file; without one the link, and without a link title and date.
  public var guid: String

  /// The title as plain text; empty if the file gives none.
  public var title: String

  /// The address of the article, absolute if the file allows to tell.
  public var link: String?

  /// The names of the authors, separated by commas.
  public var author: String?

  /// When the article was published, else when it was changed.
  public var date: Date?

  /// The content as HTML: the full content if the file has it, else the summary.
  public var contentHTML: String

  /// Creates an article.
  public init(
    guid: String,
    title: String,
    link: String? = nil,
    author: String? = nil,
    date: Date? = nil,
    contentHTML: String = ""
  ) {
    self.guid = guid
    self.title = title
    self.link = link
    self.author = author
    self.date = date
    self.contentHTML = contentHTML
  }
}
