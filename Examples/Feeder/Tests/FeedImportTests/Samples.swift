import FeedImport
import Foundation
import Testing

/// The files of the example, and feeds made in tests.
enum Samples {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples")

  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: name))
  }

  static func sample(_ name: String) throws -> ImportedFeed {
    try feed(FeedImporter().read(contentsOfFile: folder.appending(path: name).path))
  }

  static func feed(_ text: String, encoding: String.Encoding = .utf8) throws -> ImportedFeed {
    let data = try #require(text.data(using: encoding))
    return try feed(FeedImporter().read(data, name: "test"))
  }

  static func feed(_ result: ImportResult) throws -> ImportedFeed {
    guard case .feed(let feed) = result.document else {
      throw FeedImportError(.notAFeed, file: "test", problem: "no feed", remedy: "see the test")
    }
    return feed
  }

  /// The error for what cannot be read.
  static func error(
    _ data: Data,
    importer: FeedImporter = FeedImporter()
  ) throws
    -> FeedImportError
  {
    try #require(throws: FeedImportError.self) { try importer.read(data, name: "test.xml") }
  }

  /// A feed of one article with a title.
  static func rss(_ title: String, declaration: String = "") -> String {
    """
    \(declaration)<rss version="2.0"><channel><title>Feed</title>
    <item><title>\(title)</title><link>https://a.example/1</link></item></channel></rss>
    """
  }
}
