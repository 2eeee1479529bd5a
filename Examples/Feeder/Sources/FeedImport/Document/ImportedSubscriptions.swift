/// The subscriptions of an OPML file.
public struct ImportedSubscriptions: Hashable, Sendable {
  /// The title of the list; empty if the file gives none.
  public var title: String

  /// Feeds and folders in the order of the file.
  public var items: [ImportedSubscription]

  /// Creates a list.
  public init(title: String, items: [ImportedSubscription]) {
    self.title = title
    self.items = items
  }

  /// The number of feeds in all folders.
  ///
  /// - Complexity: O(*n*) in the number of items.
  public var feedCount: Int { items.reduce(0) { $0 + $1.feedCount } }
}
