/// A format that ``FeedImporter`` reads.
public enum FeedFormat: String, Hashable, Sendable, CaseIterable {
  /// RSS 0.9x and 2.0, an XML document with the root `rss`.
  case rss2 = "RSS 2.0"

  /// RSS 0.90 and 1.0, an XML document with the root `rdf:RDF`.
  case rss1 = "RSS 1.0"

  /// Atom 1.0 (RFC 4287) and 0.3.
  case atom = "Atom"

  /// JSON Feed 1.0 and 1.1.
  case jsonFeed = "JSON Feed"

  /// OPML, a list of subscriptions.
  case opml = "OPML"
}
