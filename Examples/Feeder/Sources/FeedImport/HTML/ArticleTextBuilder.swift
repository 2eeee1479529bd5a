/// Makes blocks of text out of the tags and text of HTML.
///
/// It keeps counts of what is open and no tree, so tags that are missing, or closed in another
/// order, or nested without end do no harm.
struct ArticleTextBuilder {
  private(set) var blocks: [TextBlock] = []
  private(set) var links: [ArticleLink] = []

  private let base: String?
  private var line = TextLine()
  private var kind = TextBlock.Kind.paragraph
  private var quoteDepth = 0
  private var lists: [ListCounter] = []
  private var preformattedDepth = 0
  private var styles: [(name: String, style: TextSpan.Style)] = []
  private var openLink: OpenLink?

  /// The numbers of links by their address.
  private var numbers: [String: Int] = [:]

  /// More than this many lists or quotations in one another are shown as that many.
  private static let maximumDepth = 8

  init(base: String?) { self.base = base }

  mutating func take(_ token: HTMLToken) {
    switch token {
    case .text(let text): take(text)
    case .open(let name, let attributes): open(name, attributes)
    case .close(let name): close(name)
    }
  }

  mutating func finish() {
    closeLink()
    endBlock()
  }

  private mutating func take(_ text: String) {
    let style = styles.reduce(into: TextSpan.Style()) { $0.formUnion($1.style) }
    line.append(text, style: style, link: openLink?.number, keepsSpace: preformattedDepth > 0)
  }
}

extension ArticleTextBuilder {
  private mutating func open(_ name: String, _ attributes: [String: String]) {
    if let style = Self.style(of: name) { return styles.append((name, style)) }
    switch name {
    case "a": openLink(to: attributes["href"] ?? "")
    case "br": breakLine()
    case "img": takeImage(attributes)
    case "iframe", "video", "audio", "embed", "object":
      takeEmbedded(name, attributes["src"] ?? attributes["data"])
    case "hr":
      endBlock()
      add(TextBlock(kind: .rule, spans: []))
    case "q": take("“")
    case "td", "th": if !line.isBlank { take(" | ") }
    case "h1", "h2", "h3", "h4", "h5", "h6":
      endBlock()
      kind = .heading(level: name.last?.wholeNumberValue ?? 1)
    case "ul", "ol": openList(isNumbered: name == "ol", start: attributes["start"])
    case "li": openItem()
    case "blockquote":
      endBlock()
      quoteDepth += 1
    case "pre":
      endBlock()
      preformattedDepth += 1
      kind = .preformatted
    default: if Self.blockElements.contains(name) { endBlock() }
    }
  }

  private mutating func close(_ name: String) {
    if Self.style(of: name) != nil {
      if let index = styles.lastIndex(where: { $0.name == name }) { styles.remove(at: index) }
      return
    }
    switch name {
    case "a": closeLink()
    case "q": take("”")
    case "h1", "h2", "h3", "h4", "h5", "h6": endBlock()
    case "ul", "ol":
      endBlock()
      if !lists.isEmpty { lists.removeLast() }
    case "li":
      endBlock()
      kind = .paragraph
    case "blockquote":
      endBlock()
      quoteDepth = max(quoteDepth - 1, 0)
    case "pre":
      endBlock()
      preformattedDepth = max(preformattedDepth - 1, 0)
      kind = .paragraph
    default: if Self.blockElements.contains(name) { endBlock() }
    }
  }

  private static func style(of name: String) -> TextSpan.Style? {
    switch name {
    case "em", "i", "cite", "dfn", "var": .emphasis
    case "strong", "b": .strong
    case "code", "kbd", "samp", "tt": .code
    default: nil
    }
  }

  private static let blockElements: Set<String> = [
    "address", "article", "aside", "body", "caption", "center", "dd", "details", "dialog", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "head", "html",
    "main", "nav", "p", "section", "summary", "table", "tbody", "tfoot", "thead", "title", "tr",
  ]
}

// MARK: - Blocks

extension ArticleTextBuilder {
  /// Ends the block that text was added to, if it has any.
  private mutating func endBlock() {
    let spans = line.take()
    guard !spans.isEmpty else {
      // A heading or an item without text is none, but an item may begin with another block.
      if case .heading = kind { kind = .paragraph }
      return
    }
    add(TextBlock(kind: kind, spans: spans))
    kind = preformattedDepth > 0 ? .preformatted : .paragraph
  }

  private mutating func add(_ block: TextBlock) {
    var block = block
    block.quoteDepth = min(quoteDepth, Self.maximumDepth)
    block.listDepth = min(lists.count, Self.maximumDepth)
    blocks.append(block)
  }

  /// Breaks the line; two breaks in a row are how old pages part paragraphs.
  private mutating func breakLine() {
    if preformattedDepth == 0, line.endsWithBreak {
      endBlock()
    } else {
      line.appendBreak()
    }
  }

  private mutating func openList(isNumbered: Bool, start: String?) {
    endBlock()
    lists.append(ListCounter(next: isNumbered ? start.flatMap { Int($0) } ?? 1 : nil))
  }

  private mutating func openItem() {
    endBlock()
    guard !lists.isEmpty else {
      kind = .listItem(marker: "•")
      return
    }
    kind = .listItem(marker: lists[lists.count - 1].takeMarker())
  }
}

// MARK: - Links and pictures

extension ArticleTextBuilder {
  private mutating func openLink(to address: String) {
    closeLink()
    guard !address.isEmpty, !address.hasPrefix("#") else { return }
    let url = WebAddress.resolve(address, base: base)
    guard !url.lowercased().hasPrefix("javascript:") else { return }
    openLink = OpenLink(number: numbers[url] ?? links.count + 1, url: url)
    line.beginLink()
  }

  /// Puts the number behind the text of a link; a link without any is left out.
  private mutating func closeLink() {
    guard let link = openLink else { return }
    openLink = nil
    let title = PlainLine.collapse(line.linkText)
    guard !title.isEmpty else { return }
    if link.number > links.count {
      numbers[link.url] = link.number
      links.append(ArticleLink(number: link.number, title: title, url: link.url))
    }
    line.appendLinkNumber(link.number)
  }

  private mutating func takeImage(_ attributes: [String: String]) {
    // Pictures of one pixel count readers, and an empty text stands for mere decoration.
    guard attributes["width"] != "1", attributes["height"] != "1" else { return }
    let text = PlainLine.collapse(attributes["alt"] ?? attributes["title"] ?? "image")
    guard !text.isEmpty else { return }
    let label =
      attributes["alt"] == nil && attributes["title"] == nil ? "[image]" : "[image: \(text)]"
    line.append(label, style: .image, link: openLink?.number, keepsSpace: false)
  }

  private mutating func takeEmbedded(_ name: String, _ address: String?) {
    guard let address, !address.isEmpty else { return }
    endBlock()
    openLink(to: address)
    let label = ["video", "audio"].contains(name) ? "[\(name)]" : "[embedded page]"
    line.append(label, style: .image, link: openLink?.number, keepsSpace: false)
    closeLink()
    endBlock()
  }
}

/// The link that text is being added to.
private struct OpenLink {
  var number: Int
  var url: String
}

/// The next number of a list; nil if its items have none.
private struct ListCounter {
  var next: Int?

  mutating func takeMarker() -> String {
    guard let number = next else { return "•" }
    next = number &+ 1
    return "\(number)."
  }
}
