import FeedImport
import Foundation
import RestorationCore

@testable import FeederApp

/// A library in memory, the same at each start.
@MainActor
final class SampleLibrary: ReadingLibrary {
  private var contents: [ModelIdentifier: ArticleContent] = [:]
  private var order: [ModelIdentifier] = []
  private let feeds: [Source]

  static func identifier(_ kind: String, _ number: Int) -> ModelIdentifier {
    ModelIdentifier(uri: URL(filePath: "/\(kind)/\(number)"))
  }

  init(articles count: Int) {
    feeds = [
      Source(
        identifier: Self.identifier("folder", 1),
        title: "Far away",
        unread: count,
        isFolder: true,
        depth: 0
      ),
      Source(
        identifier: Self.identifier("feed", 1),
        title: "Lighthouse notes",
        unread: count,
        isFolder: false,
        depth: 1
      ),
    ]
    for number in 1...count {
      let identifier = Self.identifier("article", number)
      let sentence =
        "Paragraph text of article \(number), in which a line is longer than a column. "
      contents[identifier] = ArticleContent(
        headline: Headline(
          identifier: identifier,
          title: number % 5 == 0 ? "漢字かな混じりの題 \(number) 👩‍🚀" : "Article \(number)",
          feed: "Lighthouse notes",
          date: Date(timeIntervalSince1970: 1_700_000_000 - Double(number) * 86_400)
        ),
        blocks: (1...12).map {
          TextBlock(
            kind: .paragraph,
            spans: [TextSpan("\($0). " + String(repeating: sentence, count: 3))]
          )
        },
        links: ["https://example.org/\(number + 1)", "https://example.org/elsewhere"]
      )
      order.append(identifier)
    }
  }

  func model(for identifier: ModelIdentifier) throws -> Any? {
    contents[identifier]?.headline ?? feeds.first { $0.identifier == identifier }
  }

  func delete(_ article: ModelIdentifier) {
    contents[article] = nil
    order.removeAll { $0 == article }
  }

  func sources() -> [Source] { feeds }

  private func list(_ query: ListQuery) -> [Headline] {
    let all = order.compactMap { contents[$0] }.filter { content in
      if content.headline.identifier == query.kept { return true }
      if query.isUnreadOnly, content.headline.isRead { return false }
      if query.isStarredOnly, !content.headline.isStarred { return false }
      return query.text.map { content.headline.title.contains($0) } ?? true
    }
    switch query.order {
    case .newestFirst: return all.map(\.headline)
    case .oldestFirst: return all.reversed().map(\.headline)
    case .byTitle: return all.map(\.headline).sorted { $0.title < $1.title }
    }
  }

  func count(matching query: ListQuery) -> Int { list(query).count }

  func headlines(matching query: ListQuery, offset: Int, limit: Int) -> [Headline] {
    Array(list(query).dropFirst(offset).prefix(limit))
  }

  func position(of article: ModelIdentifier, in query: ListQuery) -> Int? {
    list(query).firstIndex { $0.identifier == article }
  }

  func headline(of article: ModelIdentifier) -> Headline? { contents[article]?.headline }

  func content(of article: ModelIdentifier) -> ArticleContent? { contents[article] }

  func article(at link: String) -> ModelIdentifier? {
    guard let number = link.split(separator: "/").last.flatMap({ Int($0) }) else { return nil }
    let identifier = Self.identifier("article", number)
    return contents[identifier] == nil ? nil : identifier
  }

  func setRead(_ isRead: Bool, _ article: ModelIdentifier) {
    contents[article]?.headline.isRead = isRead
  }

  func setStarred(_ isStarred: Bool, _ article: ModelIdentifier) {
    contents[article]?.headline.isStarred = isStarred
  }

  func setNote(_ note: String, _ article: ModelIdentifier) {
    contents[article]?.note = note
    contents[article]?.headline.hasNote = !note.isEmpty
  }

  func setTags(_ tags: [String], _ article: ModelIdentifier) {
    contents[article]?.tags = tags.sorted()
  }

  func tags() -> [String] { Set(contents.values.flatMap(\.tags)).sorted() }

  func importFile(at path: String) throws -> String { "\(path): imported" }

  func addFeed(_ feed: NewFeed) throws -> String { "Added \(feed.address)." }
}
