import FeedImport
import Testing

@Suite("Article text")
struct ArticleTextTests {
  /// The blocks with marks for what they are, as golden text.
  private func render(_ html: String, base: String? = nil) -> String {
    let text = ArticleText(html: html, base: base)
    var lines = text.blocks.map { block in
      let mark =
        switch block.kind {
        case .paragraph: "P "
        case .heading(let level): "H\(level) "
        case .listItem(let marker): marker + " "
        case .preformatted: "| "
        case .rule: "---"
        }
      return String(repeating: "> ", count: block.quoteDepth)
        + String(repeating: "  ", count: block.listDepth) + mark
        + block.text.replacing("\n", with: "⏎")
    }
    lines += text.links.map { "[\($0.number)] \($0.title) → \($0.url)" }
    return lines.joined(separator: "\n")
  }

  static let pairs: [(html: String, text: String)] = [
    ("", ""),
    ("plain & simple", "P plain & simple"),
    ("<p>One\n two<p>Three", "P One two\nP Three"),
    ("a<br>b<br><br>c<br>", "P a⏎b\nP c"),
    ("<h1>A</h1>text<h3>B</h3>", "H1 A\nP text\nH3 B"),
    ("<h2></h2>text", "P text"),
    (
      "<ul><li>one<li>two<ol start=3><li>x</li><li>y</ol></ul>after",
      "  • one\n  • two\n    3. x\n    4. y\nP after"
    ),
    ("<ul><li><p>a</p><p>b</p></li><li>c</li></ul>", "  • a\n  P b\n  • c"),
    ("<li>stray</li>text", "• stray\nP text"),
    (
      "<blockquote><p>q</p><blockquote>r</blockquote>s</blockquote>t",
      "> P q\n> > P r\n> P s\nP t"
    ),
    ("<pre>a  b\n\tc\n</pre>d", "| a  b⏎    c\nP d"),
    ("a<hr>b", "P a\n---\nP b"),
    (
      "See <a href='/x'>the <b>manual</b></a>, and <a href='https://b.example/'>B</a>.",
      "P See the manual [1], and B [2].\n[1] the manual → /x\n[2] B → https://b.example/"
    ),
    (
      "<a href='https://a.example'>A</a> and <a href='https://a.example'>again</a>",
      "P A [1] and again [1]\n[1] A → https://a.example"
    ),
    (
      "<a href='#note'>n</a> <a href='javascript:x()'>j</a> <a href='https://a.example'></a>x",
      "P n j x"
    ),
    ("<a href=u>one<a href=v>two", "P one [1]two [2]\n[1] one → u\n[2] two → v"),
    (
      "<a href='b'><p>block</p></a> <p>next",
      "P block\nP [1]\nP next\n[1] block → b"
    ),
    ("<img alt='A cat' src=x>", "P [image: A cat]"),
    ("<img src=x> <img alt='' src=y> <img width=1 height=1 src=z>", "P [image]"),
    (
      "<a href='big.jpg'><img alt='A cat'></a>",
      "P [image: A cat] [1]\n[1] [image: A cat] → big.jpg"
    ),
    (
      "a<iframe src='https://v.example/1'></iframe>b",
      "P a\nP [embedded page] [1]\nP b\n[1] [embedded page] → https://v.example/1"
    ),
    (
      "x &lt;b&gt; &amp;amp; &eacute; &#x2014; &#151; &unknown; &amp",
      "P x <b> &amp; é — — &unknown; &"
    ),
    ("a < b and 1<2 <3", "P a < b and 1<2 <3"),
    ("<script>if (a<b) x()</script>t<style>p{}</style><!-- c -->u", "P tu"),
    ("<script>never closed <p>x", ""),
    ("<p class=\"a>b\">x</p", "P x"),
    ("<table><tr><th>A<th>B<tr><td>1</td><td>2</td></table>", "P A | B\nP 1 | 2"),
    ("<p>esc\u{1B}[31m &#27;]0;x&#7; \u{202E}rtl so\u{AD}ft</p>", "P esc[31m ]0;x rtl soft"),
    ("<q>said</q> <em>so</em>", "P “said” so"),
    ("日本語<b>太字</b>です", "P 日本語太字です"),
    ("<p>\u{A0}</p><p> </p>x", "P x"),
  ]

  @Test("HTML becomes the text one would read.", arguments: pairs)
  func golden(html: String, text: String) {
    #expect(render(html) == text.replacing("[31m ]0;x", with: "[31m \u{FFFD}]0;x\u{FFFD}"))
  }

  @Test("Links are made absolute by the address of the article.")
  func base() {
    let text = ArticleText(
      html: "<a href='../c?x=1#y'>c</a> <a href='//d.example/'>d</a> <a href=' e f '>e</a>",
      base: "https://a.example/b/b2/"
    )
    #expect(
      text.links.map(\.url) == [
        "https://a.example/b/c?x=1#y", "https://d.example/", "https://a.example/b/b2/e%20f",
      ]
    )
  }

  @Test("Styles and links of a run of text are kept, also where tags are closed crosswise.")
  func styles() {
    let text = ArticleText(html: "a<b>b<i>c</b>d</i><code>e</code> <a href=x>f</a>g")
    #expect(
      text.blocks.first?.spans == [
        TextSpan("a"), TextSpan("b", style: .strong), TextSpan("c", style: [.strong, .emphasis]),
        TextSpan("d", style: .emphasis), TextSpan("e", style: .code),
        TextSpan(" f [1]", link: 1), TextSpan("g"),
      ]
    )
  }

  @Test("Nesting without end neither crashes nor indents without end.")
  func nesting() {
    let deep = ["blockquote", "ul", "b", "pre", "a href=x"].map { tag in
      String(repeating: "<\(tag)>", count: 20_000)
    }
    let text = ArticleText(html: deep.joined() + "x")
    #expect(text.blocks.first?.quoteDepth == 8)
    #expect(text.blocks.first?.listDepth == 8)
    #expect(text.plainText.hasPrefix("x"))
  }

  @Test("Any HTML, also one of random pieces, gives text without control characters.")
  func random() {
    var generator = SeededGenerator(seed: 7)
    let pieces = [
      "<p>", "</p>", "<ul>", "</ul>", "<li>", "<a href='x'>", "</a>", "<pre>", "</pre>", "<br>",
      "<", ">", "&", "&amp;", "&#27;", "<!--", "-->", "text ", "\n", "\u{1B}", "<b", "'", "\"",
      "<script>", "</script>", "<blockquote>", "</blockquote>", "<img alt=x", "é日", "<h1>", "</h1>",
    ]
    for _ in 0..<2_000 {
      let count = Int.random(in: 0..<30, using: &generator)
      let html = (0..<count).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      }
      let text = ArticleText(html: html.joined())
      let scalars = text.plainText.unicodeScalars
      #expect(!scalars.contains { $0.value < 0x20 && $0 != "\n" }, "\(html)")
      #expect(text.blocks.allSatisfy { !$0.text.isEmpty || $0.kind == .rule }, "\(html)")
    }
  }
}
