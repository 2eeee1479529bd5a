import RestorationCore

/// A list of articles: of all, of a feed or folder, or of those with a star.
final class ArticleList: RestorableController, RestorationClass, ArticleListing {
  /// The feed or folder whose articles are listed, or `nil` for all.
  let source: ModelIdentifier?
  let isStarredOnly: Bool
  @Restored("rows") var rows = RowSelection()
  @Restored("order") var order = ArticleOrder.newestFirst
  @Restored("unread") var isUnreadOnly = false

  override class var tracksChanges: Bool { true }

  init(source: ModelIdentifier? = nil, isStarredOnly: Bool = false) {
    self.source = source
    self.isStarredOnly = isStarredOnly
    super.init(restorationIdentifier: source == nil ? "articles" : "source")
  }

  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    guard let source = try decoder.decodeModel(Source.self, forKey: .source) else { return nil }
    return ArticleList(source: source.identifier)
  }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encodeModel(source, forKey: .source)
  }

  /// Being shown is all that there is to do; the list of all articles is home, too.
  override var unwindActions: [UnwindAction: UnwindHandler] {
    let isHome = source == nil && !isStarredOnly
    return isHome ? [.list: { _ in }, .home: { _ in }] : [.list: { _ in }]
  }

  func articles(_ library: any ReadingLibrary) -> ArticleRows {
    ArticleRows(
      library: library,
      query: ListQuery(
        source: source,
        isStarredOnly: isStarredOnly,
        isUnreadOnly: isUnreadOnly,
        kept: rows.selected,
        order: order
      )
    )
  }

  func title(_ library: any ReadingLibrary) -> String {
    if let source {
      // A list whose title cannot be read has an error to show in its place.
      return (try? library.model(for: source) as? Source)?.title ?? "A deleted feed"
    }
    return isStarredOnly ? "Starred" : "All articles"
  }

  func hints(_ feeder: Feeder) -> [Hint] {
    [
      Hint("Enter", "read"), Hint("s", "star"), Hint("m", "mark"), Hint("o", "order"),
      Hint("u", isUnreadOnly ? "all" : "unread"), Hint("f", "feeds"),
    ]
  }

  func draw(on canvas: inout Canvas, in area: Area, _ drawing: Drawing) {
    let filter = isUnreadOnly ? ", unread" : ""
    canvas.write(title(drawing.library), in: area, style: .bold)
    let note = "\(order.rawValue)\(filter)"
    let column = area.width - note.columns
    if column > title(drawing.library).columns + 1 {
      canvas.write(note, in: area, column: column, style: .dim)
    }
    ArticleTable(articles: articles(drawing.library), rows: rows).draw(
      empty: isUnreadOnly ? "Nothing unread here; u shows all." : "No articles here yet.",
      on: &canvas,
      in: area.below(1),
      drawing
    )
  }

  func handle(_ key: Key, _ feeder: Feeder) throws -> Bool {
    let articles = articles(feeder.library)
    if try rows.handle(key, articles, page: feeder.listHeight) { return true }
    switch key {
    case .enter, .right, .character("l"):
      guard let article = try rows.current(in: articles) else { return false }
      try feeder.open(article)
    case .character("o"): order = order.next
    case .character("u"): isUnreadOnly.toggle()
    default:
      guard let article = try rows.current(in: articles) else { return false }
      return try feeder.mark(article, with: key)
    }
    return true
  }
}
