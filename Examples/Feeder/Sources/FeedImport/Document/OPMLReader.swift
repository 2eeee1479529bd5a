/// Reads OPML: outlines that are feeds, and outlines that hold others.
enum OPMLReader {
  static func read(_ root: MarkupElement) -> ImportedSubscriptions {
    let title = root.child("head")?.text(of: "title") ?? ""
    return ImportedSubscriptions(
      title: PlainLine.read(html: title),
      items: root.children("body").flatMap(items)
    )
  }

  private static func items(_ element: MarkupElement) -> [ImportedSubscription] {
    element.children("outline").flatMap(subscription)
  }

  /// A feed with outlines below it comes before them; what leads nowhere is left out.
  private static func subscription(_ outline: MarkupElement) -> [ImportedSubscription] {
    let attributes = outline.attributes
    let below = items(outline)
    let names = ["title", "text"].compactMap { attributes[$0].map(PlainLine.collapse)?.nonEmpty }
    guard let address = attributes["xmlurl"]?.trimmingSpace.nonEmpty else {
      let isLink = attributes["url"] != nil || attributes["htmlurl"] != nil
      guard !below.isEmpty || !isLink, let name = names.last else { return below }
      return [.folder(name: name, items: below)]
    }
    let feed = ImportedSubscription.feed(
      title: names.first ?? address,
      feedURL: address,
      siteURL: attributes["htmlurl"]?.trimmingSpace.nonEmpty
    )
    return [feed] + below
  }
}
