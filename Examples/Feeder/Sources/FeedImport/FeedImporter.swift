public import Foundation

/// Reads feeds and lists of subscriptions in any format and encoding that they come in.
///
/// ```swift
/// let result = try FeedImporter().read(contentsOfFile: "planet.rss")
/// ```
///
/// A file never makes it load anything else, and what it can take of time and memory is limited
/// by ``maximumSize`` and by limits on the depth and number of elements.
public struct FeedImporter: Sendable {
  /// The largest file that is read, in bytes; 20 MiB by default.
  public var maximumSize: Int

  /// Creates an importer.
  public init(maximumSize: Int = 20 << 20) {
    self.maximumSize = maximumSize
  }

  /// Reads a file, of which never more than ``maximumSize`` gets into memory.
  ///
  /// - Parameter path: The path of the file; errors call the file by its last component.
  /// - Returns: What the file holds.
  /// - Throws: The one thing that keeps the file from being imported.
  /// - Complexity: O(*n*) in the size of the file.
  public func read(contentsOfFile path: String) throws(FeedImportError) -> ImportResult {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let data: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { file.closeFile() }
      data = try file.read(upToCount: maximumSize + 1) ?? Data()
    } catch {
      throw FeedImportError(
        .unreadable,
        file: printable(path, limit: 300),
        problem: "cannot be read (\(FileProblem.describe(path)))",
        remedy: "check the path and its permissions"
      )
    }
    return try read(data, name: name)
  }

  /// Reads the content of a file.
  ///
  /// - Parameters:
  ///   - data: The content.
  ///   - name: What errors call the file.
  /// - Returns: What the file holds.
  /// - Throws: The one thing that keeps the file from being imported.
  /// - Complexity: O(*n*) in the size of the content.
  public func read(_ data: Data, name: String) throws(FeedImportError) -> ImportResult {
    let file = printable(name, limit: 300)
    guard data.count <= maximumSize else {
      throw FeedImportError(
        .tooLarge,
        file: file,
        problem: "is larger than \(sizeLimit), the most that is read",
        remedy: "check that it is a feed; none is that large"
      )
    }
    let text = try TextDecoder(file: file).decode(data)
    guard let start = text.bytes.first(where: { $0 > 0x20 }) else {
      throw FeedImportError(.empty, file: file, problem: "is empty", remedy: "get it again")
    }
    if start == UInt8(ascii: "{") || start == UInt8(ascii: "[") {
      let feed = try JSONFeedReader(file: file).read(text.bytes)
      return ImportResult(document: .feed(feed), format: .jsonFeed, warnings: text.warnings)
    }
    guard start == UInt8(ascii: "<") else { throw noFeed(file, "is neither XML nor JSON") }
    return try readXML(text, file: file)
  }

  private func readXML(_ text: DecodedText, file: String) throws(FeedImportError) -> ImportResult {
    // Only the start may be a web page's: a page is no XML, so it must be known before.
    let html = String(decoding: text.bytes.prefix(64 << 10), as: UTF8.self)
    if let first = WebPage.firstElement(of: html), WebPage.isOne(first) {
      throw WebPage.error(html, file: file)
    }
    let root = try MarkupReader.read(try PreparedXML(text.bytes, file: file), file: file)
    let (document, format): (ImportedDocument, FeedFormat)
    switch root.name {
    case "rss": (document, format) = (.feed(RSSReader.read(root)), .rss2)
    case "rdf:rdf": (document, format) = (.feed(RSSReader.read(root)), .rss1)
    case "atom:feed": (document, format) = (.feed(AtomReader.read(root)), .atom)
    case "opml": (document, format) = (.subscriptions(OPMLReader.read(root)), .opml)
    default:
      throw noFeed(file, "is XML, but no feed: its first element is <\(printable(root.name))>")
    }
    return ImportResult(document: document, format: format, warnings: text.warnings)
  }

  private func noFeed(_ file: String, _ problem: String) -> FeedImportError {
    FeedImportError(
      .notAFeed,
      file: file,
      problem: problem,
      remedy: "import RSS, Atom, JSON Feed or OPML"
    )
  }

  private var sizeLimit: String {
    maximumSize >= 1 << 20 ? "\(maximumSize >> 20) MiB" : "\(maximumSize) bytes"
  }
}
