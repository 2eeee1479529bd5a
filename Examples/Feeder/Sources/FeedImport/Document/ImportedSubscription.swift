/// One outline of an OPML file: a feed, or a folder with more of them.
public enum ImportedSubscription: Hashable, Sendable {
  /// A feed: its title, its own address, and the address of its site.
  case feed(title: String, feedURL: String, siteURL: String?)

  /// A folder: its name and what is in it.
  case folder(name: String, items: [ImportedSubscription])

  /// The number of feeds here and below.
  ///
  /// - Complexity: O(*n*) in the number of items below.
  public var feedCount: Int {
    switch self {
    case .feed: 1
    case .folder(_, let items): items.reduce(0) { $0 + $1.feedCount }
    }
  }
}
