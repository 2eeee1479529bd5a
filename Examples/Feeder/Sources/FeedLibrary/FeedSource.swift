/// What a feed is known by when it comes in.
struct FeedSource {
  let title: String
  let feedURL: String?
  let siteURL: String?

  var feedKey: String? { feedURL.map(TextKey.address) }
  var siteKey: String? { siteURL.map(TextKey.address) }

  /// The title to show, never empty.
  var shownTitle: String {
    let line = TextKey.line(title)
    return line.isEmpty ? siteURL ?? feedURL ?? "Untitled feed" : line
  }

  /// What the feed's lasting name is made of.
  var identity: [String] { ["feed", feedKey ?? siteKey ?? shownTitle] }
}
