import Foundation

/// Reads Atom 1.0 (RFC 4287) and 0.3.
enum AtomReader {
  static func read(_ root: MarkupElement) -> ImportedFeed {
    ImportedFeed(
      title: plainText(root, "atom:title"),
      siteURL: link(root, "alternate"),
      feedURL: link(root, "self"),
      articles: FeedReader.distinct(root.children("atom:entry").compactMap { article($0, root) })
    )
  }

  private static func article(_ entry: MarkupElement, _ feed: MarkupElement) -> ImportedArticle? {
    let title = plainText(entry, "atom:title")
    let link = link(entry, "alternate")
    let content = content(entry)
    let date = FeedReader.date(
      entry.text(of: "atom:published"),
      entry.text(of: "atom:issued"),
      entry.text(of: "atom:updated"),
      entry.text(of: "atom:modified"),
      entry.text(of: "dc:date")
    )
    let id = entry.text(of: "atom:id")
    guard !title.isEmpty || link != nil || !content.isEmpty || id != nil else { return nil }
    return ImportedArticle(
      guid: id
        ?? FeedReader.substituteGuid(link: link, title: title, date: date, content: content),
      title: title,
      link: link,
      author: author(entry) ?? entry.child("atom:source").flatMap(author) ?? author(feed),
      date: date,
      contentHTML: content
    )
  }

  private static func author(_ element: MarkupElement) -> String? {
    let names = element.children("atom:author").compactMap {
      $0.text(of: "atom:name", "atom:email")
    }
    let all = names.isEmpty ? [element.text(of: "dc:creator") ?? ""] : names
    return all.map(PlainLine.collapse).joined(separator: ", ").nonEmpty
  }

  /// The address of the first link of a relation; a link that names none is an alternate.
  private static func link(_ element: MarkupElement, _ relation: String) -> String? {
    let links = element.children("atom:link").filter {
      ($0.attributes["rel"] ?? "alternate") == relation
    }
    let page = links.first { $0.attributes["type"]?.hasPrefix("text/html") ?? true }
    guard let found = page ?? links.first else { return nil }
    return found.attributes["href"].map(found.resolve)?.nonEmpty
  }

  private static func plainText(_ element: MarkupElement, _ name: String) -> String {
    element.child(name).map { PlainLine.read(html: html($0)) } ?? ""
  }

  private static func content(_ entry: MarkupElement) -> String {
    var result = (entry.child("atom:content") ?? entry.child("atom:summary")).map(html) ?? ""
    for link in entry.children("atom:link") where link.attributes["rel"] == "enclosure" {
      guard let address = link.attributes["href"]?.nonEmpty else { continue }
      result += FeedReader.attachment(
        address: link.resolve(address),
        type: link.attributes["type"]
      )
    }
    return result
  }

  /// A text construct as HTML: its `type` says whether it is text, escaped HTML or elements.
  private static func html(_ element: MarkupElement) -> String {
    let mode = element.attributes["mode"]
    switch element.attributes["type"]?.lowercased() {
    case "html", "text/html": return mode == "xml" ? element.innerHTML : element.text
    case "xhtml", "application/xhtml+xml": return element.innerHTML.trimmingSpace
    case nil where mode == "escaped": return element.text
    default:
      return element.children.isEmpty
        ? element.text.asHTMLParagraphs : element.innerHTML.trimmingSpace
    }
  }
}
