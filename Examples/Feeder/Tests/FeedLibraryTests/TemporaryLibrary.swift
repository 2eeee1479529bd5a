import FeedImport
import FeedLibrary
import Foundation

/// A library in a folder of its own, which goes with it.
final class TemporaryLibrary {
  let folder = FileManager.default.temporaryDirectory.appending(path: "feeder-\(UUID())")

  var path: String { folder.appending(path: "data/library.sqlite").path }

  func open(busyTimeout: Duration = .seconds(5)) throws -> Library {
    try Library(path: path, busyTimeout: busyTimeout)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

/// A feed of articles `0..<count`, each a day after the one before.
func makeFeed(
  _ name: String = "a",
  count: Int = 3,
  content: (Int) -> String = { "<p>Content \($0)</p>" }
) -> ImportedDocument {
  let articles = (0..<count).map { index in
    ImportedArticle(
      guid: "\(index)",
      title: "Article \(index) of \(name)",
      link: "https://\(name).example/\(index)",
      author: "Author \(index % 2)",
      date: Date(timeIntervalSince1970: Double(index) * 86_400),
      contentHTML: content(index)
    )
  }
  return .feed(
    ImportedFeed(
      title: "Feed \(name)",
      siteURL: "https://\(name).example/",
      feedURL: "https://\(name).example/feed",
      articles: articles
    )
  )
}
