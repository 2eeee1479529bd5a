import FeedImport
import FeedLibrary
import Foundation
import Testing

@Suite("Library")
struct LibraryTests {
  let temporary = TemporaryLibrary()

  @Test("A new library is its owner's alone, and so are the files beside it and its folder.")
  func mode() throws {
    let library = try temporary.open()
    try library.import(makeFeed())
    for suffix in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: temporary.path + suffix)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    let folder = URL(filePath: temporary.path).deletingLastPathComponent().path
    let attributes = try FileManager.default.attributesOfItem(atPath: folder)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test("A deleted article takes its tags and its place in searches along, and nothing else.")
  func deleteArticle() throws {
    let library = try temporary.open()
    try library.import(makeFeed())
    let ids = try library.articles(matching: ArticleQuery(), limit: 9).map(\.id)
    try library.setTags(["t"], for: ids[0])
    #expect(try library.deleteArticle(ids[0]))
    #expect(try !library.deleteArticle(ids[0]))
    #expect(try library.article(ids[0]) == nil)
    #expect(try library.summary(of: ids[0]) == nil)
    #expect(try library.tags().isEmpty)
    #expect(try library.count(matching: ArticleQuery(text: "content")) == 2)
    #expect(try library.articles(matching: ArticleQuery(), limit: 9).map(\.id) == [ids[1], ids[2]])
  }

  @Test("What is done to an article that is not there is reported, not an error.")
  func missing() throws {
    let library = try temporary.open()
    let id = Article.ID(rawValue: 5)
    #expect(try !library.setRead(true, for: id))
    #expect(try !library.setStarred(true, for: id))
    #expect(try !library.setNote("n", for: id))
    #expect(try !library.setTags(["t"], for: id))
    #expect(try library.tags().isEmpty)
    #expect(try library.position(of: id, in: ArticleQuery()) == nil)
    #expect(try !library.deleteFeed(Feed.ID(rawValue: 5)))
    #expect(try !library.deleteFolder(Folder.ID(rawValue: 5)))
  }

  @Test("A deleted feed takes its articles along, and those of others stay.")
  func deleteFeed() throws {
    let library = try temporary.open()
    try library.import(makeFeed())
    try library.import(makeFeed("b"))
    let feed = try #require(try library.feeds().first)
    #expect(try library.deleteFeed(feed.id))
    let counts = try library.counts()
    #expect(counts == LibraryCounts(feeds: 1, articles: 3, unread: 3, starred: 0, annotated: 0))
    #expect(try library.count(matching: ArticleQuery(text: "content")) == 3)
  }

  @Test("A deleted folder gives what is in it to its parent, also where names are the same.")
  func deleteFolder() throws {
    let library = try temporary.open()
    let outer = try library.addFolder(named: "Outer")
    let same = try library.addFolder(named: "Outer", in: outer)
    let twin = try library.addFolder(named: "Twin")
    let innerTwin = try library.addFolder(named: "Twin", in: outer)
    let feed = { (name: String, folder: Folder.ID) in
      try library.addFeed(title: name, feedURL: "https://\(name).example", in: folder)
    }
    let inOuter = try feed("a", outer)
    let inSame = try feed("b", same)
    let inTwin = try feed("c", innerTwin)
    #expect(try library.deleteFolder(outer))
    #expect(Set(try library.folders().map(\.id)) == [same, twin])
    #expect(try library.folders().map(\.name) == ["Outer", "Twin"])
    #expect(try library.folders().allSatisfy { $0.parent == nil })
    #expect(try library.feed(inOuter)?.folder == nil)
    #expect(try library.feed(inSame)?.folder == same)
    #expect(try library.feed(inTwin)?.folder == twin)
  }

  @Test("Folders and feeds are found when added again, renamed and moved; bad names are refused.")
  func foldersAndFeeds() throws {
    let library = try temporary.open()
    let folder = try library.addFolder(named: " A  b ")
    #expect(try library.addFolder(named: "A b") == folder)
    let feed = try library.addFeed(title: "", feedURL: "https://a.example/feed", in: folder)
    #expect(try library.addFeed(title: "X", feedURL: "http://A.example/feed/") == feed)
    #expect(try library.feed(feed)?.title == "https://a.example/feed")
    #expect(try library.renameFeed(feed, to: "Name"))
    #expect(try library.moveFeed(feed, to: nil))
    #expect(try library.feed(feed)?.folder == nil)
    #expect(try library.renameFolder(folder, to: "C"))
    #expect(try library.folder(folder)?.name == "C")
    let other = try library.addFolder(named: "D")
    let attempts: [() throws -> Void] = [
      { _ = try library.renameFolder(other, to: "C") },
      { _ = try library.addFolder(named: " ") },
      { _ = try library.renameFolder(other, to: "") },
      { _ = try library.renameFeed(feed, to: "\n") },
      { _ = try library.addFeed(title: "t", feedURL: " ") },
      { _ = try library.moveFeed(feed, to: Folder.ID(rawValue: 3)) },
      { _ = try library.addFolder(named: "x", in: Folder.ID(rawValue: 3)) },
    ]
    for attempt in attempts {
      let error = try #require(throws: LibraryError.self, performing: attempt)
      #expect(error.code == .invalid)
    }
  }

