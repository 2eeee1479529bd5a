import NavContainer
import RestorationCore

/// An article, at the place to which it was read.
final class ArticleScreen: RestorableController, RestorationClass, Screen {
  let article: ModelIdentifier
  @Restored("place") var place = TextPlace()
  @Restored("link") var link = 0

  override class var tracksChanges: Bool { true }

  init(article: ModelIdentifier) {
    self.article = article
    super.init(restorationIdentifier: "article")
  }

  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    // Deleted meanwhile: the stack closes over this screen.
    guard let headline = try decoder.decodeModel(Headline.self, forKey: .article) else {
      return nil
    }
    return ArticleScreen(article: headline.identifier)
  }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encodeModel(article, forKey: .article)
  }

  /// The first article of the stack in which the screen stands.
  private var first: ArticleScreen? {
    let stack = enclosingRestorable as? NavigationController
    return stack?.restorableStack.lazy.compactMap { $0 as? ArticleScreen }.first
  }

  /// Whether a link led here.
  private var isLinked: Bool { first !== self }

  /// Answers for the first article, which is not the root of its stack everywhere.
  override func canPerformUnwind(_ request: UnwindRequest) -> Bool {
    request.action == .firstArticle ? first === self : super.canPerformUnwind(request)
  }

  func title(_ library: any ReadingLibrary) -> String {
    (try? library.headline(of: article))?.title ?? "A deleted article"
  }

  func hints(_ feeder: Feeder) -> [Hint] {
    [
      Hint("j k", "scroll"), Hint("n", "note"), Hint("s", "star"), Hint("[ ]", "links"),
      Hint("Enter", "follow"), Hint("Esc", "back"),
    ] + (isLinked ? [Hint("F", "first")] : [])
  }

  /// How wide text is: longer lines than that are hard to read.
  static func textWidth(in width: Int) -> Int { max(1, min(width, 84)) }

  func draw(on canvas: inout Canvas, in area: Area, _ drawing: Drawing) {
    do {
      guard let content = try drawing.library.content(of: article) else {
        canvas.write("This article was deleted.", in: area, line: 1, style: .dim)
        return
      }
      let width = Self.textWidth(in: area.width)
      let layout = ArticleLayout(of: content, width: width, selectedLink: link)
      let top = layout.line(at: place)
      for line in 0..<max(0, min(area.height, layout.lines.count - top)) {
        var column = 0
        for part in layout.lines[top + line].parts {
          column += canvas.write(part.text, in: area, line: line, column: column, style: part.style)
        }
      }
    } catch {
      canvas.write("\(error)", in: area, line: 1, style: .accented)
    }
  }

  func handle(_ key: Key, _ feeder: Feeder) throws -> Bool {
    guard let content = try feeder.library.content(of: article) else { return false }
    if scroll(key, content, feeder.articleSize) { return true }
    switch key {
    case .character("]"): select(min(link + 1, content.links.count), content, feeder)
    case .character("["): select(max(link - 1, 0), content, feeder)
    case .enter: try feeder.follow(link, in: content)
    case .character("n"): feeder.writeNote(on: self, content)
    case .character("F"): try leaveLinks(feeder)
    default: return try feeder.mark(article, with: key)
    }
    return true
  }

  private func leaveLinks(_ feeder: Feeder) throws {
    guard isLinked else { return feeder.say("No link led here; this is the first article.") }
    try feeder.unwind(.firstArticle)
  }

  private func select(_ number: Int, _ content: ArticleContent, _ feeder: Feeder) {
    link = number
    let target = number == 0 ? "No link is selected." : "[\(number)] \(content.links[number - 1])"
    feeder.say(content.links.isEmpty ? "This article has no links." : target)
  }

  private func scroll(_ key: Key, _ content: ArticleContent, _ size: Size) -> Bool {
    let layout = ArticleLayout(of: content, width: size.width, selectedLink: link)
    let top = layout.line(at: place)
    let last = max(0, layout.lines.count - size.height)
    let target: Int
    switch key {
    case .down, .character("j"): target = top + 1
    case .up, .character("k"): target = top - 1
    case .pageDown, .character(" "), .control("d"): target = top + max(1, size.height - 2)
    case .pageUp, .control("u"): target = top - max(1, size.height - 2)
    case .home, .character("g"): target = 0
    case .end, .character("G"): target = last
    default: return false
    }
    // A window that grew may stand beyond the last page; it does not jump back on the way down.
    place = layout.place(ofLine: max(0, min(target, max(last, min(top, target)))))
    return true
  }
}
