import FeedImport
import Foundation
import Testing

@Suite("XML")
struct XMLTests {
  @Test("Entities of HTML, numbers of windows-1252 and stray ampersands become characters.")
  func entities() throws {
    let feed = try Samples.feed(
      Samples.rss("A&nbsp;&mdash; &#8220;B&#x94; &#146;C &amp;amp; D & E AT&T &amp;lt;b&amp;gt;")
    )
    #expect(feed.articles.first?.title == "A — “B” ’C & D & E AT&T <b>")
  }

  @Test("A CDATA section is left as it stands.")
  func cdata() throws {
    let feed = try Samples.feed(
      "<rss><channel><item><description><![CDATA[a &foo; <b>&nbsp;</b>]]></description>"
        + "</item></channel></rss>"
    )
    #expect(feed.articles.first?.contentHTML == "a &foo; <b>&nbsp;</b>")
  }

  @Test("Control characters, which XML forbids, are dropped.")
  func controls() throws {
    let feed = try Samples.feed(Samples.rss("A\u{0}\u{8}B\u{FFFF}C&#0;"))
    #expect(feed.articles.first?.title == "ABC\u{FFFD}")
  }

  @Test("Escapes for the terminal do not get into titles and authors.")
  func escapes() throws {
    let feed = try Samples.feed(Samples.rss("A&#155;31m\u{202E}B&amp;#27;[2J"))
    let title = try #require(feed.articles.first?.title)
    #expect(!title.unicodeScalars.contains { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value })
    #expect(!title.contains("\u{202E}"))
  }

  @Test("Entities that the file itself defines are not expanded: no bomb, no file is read.")
  func bombs() throws {
    let definitions = [
      "<!ENTITY a 'lol'><!ENTITY b '&a;&a;&a;'>", "<!ENTITY b SYSTEM 'file:///etc/passwd'>",
      "<!ENTITY % c SYSTEM 'file:///etc/passwd'> %c; <!ENTITY b ']>'>",
    ]
    for definition in definitions {
      let text = "<!DOCTYPE rss [\(definition)]>\n" + Samples.rss("&b;")
      let error = try Samples.error(Data(text.utf8))
      #expect(error.code == .unknownEntity)
      #expect(error.position == SourcePosition(line: 3, column: 14))
    }
  }

  @Test("A document type is left out, also one with a subset.")
  func documentType() throws {
    let text = "<?xml version='1.0'?><!DOCTYPE rss SYSTEM 'x.dtd' [<!ENTITY a '>]'>]>"
    #expect(try Samples.feed(text + Samples.rss("T")).articles.first?.title == "T")
  }

  @Test("Elements nested without end are refused.")
  func depth() throws {
    let deep = String(repeating: "<a>", count: 100_000)
    let error = try Samples.error(Data("<rss>\(deep)".utf8))
    #expect(error.code == .tooComplex)
  }

  @Test("Elements without number are refused.")
  func elements() throws {
    let many = String(repeating: "<a/>", count: 200_001)
    let error = try Samples.error(Data("<rss>\(many)</rss>".utf8))
    #expect(error.code == .tooComplex)
  }

  @Test("Attributes without number are refused; a comment or text may have any number of =.")
  func attributes() throws {
    let many = (0..<501).map { "a\($0)='>'" }.joined(separator: " ")
    let error = try Samples.error(Data("<rss>\n <a \(many)/></rss>".utf8))
    #expect(error.code == .tooComplex)
    #expect(error.position == SourcePosition(line: 2, column: 2))
    let marks = String(repeating: "=", count: 1_000)
    let feed = try Samples.feed(
      "<?xml version='1.0'?>" + Samples.rss("<![CDATA[\(marks)]]>\(marks)")
    )
    #expect(feed.articles.first?.title == marks + marks)
  }

  @Test("White space and comments before the declaration do no harm.")
  func leading() throws {
    let text = "\n <!-- x -->\n" + Samples.rss("T", declaration: "<?xml version='1.0'?>")
    #expect(try Samples.feed(text).articles.first?.title == "T")
  }

  @Test("A long text of many entities is read in a time that grows with its length.")
  func longText() throws {
    let text = String(repeating: "&lt;b&gt;&amp;amp;&lt;/b&gt; ", count: 15_000)
    let feed = try Samples.feed(
      "<rss><channel><item><description>\(text)</description></item></channel></rss>"
    )
    #expect(feed.articles.first?.contentHTML.utf8.count == 15_000 * 13 - 1)
  }
}
