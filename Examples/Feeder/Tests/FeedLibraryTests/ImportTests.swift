import FeedImport
import FeedLibrary
import Foundation
import Testing

@Suite("Import into the library")
struct ImportTests {
  let temporary = TemporaryLibrary()

  @Test("What is imported is there, also after the library is opened again.")
  func lasting() throws {
    let summary = try temporary.open().import(makeFeed())
    #expect(summary.feedsAdded == 1)
    #expect(summary.articlesAdded == 3)
    let library = try temporary.open()
    let rows = try library.articles(matching: ArticleQuery(), limit: 10)
    #expect(rows.map(\.title) == (0..<3).reversed().map { "Article \($0) of a" })
    #expect(rows.first?.excerpt == "Content 2")
    let row = try #require(rows.first)
    let article = try #require(try library.article(row.id))
    #expect(article.contentHTML == "<p>Content 2</p>")
    #expect(article.link == "https://a.example/2")
  }

  @Test("Importing again changes nothing, and keeps what the reader added.")
  func again() throws {
    let library = try temporary.open()
    try library.import(makeFeed())
    let id = try #require(library.articles(matching: ArticleQuery(), limit: 1).first).id
    try library.setRead(true, for: id)
    try library.setStarred(true, for: id)
    try library.setNote("half a note", for: id)
    try library.setTags(["later", "swift"], for: id)
    let before = try library.article(id)
    let summary = try library.import(makeFeed())
    #expect(summary.articlesAdded == 0)
    #expect(summary.articlesUnchanged == 3)
    #expect(try library.article(id) == before)
  }

  @Test("A changed article is changed in place, under its name, with its note.")
  func changed() throws {
    let library = try temporary.open()
    try library.import(makeFeed())
    let id = try #require(library.articles(matching: ArticleQuery(), limit: 1).first).id
    try library.setNote("note", for: id)
    let summary = try library.import(
      makeFeed { $0 == 2 ? "<p>Quite new</p>" : "<p>Content \($0)</p>" }
    )
    #expect(summary.articlesUpdated == 1)
    #expect(summary.articlesUnchanged == 2)
    let article = try #require(try library.article(id))
    #expect(article.contentHTML == "<p>Quite new</p>")
    #expect(article.note == "note")
    #expect(try library.count(matching: ArticleQuery(text: "quite")) == 1)
    #expect(try library.count(matching: ArticleQuery(text: "content")) == 2)
  }

  @Test("Names of articles are the same in every library, and again after a deletion.")
  func names() throws {
    let library = try temporary.open()
    try library.import(makeFeed())
    let names = try library.articles(matching: ArticleQuery(), limit: 9).map(\.id)
    let other = TemporaryLibrary()
    try other.open().import(makeFeed("b"))
    try other.open().import(makeFeed())
    let feed = try #require(try other.open().feeds().first)
    let query = ArticleQuery(source: .feed(feed.id))
    #expect(try other.open().articles(matching: query, limit: 9).map(\.id) == names)
    let deleted = try #require(names.last)
    #expect(try library.deleteArticle(deleted))
    #expect(try library.import(makeFeed()).articlesAdded == 1)
    #expect(try library.articles(matching: ArticleQuery(), limit: 9).map(\.id) == names)
  }

  @Test("An article without a date keeps the one of its first import.")
  func undated() throws {
    let library = try temporary.open()
    let feed = ImportedFeed(title: "F", articles: [ImportedArticle(guid: "1", title: "T")])
    try library.import(.feed(feed))
    let date = try #require(library.articles(matching: ArticleQuery(), limit: 1).first).date
    #expect(try library.import(.feed(feed)).articlesUnchanged == 1)
    #expect(try library.articles(matching: ArticleQuery(), limit: 1).first?.date == date)
  }

