import FeedLibrary
import Foundation
import RestorationCore
import Testing

@testable import FeederApp

@Suite("The library in SQLite") @MainActor
struct StoredLibraryTests {
  private let home: TemporaryHome
  private let library: StoredLibrary

  init() throws {
    home = try TemporaryHome()
    library = try StoredLibrary(path: Folders(home: home.url).library.path)
    var (feed, random) = (DemoFeed(), SeededGenerator(seed: 3))
    let file = home.url.appending(path: "feed.rss")
    try feed.nextFile(articles: 30, &random).write(to: file, atomically: true, encoding: .utf8)
    _ = try library.importFile(at: file.path)
  }

  @Test("The line, the place and the count of a list agree, whatever is done in between.")
  func lists() throws {
    let queries = [
      ListQuery(), ListQuery(isStarredOnly: true), ListQuery(isUnreadOnly: true),
      ListQuery(order: .oldestFirst), ListQuery(order: .byTitle), ListQuery(text: "light"),
    ]
    var random = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      for query in queries {
        let count = try library.count(matching: query)
        let all = try library.headlines(matching: query, offset: 0, limit: 1_000)
        #expect(all.count == count)
        for (place, headline) in all.enumerated() {
          #expect(try library.position(of: headline.identifier, in: query) == place)
          #expect(!query.isStarredOnly || headline.isStarred)
          #expect(!query.isUnreadOnly || !headline.isRead)
        }
      }
      let all = try library.headlines(matching: ListQuery(), offset: 0, limit: 1_000)
      try change(all[random.next(below: all.count)].identifier, &random)
    }
  }

  private func change(_ article: ModelIdentifier, _ random: inout SeededGenerator) throws {
    switch random.next(below: 5) {
    case 0: try library.setRead(random.happens(oneIn: 2), article)
    case 1: try library.setStarred(random.happens(oneIn: 2), article)
    case 2: try library.setNote("light", article)
    case 3: try library.delete(article)
    default: try library.setTags(["word"], article)
    }
  }

  @Test(
    "An identifier stands for an article, a feed or a folder, and for nothing once it is deleted."
  )
  func models() throws {
    _ = try library.addFeed(NewFeed(address: "https://a.example/", title: "A", folder: "Far away"))
    let sources = try library.sources()
    #expect(sources.map(\.title) == ["Far away", "A", "Lighthouse notes"])
    #expect(sources.map(\.depth) == [0, 1, 0])
    for source in sources {
      let model = try #require(try library.model(for: source.identifier) as? Source)
      #expect(model.title == source.title && model.isFolder == source.isFolder)
    }
    let first = try #require(library.headlines(matching: ListQuery(), offset: 0, limit: 1).first)
    #expect(try library.model(for: first.identifier) as? Headline == first)
    try library.delete(first.identifier)
    #expect(try library.model(for: first.identifier) == nil)
    let elsewhere = try #require(URL(string: "https://a.example/"))
    #expect(try library.model(for: ModelIdentifier(uri: elsewhere)) == nil)
  }

  @Test("What another program changes is seen.")
  func otherProgram() throws {
    let before = try library.count(matching: ListQuery())
    let first = try #require(library.headlines(matching: ListQuery(), offset: 0, limit: 1).first)
    _ = try library.content(of: first.identifier)
    let other = try StoredLibrary(path: Folders(home: home.url).library.path)
    try other.delete(first.identifier)
    #expect(try library.count(matching: ListQuery()) == before - 1)
    #expect(try library.content(of: first.identifier) == nil)
  }

  @Test("Folders that are in each other, or in one that is gone, do no harm.")
  func circles() {
    let (a, b) = (Folder.ID(rawValue: 1), Folder.ID(rawValue: 2))
    let tree = SourceTree(
      folders: [
        Folder(id: a, name: "A", parent: b), Folder(id: b, name: "B", parent: a),
        Folder(id: Folder.ID(rawValue: 3), name: "C"),
      ],
      feeds: []
    )
    #expect(tree.sources.map(\.title) == ["C"])
  }
}
