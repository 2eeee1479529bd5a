import RestorationCore

/// A search, with its query and what it finds.
final class SearchScreen: RestorableController, ArticleListing {
  @Restored("query") var query = TextDraft()
  @Restored("rows") var rows = RowSelection()
  @Restored("editing") var isEditing = true

  override class var tracksChanges: Bool { true }

  init() {
    super.init(restorationIdentifier: "search")
  }

  /// While a query is written, letters are letters.
  var isModal: Bool { isEditing }

  func title(_ library: any ReadingLibrary) -> String { "Search" }

  func hints(_ feeder: Feeder) -> [Hint] {
    isEditing
      ? [Hint("Enter", "results"), Hint("^U", "clear"), Hint("Esc", "leave")]
      : [Hint("Enter", "read"), Hint("/", "query"), Hint("s", "star"), Hint("1", "reading")]
  }

  override var unwindActions: [UnwindAction: UnwindHandler] { [.list: { _ in }] }

  /// What to look for; one letter alone begins words in nearly every article.
  private var sought: String? {
    let text = query.text.trimmed
    return text.isEmpty || (text.count == 1 && text.first?.isASCII == true) ? nil : text
  }

  func articles(_ library: any ReadingLibrary) -> ArticleRows {
    ArticleRows(library: library, query: sought.map { ListQuery(text: $0) })
  }

  func draw(on canvas: inout Canvas, in area: Area, _ drawing: Drawing) {
    canvas.write("Search: ", in: area, style: .bold)
    canvas.write(query.text, in: area, column: 8)
    if drawing.isFocused, isEditing {
      canvas.caret = (area.x + 8 + query.text.prefix(query.caret).columns, area.y)
    }
    var list = drawing
    list.isFocused = drawing.isFocused && !isEditing
    ArticleTable(articles: articles(drawing.library), rows: rows).draw(
      empty: sought == nil ? "Type what to look for." : "Nothing found.",
      on: &canvas,
      in: area.below(2),
      list
    )
  }

  func handle(_ key: Key, _ feeder: Feeder) throws -> Bool {
    isEditing ? edit(key, feeder) : try choose(key, feeder)
  }

  private func edit(_ key: Key, _ feeder: Feeder) -> Bool {
    switch key {
    case .enter, .down, .escape:
      isEditing = false
    case .tab: feeder.selectNextTab()
    default:
      let text = query.text
      guard query.handle(key) else { return false }
      if text != query.text { rows = RowSelection() }
    }
    return true
  }

  private func choose(_ key: Key, _ feeder: Feeder) throws -> Bool {
    let results = articles(feeder.library)
    if try rows.handle(key, results, page: feeder.listHeight - 1) { return true }
    guard let article = try rows.current(in: results) else { return false }
    switch key {
    case .enter, .right, .character("l"): try feeder.open(article)
    default: return try feeder.mark(article, with: key)
    }
    return true
  }
}