  @Test("Names are URIs, and are read back from them alone.")
  func uris() throws {
    for number in [1, 255, .max, Int64.min, -1, 0] {
      let id = Article.ID(rawValue: number)
      #expect(Article.ID(uri: id.uri) == id)
      #expect(Feed.ID(uri: id.uri) == nil)
      let data = try JSONEncoder().encode([id])
      #expect(try JSONDecoder().decode([Article.ID].self, from: data) == [id])
    }
    #expect(Article.ID(rawValue: 255).description == "feeder://article/00000000000000ff")
    for text in ["feeder://article/ff", "feeder://article/+0000000000000ff", "x://article/1"] {
      #expect(Article.ID(uri: try #require(URL(string: text))) == nil)
    }
  }

  @Test("A second library sees what the first did, and is told by the version of the data.")
  func second() throws {
    let first = try temporary.open()
    let second = try temporary.open()
    let version = try second.dataVersion()
    try first.import(makeFeed())
    #expect(try second.dataVersion() != version)
    #expect(try second.counts().articles == 3)
    let own = try first.dataVersion()
    try first.markAllRead(matching: ArticleQuery())
    #expect(try first.dataVersion() == own)
  }

  @Test("Many may open a new library, and import into it, at the same moment.")
  func openers() async throws {
    for _ in 0..<20 {
      let temporary = TemporaryLibrary()
      let path = temporary.path
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            try Library(path: path, busyTimeout: .seconds(60)).import(makeFeed("f\(number)"))
          }
        }
        try await group.waitForAll()
      }
      #expect(try temporary.open().counts().articles == 24)
    }
  }

  @Test("While another program writes, reading goes on and writing ends with busy.")
  func busy() throws {
    let library = try temporary.open(busyTimeout: .milliseconds(20))
    try library.import(makeFeed())
    let id = try #require(library.articles(matching: ArticleQuery(), limit: 1).first).id
    let shell = try SQLiteShell(path: temporary.path)
    shell.run("BEGIN IMMEDIATE")
    #expect(try library.counts().articles == 3)
    let attempts: [() throws -> Void] = [
      { try library.import(makeFeed("b")) }, { try library.setRead(true, for: id) },
    ]
    for attempt in attempts {
      let error = try #require(throws: LibraryError.self, performing: attempt)
      #expect(error.code == .busy)
    }
    shell.run("COMMIT")
    #expect(try library.import(makeFeed("b")).articlesAdded == 3)
  }

  @Test("A file that is no library, and a later version's, are refused and left alone.")
  func foreign() throws {
    _ = try temporary.open()
    try SQLiteShell.run("PRAGMA user_version = 99", at: temporary.path)
    let newer = try #require(throws: LibraryError.self) { try temporary.open() }
    #expect(newer.code == .newerSchema)
    #expect(!newer.description.contains("\n"))
    let path = temporary.folder.appending(path: "text").path
    let text = Data(String(repeating: "no database\n", count: 200).utf8)
    try text.write(to: URL(filePath: path))
    let foreign = try #require(throws: LibraryError.self) { try Library(path: path) }
    #expect(foreign.code == .damaged)
    #expect(try Data(contentsOf: URL(filePath: path)) == text)
    let folder = try #require(throws: LibraryError.self) {
      try Library(path: temporary.folder.path)
    }
    #expect(folder.code == .cannotOpen)
    let inFile = try #require(throws: LibraryError.self) { try Library(path: path + "/x/y") }
    #expect(inFile.code == .cannotOpen)
  }

  @Test("Texts with any characters come back as they went in.")
  func texts() throws {
    let library = try temporary.open()
    try library.import(makeFeed(count: 1))
    let id = try #require(library.articles(matching: ArticleQuery(), limit: 1).first).id
    for note in ["", "'; DROP TABLE articles; --", "a\u{0}b", "👩‍💻\n日本", "?1 :x @y $z"] {
      try library.setNote(note, for: id)
      #expect(try library.article(id)?.note == note)
    }
  }
}
