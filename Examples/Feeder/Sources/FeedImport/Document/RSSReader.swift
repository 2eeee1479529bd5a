import Foundation

/// Reads RSS 0.9x, 1.0 and 2.0: a channel with its items in it or beside it.
enum RSSReader {
  static func read(_ root: MarkupElement) -> ImportedFeed {
    let channel = root.child("channel") ?? root
    let items = channel.children("item") + (channel === root ? [] : root.children("item"))
    let links = channel.children("atom:link")
    let own = links.first { $0.attributes["rel"] == "self" }?.attributes["href"]
    return ImportedFeed(
      title: PlainLine.read(html: channel.text(of: "title", "dc:title") ?? ""),
      siteURL: channel.text(of: "link").map(channel.resolve),
      feedURL: own.map(channel.resolve)?.nonEmpty,
      articles: FeedReader.distinct(items.compactMap(article))
    )
  }

  private static func article(_ item: MarkupElement) -> ImportedArticle? {
    let title = PlainLine.read(html: item.text(of: "title", "dc:title") ?? "")
    let link = link(item)
    let content = content(item)
    let date = FeedReader.date(
      item.text(of: "pubdate"),
      item.text(of: "dc:date"),
      item.text(of: "dcterms:issued"),
      item.text(of: "atom:published"),
      item.text(of: "atom:updated", "dcterms:modified")
    )
    guard !title.isEmpty || link != nil || !content.isEmpty else { return nil }
    let id = item.text(of: "guid", "atom:id") ?? item.attributes["rdf:about"]?.nonEmpty
    return ImportedArticle(
      guid: id
        ?? FeedReader.substituteGuid(link: link, title: title, date: date, content: content),
      title: title,
      link: link,
      author: author(item),
      date: date,
      contentHTML: content
    )
  }

  private static func link(_ item: MarkupElement) -> String? {
    if let link = item.text(of: "link") { return item.resolve(link) }
    let alternate = item.children("atom:link").first {
      ["alternate", nil].contains($0.attributes["rel"])
    }
    if let address = alternate?.attributes["href"]?.nonEmpty { return item.resolve(address) }
    guard let guid = item.children("guid").first, guid.attributes["ispermalink"] != "false",
      WebAddress.isAbsolute(guid.text), guid.text.hasPrefix("http")
    else { return nil }
    return guid.text
  }

  /// The names of the authors; `name@host (Name)`, as RSS wants it, is `Name`.
  private static func author(_ item: MarkupElement) -> String? {
    let creators = item.children("dc:creator").map(\.text).filter { !$0.isEmpty }
    let names =
      creators.isEmpty
      ? [item.text(of: "author", "itunes:author") ?? ""] : creators
    let plain = names.map { name in
      let inBrackets = name.firstMatch(of: /^\S+@\S+\s+\((.+)\)$/)
      return PlainLine.read(html: inBrackets.map { String($0.1) } ?? name)
    }
    return plain.joined(separator: ", ").nonEmpty
  }

  private static func content(_ item: MarkupElement) -> String {
    var html = ""
    if let full = item.text(of: "content:encoded") {
      html = full
    } else if let body = item.child("xhtml:body", "xhtml:div") {
      html = body.innerHTML
    } else if let description = item.child("description") {
      html = markup(description)
    } else {
      html = item.text(of: "dc:description", "itunes:summary", "atom:summary") ?? ""
    }
    for enclosure in item.children("enclosure") {
      guard let address = enclosure.attributes["url"]?.nonEmpty else { continue }
      html += FeedReader.attachment(address: address, type: enclosure.attributes["type"])
    }
    return html
  }

  /// HTML that is escaped, as it should be, or stands there as elements.
  private static func markup(_ element: MarkupElement) -> String {
    element.children.isEmpty ? element.text : element.innerHTML.trimmingSpace
  }
}
