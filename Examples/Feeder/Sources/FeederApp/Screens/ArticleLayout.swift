import FeedImport

/// A place in an article, the same whatever the width of the window.
struct TextPlace: Codable, Hashable {
  /// The part of the article, from 0.
  var part = 0

  /// How many characters of the part stand before the place.
  var offset = 0
}

/// An article as lines of some width.
struct ArticleLayout {
  struct Line: Equatable {
    let parts: [StyledText]
    let place: TextPlace
  }

  private(set) var lines: [Line] = []

  private let width: Int
  private let selectedLink: Int

  /// The parts before the blocks: title, byline, note and an empty line.
  private static let headParts = 4

  init(of content: ArticleContent, width: Int, selectedLink: Int) {
    self.width = max(1, width)
    self.selectedLink = selectedLink
    add(content.headline.title, .bold, part: 0)
    add(byline(of: content), .dim, part: 1)
    if !content.note.isEmpty { add("✎ \(content.note)", .accented, part: 2) }
    add("", [], part: 3)
    for (index, block) in content.blocks.enumerated() {
      if index > 0, !isTight(content.blocks[index - 1], block) {
        lines.append(
          Line(parts: [], place: TextPlace(part: Self.headParts + index - 1, offset: .max))
        )
      }
      add(block, part: Self.headParts + index)
    }
    addLinks(content.links, part: Self.headParts + content.blocks.count)
  }

  private func byline(of content: ArticleContent) -> String {
    var parts = [content.headline.feed]
    if let date = content.headline.date {
      parts.append(ArticleDate.short(date).trimmed)
    }
    if content.headline.isStarred { parts.append("★") }
    parts += content.tags.map { "#\($0)" }
    return parts.joined(separator: " · ")
  }

  private mutating func add(_ text: String, _ style: Style, part: Int) {
    lines += TextWrapping(width: width).lines(of: text).map {
      let place = TextPlace(part: part, offset: $0.offset)
      return Line(parts: [StyledText(text: $0.text, style: style)], place: place)
    }
  }

  private mutating func addLinks(_ links: [String], part: Int) {
    guard !links.isEmpty else { return }
    add("", [], part: part)
    for (index, link) in links.enumerated() {
      let style: Style = index + 1 == selectedLink ? .reversed : .dim
      add("[\(index + 1)] \(link)", style, part: part + 1 + index)
    }
  }
}

// MARK: - Blocks

extension ArticleLayout {
  private func isTight(_ before: TextBlock, _ after: TextBlock) -> Bool {
    before.listDepth > 0 && after.listDepth > 0
  }

  private mutating func add(_ block: TextBlock, part: Int) {
    let margin = margin(of: block)
    let room = max(1, width - margin.first.columns)
    var wrapped = TextWrapping(width: room).lines(of: block.text)
    if case .rule = block.kind {
      wrapped = [WrappedLine(text: String(repeating: "─", count: room), offset: 0)]
    }
    for (index, line) in wrapped.enumerated() {
      let start = StyledText(text: index == 0 ? margin.first : margin.rest, style: .dim)
      lines.append(
        Line(
          parts: [start] + styled(line, of: block),
          place: TextPlace(part: part, offset: line.offset)
        )
      )
    }
  }

  /// What stands before the first line of a block, and before the others.
  private func margin(of block: TextBlock) -> (first: String, rest: String) {
    let quotes = String(repeating: "│ ", count: min(block.quoteDepth, 4))
    let indent = quotes + String(repeating: "  ", count: min(max(0, block.listDepth - 1), 4))
    switch block.kind {
    case .listItem(let marker):
      let rest = String(repeating: " ", count: marker.columns + 1)
      return ("\(indent)\(marker) ", indent + rest)
    case .preformatted: return (indent + "  ", indent + "  ")
    default:
      let inner = block.listDepth > 0 ? indent + "  " : indent
      return (inner, inner)
    }
  }

  /// The parts of a line in the styles of the spans that they come from.
  private func styled(_ line: WrappedLine, of block: TextBlock) -> [StyledText] {
    if case .rule = block.kind { return [StyledText(text: line.text, style: .dim)] }
    var parts: [StyledText] = []
    var start = 0
    var rest = line.text[...]
    for span in block.spans where !rest.isEmpty {
      let end = start + span.text.count
      let taken = rest.prefix(max(0, end - max(start, line.offset)))
      if end > line.offset, !taken.isEmpty {
        parts.append(StyledText(text: String(taken), style: style(of: span, in: block)))
        rest = rest.dropFirst(taken.count)
      }
      start = end
    }
    return parts + (rest.isEmpty ? [] : [StyledText(text: String(rest), style: [])])
  }

  private func style(of span: TextSpan, in block: TextBlock) -> Style {
    var style: Style = []
    if case .heading = block.kind { style.insert(.bold) }
    if span.style.contains(.strong) { style.insert(.bold) }
    if span.style.contains(.emphasis) { style.insert(.underlined) }
    if span.style.contains(.code) || span.style.contains(.image) { style.insert(.dim) }
    if let link = span.link { style.insert(link == selectedLink ? .reversed : .accented) }
    return style
  }
}

// MARK: - Places

extension ArticleLayout {
  /// The line in which a place stands, or the last one before it.
  func line(at place: TextPlace) -> Int {
    lines.lastIndex { line in
      (line.place.part, line.place.offset) <= (place.part, place.offset)
    } ?? 0
  }

  /// Where a line begins.
  func place(ofLine index: Int) -> TextPlace {
    lines.indices.contains(index) ? lines[index].place : TextPlace()
  }
}
