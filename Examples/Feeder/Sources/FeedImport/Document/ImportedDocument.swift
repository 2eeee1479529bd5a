/// What a file turned out to hold.
public enum ImportedDocument: Hashable, Sendable {
  /// A feed: RSS 2.0, RSS 1.0, Atom or JSON Feed.
  case feed(ImportedFeed)

  /// A list of subscriptions: OPML.
  case subscriptions(ImportedSubscriptions)
}
