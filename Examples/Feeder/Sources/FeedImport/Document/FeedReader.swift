import Foundation

/// What the readers of feeds in XML have in common.
enum FeedReader {
  /// Finds the first date that can be read.
  static func date(_ texts: String?...) -> Date? {
    for case let text? in texts {
      if let date = FeedDate.parse(text) { return date }
    }
    return nil
  }

  /// Gives each article a guid of its own, and drops those that are there twice.
  ///
  /// Some feeds give many articles one guid: then the link tells them apart.
  static func distinct(_ articles: [ImportedArticle]) -> [ImportedArticle] {
    var seen: [String: ImportedArticle] = [:]
    var result: [ImportedArticle] = []
    for var article in articles {
      if let known = seen[article.guid] {
        guard known.link != article.link || known.title != article.title else { continue }
        article.guid += " " + (article.link ?? article.title)
        guard seen[article.guid] == nil else { continue }
      }
      seen[article.guid] = article
      result.append(article)
    }
    return result
  }

  /// What names an article that has no id: its link, else title and date, else its text.
  static func substituteGuid(link: String?, title: String, date: Date?, content: String) -> String {
    if let link { return link }
    let day = date.map { " \(Int($0.timeIntervalSince1970))" } ?? ""
    if !title.isEmpty { return title + day }
    return String(PlainLine.read(html: content).prefix(200)) + day
  }

  /// A link to a file that comes with an article.
  static func attachment(address: String, type: String?) -> String {
    let name = address.split(separator: "/").last.map(String.init) ?? address
    let plain = name.split(separator: "?").first.map(String.init) ?? name
    let kind = type.map { " (\($0.escapedHTML))" } ?? ""
    return "<p><a href=\"\(address.escapedHTML)\">\(plain.escapedHTML)</a>\(kind)</p>"
  }
}
