import FeedImport
import Foundation

/// The texts that the library makes of an article when it comes in.
struct ArticleRowText {
  /// The title to show, never empty.
  let title: String

  /// The content as plain text, for searching.
  let body: String

  /// The start of the content on one line.
  let excerpt: String

  init(_ article: ImportedArticle) {
    body = ArticleText(html: article.contentHTML, base: article.link).plainText
    // Enough to fill the line after its white space is collapsed.
    excerpt = String(TextKey.line(String(body.prefix(800))).prefix(200))
    let titles = [TextKey.line(article.title), String(excerpt.prefix(80)), article.link ?? ""]
    title = titles.first { !$0.isEmpty } ?? "Untitled"
  }

  /// The values for the columns from `title` to `content`.
  func values(for article: ImportedArticle, date: Date) -> [SQLValue] {
    [
      .text(title), .text(TextKey.sorting(title)), SQLValue(article.link),
      SQLValue(article.link.map(TextKey.address)), SQLValue(article.author),
      .real(date.timeIntervalSince1970), .text(excerpt), .text(article.contentHTML),
    ]
  }
}