  @Test("An article without a title is shown by its text, one without any by its address.")
  func untitled() throws {
    let library = try temporary.open()
    let articles = [
      ImportedArticle(guid: "1", title: "", contentHTML: "<p>Some\n text</p><p>more</p>"),
      ImportedArticle(guid: "2", title: "", link: "https://a.example/2"),
      ImportedArticle(guid: "3", title: " "),
    ]
    try library.import(.feed(ImportedFeed(title: "", articles: articles)))
    let titles = try library.articles(matching: ArticleQuery(order: .title), limit: 9).map(\.title)
    #expect(titles == ["https://a.example/2", "Some text more", "Untitled"])
    #expect(try library.feeds().map(\.title) == ["Untitled feed"])
  }

  @Test("Subscriptions make folders and feeds once, and a feed's file finds its own.")
  func subscriptions() throws {
    let library = try temporary.open()
    let list = ImportedSubscriptions(
      title: "Subs",
      items: [
        .folder(
          name: "Outer",
          items: [
            .feed(title: "Feed a", feedURL: "http://www.A.example/feed/", siteURL: nil),
            .folder(
              name: "Inner",
              items: [.feed(title: "B", feedURL: "https://b.example/x", siteURL: nil)]
            ),
          ]
        )
      ]
    )
    let first = try library.import(.subscriptions(list))
    #expect(first.feedsAdded == 2)
    #expect(first.foldersAdded == 2)
    let again = try library.import(.subscriptions(list))
    #expect(again.feedsAdded + again.foldersAdded == 0)
    #expect(again.feeds == first.feeds)
    #expect(try library.import(makeFeed()).feedsAdded == 0)
    let outer = try #require(try library.folders().first { $0.parent == nil })
    #expect(try library.count(matching: ArticleQuery(source: .folder(outer.id))) == 3)
    #expect(try library.feeds().first { $0.title == "Feed a" }?.siteURL == "https://a.example/")
  }

  @Test("A list gives its folder to a feed that has none, and leaves those that have one.")
  func places() throws {
    let library = try temporary.open()
    let feed = try #require(try library.import(makeFeed()).feeds.first)
    let list = { (name: String) in
      let item = ImportedSubscription.feed(
        title: "A",
        feedURL: "https://a.example/feed",
        siteURL: nil
      )
      return ImportedDocument.subscriptions(
        ImportedSubscriptions(title: "", items: [.folder(name: name, items: [item])])
      )
    }
    try library.import(list("One"))
    try library.import(list("Two"))
    let folder = try #require(try library.feed(feed)?.folder)
    #expect(try library.folder(folder)?.name == "One")
    #expect(try library.feed(feed)?.title == "Feed a")
  }

  @Test("An import that fails half way leaves the library as it was.")
  func rollback() throws {
    let library = try temporary.open()
    try library.import(makeFeed(count: 2))
    try SQLiteShell.run(
      """
      CREATE TRIGGER refuse BEFORE INSERT ON articles WHEN new.guid = '8'
      BEGIN SELECT raise(ABORT, 'refused'); END
      """,
      at: temporary.path
    )
    let before = try library.articles(matching: ArticleQuery(), limit: 99)
    let error = try #require(throws: LibraryError.self) {
      try library.import(makeFeed(count: 10) { "<p>other \($0)</p>" })
    }
    #expect(error.code == .database)
    #expect(error.description.contains("refused"))
    #expect(try library.articles(matching: ArticleQuery(), limit: 99) == before)
    try SQLiteShell.run("DROP TRIGGER refuse", at: temporary.path)
    #expect(try library.import(makeFeed(count: 10)).articlesAdded == 8)
  }

  @Test("An import into a folder that is not there is refused, and nothing imported.")
  func noFolder() throws {
    let library = try temporary.open()
    let error = try #require(throws: LibraryError.self) {
      try library.import(makeFeed(), into: Folder.ID(rawValue: 7))
    }
    #expect(error.code == .invalid)
    #expect(try library.counts().articles == 0)
    #expect(try library.counts().feeds == 0)
  }
}
