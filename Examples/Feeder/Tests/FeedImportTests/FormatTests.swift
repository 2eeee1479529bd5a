import FeedImport
import Foundation
import Testing

@Suite("Formats")
struct FormatTests {
  @Test("RSS 2.0 gives title, addresses, and articles with full content.")
  func rss2() throws {
    let feed = try Samples.sample("orchard.rss")
    #expect(feed.title == "Letters from the Orchard")
    #expect(feed.siteURL == "https://orchard.example/")
    #expect(feed.feedURL == "https://orchard.example/feed.rss")
    #expect(feed.articles.map(\.guid) == ["orchard-3", "orchard-2", "orchard-1"])
    let first = try #require(feed.articles.first)
    #expect(first.title == "Grafting in March")
    #expect(first.author == "Maren Holt")
    #expect(first.date == Date(timeIntervalSince1970: 1_773_469_800))
    #expect(first.contentHTML.contains("<h2>What you need</h2>"))
  }

  @Test("RSS 1.0 has its items beside the channel, named by rdf:about.")
  func rss1() throws {
    let feed = try Samples.sample("harbour.rdf")
    #expect(feed.title == "Harbour Log")
    #expect(feed.articles.map(\.title) == ["Fog until noon", "A barque from Gdańsk ⚓"])
    #expect(feed.articles.first?.guid == "https://harbour.example/log/118")
    #expect(feed.articles.first?.author == "The harbour master")
  }

  @Test("Atom resolves addresses against xml:base and keeps XHTML as HTML.")
  func atom() throws {
    let feed = try Samples.sample("compiler-notes.atom")
    #expect(feed.siteURL == "https://notes.example/")
    #expect(feed.feedURL == "https://notes.example/atom.xml")
    #expect(feed.articles.map(\.title) == ["Why let is not a constant", "読みやすさについて"])
    #expect(feed.articles.map(\.author) == ["Ilse Ó Briain", "森 かえで"])
    #expect(feed.articles.first?.link == "https://notes.example/2026/let")
    #expect(feed.articles.first?.contentHTML.contains("<code>let</code> is bound once") == true)
  }

  @Test("JSON Feed gives articles, also with a number for an id and with mere text.")
  func jsonFeed() throws {
    let feed = try Samples.sample("night-sky.json")
    #expect(feed.articles.map(\.guid) == ["2026-05", "202604"])
    #expect(feed.articles.map(\.author) == ["Tomas Vrba", "Tomas Vrba"])
    #expect(feed.articles.last?.contentHTML.hasPrefix("<p>No title this time") == true)
    #expect(feed.articles.first?.contentHTML.contains("charts/may.pdf") == true)
  }

  @Test("OPML gives feeds in nested folders.")
  func opml() throws {
    let path = Samples.folder.appending(path: "subscriptions.opml").path
    let result = try FeedImporter().read(contentsOfFile: path)
    guard case .subscriptions(let list) = result.document else {
      Issue.record("not a list")
      return
    }
    #expect(list.title == "Sample subscriptions")
    #expect(list.feedCount == 4)
    guard case .folder(let name, let items) = list.items.first,
      case .folder(let inner, _) = items.last
    else {
      Issue.record("no folders")
      return
    }
    #expect(name == "Outdoors")
    #expect(inner == "Sky & Sea")
    #expect(list.items.count == 2)
  }

  @Test(
    "Every sample imports without a warning, as the format its name says.",
    arguments: [
      ("orchard.rss", FeedFormat.rss2), ("harbour.rdf", .rss1), ("compiler-notes.atom", .atom),
      ("night-sky.json", .jsonFeed), ("subscriptions.opml", .opml),
      ("lighthouse-koi8r.rss", .rss2), ("cafe-latin1.rss", .rss2),
    ]
  )
  func samples(name: String, format: FeedFormat) throws {
    let result = try FeedImporter().read(contentsOfFile: Samples.folder.appending(path: name).path)
    #expect(result.format == format)
    #expect(result.warnings.isEmpty)
  }

  @Test("Atom without its namespace, and RSS with prefixes that are not declared, are read.")
  func sloppyNamespaces() throws {
    let atom = try Samples.feed(
      "<feed><title>F</title><entry><title>E</title><id>1</id></entry></feed>"
    )
    #expect(atom.articles.map(\.title) == ["E"])
    let rss = try Samples.feed(
      """
      <rss><channel><title>F</title><item><title>I</title><dc:creator>A</dc:creator>
      <content:encoded>&lt;p&gt;C&lt;/p&gt;</content:encoded></item></channel></rss>
      """
    )
    #expect(rss.articles.first?.author == "A")
    #expect(rss.articles.first?.contentHTML == "<p>C</p>")
  }

  @Test("Articles that share a guid are kept apart by their links; the same one twice is one.")
  func sharedGuids() throws {
    let item = { (link: String) in
      "<item><guid>x</guid><title>T</title><link>https://a.example/\(link)</link></item>"
    }
    let feed = try Samples.feed(
      "<rss><channel>\(item("1"))\(item("2"))\(item("1"))</channel></rss>"
    )
    #expect(feed.articles.map(\.guid) == ["x", "x https://a.example/2"])
  }

  @Test("An article without any id is named by its link, else by its title and date.")
  func substituteGuids() throws {
    let feed = try Samples.feed(
      """
      <rss><channel><item><title>A</title><link>https://a.example/1</link></item>
      <item><title>B</title><pubDate>1 Jan 1970 00:01 GMT</pubDate></item>
      <item><description>Only text</description></item><item></item></channel></rss>
      """
    )
    #expect(feed.articles.map(\.guid) == ["https://a.example/1", "B 60", "Only text"])
  }
}
