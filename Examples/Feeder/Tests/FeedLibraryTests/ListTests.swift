import FeedImport
import FeedLibrary
import Foundation
import Testing

@Suite("Lists and searches")
struct ListTests {
  let temporary = TemporaryLibrary()

  @Test("Pages of every list join to the whole, and positions tell the place in it.")
  func pages() throws {
    let library = try temporary.open()
    try library.import(makeFeed("b", count: 23))
    try library.import(makeFeed("a", count: 17))
    let feed = try #require(try library.feeds().first)
    let all = try library.articles(matching: ArticleQuery(), limit: 99)
    for row in all where row.title.contains("7") { try library.setStarred(true, for: row.id) }
    for row in all where row.title.contains("1") { try library.setRead(true, for: row.id) }
    for order in ArticleQuery.Order.allCases {
      for source in [ArticleQuery.Source.all, .feed(feed.id)] {
        for (unread, starred) in [(false, false), (true, false), (false, true), (true, true)] {
          for text in ["", "article", "7"] {
            let query = ArticleQuery(
              source: source,
              unreadOnly: unread,
              starredOnly: starred,
              text: text,
              order: order
            )
            try checkPages(of: query, in: library)
          }
        }
      }
    }
  }

  private func checkPages(of query: ArticleQuery, in library: Library) throws {
    let whole = try library.articles(matching: query, limit: 1_000).map(\.id)
    #expect(try library.count(matching: query) == whole.count)
    var joined: [Article.ID] = []
    for offset in stride(from: 0, through: whole.count, by: 7) {
      joined += try library.articles(matching: query, offset: offset, limit: 7).map(\.id)
    }
    #expect(joined == whole)
    for (place, id) in whole.enumerated() {
      #expect(try library.position(of: id, in: query) == place)
    }
  }

  @Test("Each order is what it says.")
  func orders() throws {
    let library = try temporary.open()
    try library.import(makeFeed("b", count: 2))
    try library.import(makeFeed("A", count: 3))
    let titles = { (order: ArticleQuery.Order) in
      try library.articles(matching: ArticleQuery(order: order), limit: 9).map {
        $0.title.replacing("Article ", with: "").replacing(" of ", with: "")
      }
    }
    #expect(try titles(.title) == ["0A", "0b", "1A", "1b", "2A"])
    #expect(try titles(.feed) == ["2A", "1A", "0A", "1b", "0b"])
    #expect(try titles(.newestFirst).first == "2A")
    #expect(try titles(.oldestFirst) == titles(.newestFirst).reversed())
  }

  @Test("An article that is kept stays in its list when it is read, but not in another feed's.")
  func keeping() throws {
    let library = try temporary.open()
    try library.import(makeFeed())
    try library.import(makeFeed("b"))
    let feeds = try library.feeds()
    var query = ArticleQuery(source: .feed(try #require(feeds.first).id), unreadOnly: true)
    let id = try #require(library.articles(matching: query, offset: 1, limit: 1).first).id
    try library.setRead(true, for: id)
    #expect(try library.position(of: id, in: query) == nil)
    query.keeping = id
    #expect(try library.position(of: id, in: query) == 1)
    query.source = .feed(try #require(feeds.last).id)
    #expect(try library.position(of: id, in: query) == nil)
  }

  @Test(
    "Words are found at their start, without regard to case and accents, in all texts.",
    arguments: [
      ("creme", 1), ("CRÈME brû", 1), ("rûlée", 0), ("creme schnee", 0), ("日本", 1), ("本語", 1),
      ("語 日本", 1), ("author", 3), ("remember", 1), ("don't", 1), ("50%", 1), ("%", 1), ("_", 0),
      ("\"", 0), ("*", 0), ("AND", 0), ("title:x", 0), ("-", 0), ("(", 0), ("", 3), ("  ", 3),
      ("NEAR(a b)", 0), ("schnee", 1),
    ]
  )
  func words(text: String, count: Int) throws {
    let library = try temporary.open()
    let contents = ["<p>Crème <b>brûlée</b>, don't</p>", "<p>日本語の本</p>", "<p>Schnee, 50%</p>"]
    try library.import(makeFeed { contents[$0] })
    let id = try #require(library.articles(matching: ArticleQuery(), limit: 1).first).id
    try library.setNote("Remember this", for: id)
    #expect(try library.count(matching: ArticleQuery(text: text)) == count)
  }

  @Test("Notes and tags are lists, too.")
  func notesAndTags() throws {
    let library = try temporary.open()
    try library.import(makeFeed())
    let ids = try library.articles(matching: ArticleQuery(), limit: 9).map(\.id)
    try library.setTags([" later ", "Ärger", "later", ""], for: ids[0])
    try library.setTags(["later"], for: ids[1])
    try library.setNote("n", for: ids[2])
    #expect(
      try library.tags() == [
        TagCount(name: "Ärger", articles: 1), TagCount(name: "later", articles: 2),
      ]
    )
    #expect(try library.article(ids[0])?.tags == ["later", "Ärger"])
    #expect(try library.count(matching: ArticleQuery(tag: "later")) == 2)
    #expect(
      try library.articles(matching: ArticleQuery(annotatedOnly: true), limit: 9).map(\.id)
        == [ids[2]]
    )
    try library.setNote("", for: ids[2])
    #expect(try library.count(matching: ArticleQuery(annotatedOnly: true)) == 0)
  }

  @Test("Marking a list as read reaches that list alone.")
  func markAll() throws {
    let library = try temporary.open()
    try library.import(makeFeed())
    try library.import(makeFeed("b"))
    let feed = try #require(try library.feeds().first)
    #expect(try library.markAllRead(matching: ArticleQuery(source: .feed(feed.id))) == 3)
    #expect(try library.markAllRead(matching: ArticleQuery(source: .feed(feed.id))) == 0)
    #expect(try library.counts().unread == 3)
    #expect(try library.feeds().map(\.unreadCount) == [0, 3])
  }

  @Test("A link is followed to its article whatever its scheme, host's case and fragment.")
  func links() throws {
    let library = try temporary.open()
    try library.import(makeFeed())
    for address in ["https://a.example/1", "http://www.A.example/1/", "//a.example/1#part"] {
      let id = try #require(try library.article(linkedFrom: address))
      #expect(try library.summary(of: id)?.title == "Article 1 of a")
    }
    #expect(try library.article(linkedFrom: "https://a.example/9") == nil)
  }
}
