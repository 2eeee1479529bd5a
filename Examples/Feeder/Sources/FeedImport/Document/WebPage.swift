/// A web page where a feed should be.
enum WebPage {
  /// Whether text begins as a web page does, and not as a feed.
  static func isOne(_ root: String) -> Bool {
    ["html", "head", "body", "meta", "title", "script", "div"].contains(root)
  }

  /// The name of the first element, in lower case; nil if there is none.
  static func firstElement(of html: String) -> String? {
    for token in HTMLTokenizer(html) {
      guard case .open(let name, _) = token else { continue }
      return name
    }
    return nil
  }

  /// The error that says so, with the address of the feed if the page names it.
  static func error(_ html: String, file: String) -> FeedImportError {
    var address: String?
    for case .open(name: "link", let attributes) in HTMLTokenizer(html) {
      let type = attributes["type"] ?? ""
      guard attributes["rel"]?.lowercased().contains("alternate") == true,
        ["rss", "atom", "feed+json"].contains(where: type.contains),
        let found = attributes["href"]?.nonEmpty
      else { continue }
      address = found
      break
    }
    let remedy = address.map { "its feed is at \(printable($0, limit: 200)), get that" }
    return FeedImportError(
      .webPage,
      file: file,
      position: SourcePosition(line: 1, column: 1),
      problem: "is a web page (HTML), not a feed",
      remedy: remedy ?? "look on the page for the address of its feed, and get that"
    )
  }
}
