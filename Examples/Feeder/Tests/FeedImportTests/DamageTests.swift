import FeedImport
import Foundation
import Testing

@Suite("Damage")
struct DamageTests {
  static let cases: [(text: String, line: String)] = [
    ("", "test.xml: is empty; get it again."),
    (" \n\t\r\n", "test.xml: is empty; get it again."),
    (
      "<rss><channel><item>\n<title>Half a ti",
      "test.xml:2:17: is cut off within <title>; get the whole file again."
    ),
    (
      "<rss><channel><item>\n<title><![CDATA[Half a ti",
      "test.xml:2:26: is cut off within <title>; get the whole file again."
    ),
    (
      "<?xml version='1.0'?>\n",
      "test.xml:2:1: is cut off before its first element; get the whole file again."
    ),
    (
      "<rss><channel>\n  <title>A&foo;B</title></channel></rss>",
      "test.xml:2:11: uses the entity &foo; that neither XML nor HTML defines; "
        + "write the character itself, or &amp;foo; for this very text."
    ),
    (
      "<!DOCTYPE html><html><body><p>Not found<br></body></html>",
      "test.xml:1:1: is a web page (HTML), not a feed; "
        + "look on the page for the address of its feed, and get that."
    ),
    (
      "\n<HTML><head><link rel=alternate type='application/rss+xml' href='/feed'></head>",
      "test.xml:1:1: is a web page (HTML), not a feed; its feed is at /feed, get that."
    ),
    (
      "Service unavailable",
      "test.xml: is neither XML nor JSON; import RSS, Atom, JSON Feed or OPML."
    ),
    (
      "<svg xmlns='http://www.w3.org/2000/svg'/>",
      "test.xml: is XML, but no feed: its first element is <svg>; "
        + "import RSS, Atom, JSON Feed or OPML."
    ),
    (
      "{\"version\": 3}",
      "test.xml: is JSON, but no JSON Feed: it has no \"version\" of one; import a feed."
    ),
    (
      "{\n\"title\": \"Half a ti",
      "test.xml:2:20: is cut off; get the whole file again."
    ),
    (
      "{\n\"title\": nonsense}",
      "test.xml:2:11: is not well-formed JSON; get it again, or correct it there."
    ),
  ]

  @Test("Each kind of damage has its line: what, where, what to do.", arguments: cases)
  func lines(text: String, line: String) throws {
    let error = try Samples.error(Data(text.utf8))
    #expect(error.description == line)
  }

  @Test("A tag that is closed wrongly is named with its place, entities before it or not.")
  func mismatch() throws {
    for text in ["title", "ti&nbsp;t&mdash;le", "tïtle"] {
      let error = try Samples.error(
        Data("<rss>\n<channel><title>\(text)</titel></channel></rss>".utf8)
      )
      #expect(error.code == .malformed)
      #expect(error.problem.contains("closes an element that is not open within <title>"))
      #expect(error.position?.line == 2)
      let tag = 17 + text.unicodeScalars.count
      #expect((tag...tag + 8).contains(error.position?.column ?? 0), "\(error)")
    }
  }

  @Test("A file of 50 MB is refused by its size, and no more of it read than is allowed.")
  func large() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).xml")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data().write(to: url)
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: 50 << 20)
    try file.close()
    let error = try #require(throws: FeedImportError.self) {
      try FeedImporter().read(contentsOfFile: url.path)
    }
    #expect(error.code == .tooLarge)
    #expect(error.problem == "is larger than 20 MiB, the most that is read")
  }

  @Test("An endless file is refused by its size.")
  func endless() throws {
    let error = try #require(throws: FeedImportError.self) {
      try FeedImporter(maximumSize: 1_000).read(contentsOfFile: "/dev/zero")
    }
    #expect(error.code == .tooLarge)
  }

  @Test("JSON nested without end, or of values without number, is refused before it is read.")
  func largeJSON() throws {
    let deep = try Samples.error(Data(String(repeating: "[", count: 10_000).utf8))
    #expect(deep.code == .tooComplex)
    #expect(deep.position == SourcePosition(line: 1, column: 201))
    let many = try Samples.error(Data(("[" + String(repeating: "1,", count: 1_000_000)).utf8))
    #expect(many.code == .tooComplex)
    let text = String(repeating: "[,\\\"{", count: 300_000)
    let feed = try Samples.feed(
      "{\"version\": \"https://jsonfeed.org/version/1\", \"items\": [{\"id\": \"\(text)\"}]}"
    )
    #expect(feed.articles.count == 1)
  }

  @Test("A file that is not there, and a folder, are said to be.")
  func unreadable() throws {
    for (path, reason) in [("/nowhere/feed.xml", "no such file"), ("/", "a folder")] {
      let error = try #require(throws: FeedImportError.self) {
        try FeedImporter().read(contentsOfFile: path)
      }
      #expect(error.code == .unreadable)
      #expect(error.description.contains(reason))
    }
  }

  @Test("Every sample cut off at any byte gives an error of one line, and mostly says so.")
  func cutAnywhere() throws {
    for name in ["harbour.rdf", "lighthouse-koi8r.rss", "night-sky.json"] {
      let data = try Samples.data(name)
      let end = try #require(data.lastIndex { $0 > 0x20 })
      for length in 0..<end {
        let error = try Samples.error(data.prefix(length))
        #expect([.cutOff, .empty, .malformed].contains(error.code), "\(length): \(error)")
        #expect(!error.description.contains("\n"))
        if length > 60 { #expect(error.code == .cutOff, "\(name) \(length): \(error)") }
      }
    }
  }

  @Test("Bytes changed at random are read or refused in one line.", arguments: 0..<4)
  func random(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let names = ["orchard.rss", "compiler-notes.atom", "night-sky.json", "subscriptions.opml"]
    let original = try Samples.data(names[seed])
    for _ in 0..<300 {
      var data = original
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: 0..<data.count, using: &generator)
        data[index] = UInt8.random(in: 0...255, using: &generator)
      }
      do {
        _ = try FeedImporter().read(data, name: "test.xml")
      } catch {
        #expect(!error.description.contains("\n"))
        #expect(error.description.hasPrefix("test.xml:"))
      }
    }
  }
}

/// A generator whose numbers are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
