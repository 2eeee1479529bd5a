import Foundation

/// Reads JSON Feed 1.0 and 1.1; values of another type than they should have are left out.
struct JSONFeedReader {
  /// What errors call the file.
  let file: String

  func read(_ bytes: [UInt8]) throws(FeedImportError) -> ImportedFeed {
    guard let feed = try object(bytes) as? [String: Any], isFeed(feed) else {
      throw FeedImportError(
        .notAFeed,
        file: file,
        problem: "is JSON, but no JSON Feed: it has no \"version\" of one",
        remedy: "import a feed"
      )
    }
    let site = string(feed["home_page_url"])
    let own = string(feed["feed_url"])
    let items = feed["items"] as? [Any] ?? []
    let author = authors(feed)
    let articles = items.compactMap { item in
      (item as? [String: Any]).flatMap { article($0, base: site ?? own, author: author) }
    }
    return ImportedFeed(
      title: PlainLine.collapse(string(feed["title"]) ?? ""),
      siteURL: site,
      feedURL: own,
      articles: FeedReader.distinct(articles)
    )
  }

  private func isFeed(_ object: [String: Any]) -> Bool {
    string(object["version"])?.contains("jsonfeed.org/version") == true
  }

  private func article(
    _ item: [String: Any],
    base: String?,
    author: String?
  ) -> ImportedArticle? {
    let title = PlainLine.collapse(string(item["title"]) ?? "")
    let address = string(item["url"]) ?? string(item["external_url"])
    let link = address.map { WebAddress.resolve($0, base: base) }
    let content = content(item)
    let date = FeedReader.date(string(item["date_published"]), string(item["date_modified"]))
    let id = string(item["id"])
    guard !title.isEmpty || link != nil || !content.isEmpty || id != nil else { return nil }
    return ImportedArticle(
      guid: id
        ?? FeedReader.substituteGuid(link: link, title: title, date: date, content: content),
      title: title,
      link: link,
      author: authors(item) ?? author,
      date: date,
      contentHTML: content
    )
  }

  private func content(_ item: [String: Any]) -> String {
    let text = string(item["content_text"]) ?? string(item["summary"])
    var html = string(item["content_html"]) ?? text?.asHTMLParagraphs ?? ""
    for case let attachment as [String: Any] in item["attachments"] as? [Any] ?? [] {
      guard let address = string(attachment["url"]) else { continue }
      html += FeedReader.attachment(address: address, type: string(attachment["mime_type"]))
    }
    return html
  }

  private func authors(_ object: [String: Any]) -> String? {
    let list = object["authors"] as? [Any] ?? [object["author"] as Any]
    let names = list.compactMap { ($0 as? [String: Any]).flatMap { string($0["name"]) } }
    return names.map(PlainLine.collapse).joined(separator: ", ").nonEmpty
  }

  /// A string that is not empty; ids may also be numbers.
  private func string(_ value: Any?) -> String? {
    if let text = value as? String { return text.trimmingSpace.nonEmpty }
    return (value as? NSNumber).map { "\($0)" }
  }
}

extension JSONFeedReader {
  private func object(_ bytes: [UInt8]) throws(FeedImportError) -> Any {
    if let excess = JSONShape(bytes).excess {
      throw FeedImportError(
        .tooComplex,
        file: file,
        position: ByteText.position(of: excess.offset, in: bytes),
        problem: excess.problem,
        remedy: "check that it is a feed; none is like this"
      )
    }
    do {
      return try JSONSerialization.jsonObject(with: Data(bytes))
    } catch {
      throw damage(error, bytes)
    }
  }

  private func damage(_ error: any Error, _ bytes: [UInt8]) -> FeedImportError {
    let detail = (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
    let offset = detail.firstMatch(of: /around character (\d+)/).flatMap { Int($0.1) }
    let end = bytes.lastIndex { $0 > 0x20 } ?? 0
    // The parser names no place for a text that ends too early.
    let isCutOff = detail.contains("end of file") || (offset ?? 0) >= end && bytes.last != 0x7D
    return FeedImportError(
      isCutOff ? .cutOff : .malformed,
      file: file,
      position: ByteText.position(of: isCutOff ? end + 1 : offset ?? 0, in: bytes),
      problem: isCutOff ? "is cut off" : "is not well-formed JSON",
      remedy: isCutOff ? "get the whole file again" : "get it again, or correct it there"
    )
  }
}
