import RestorationCore

/// A screen that lists articles, one of which is selected.
@MainActor
protocol ArticleListing: Screen {
  var rows: RowSelection { get set }

  /// The articles that are listed.
  func articles(_ library: any ReadingLibrary) -> ArticleRows
}

extension ArticleListing {
  /// Selects the next article, and returns it; `nil` if there is none.
  func selectNext(_ feeder: Feeder) throws -> ModelIdentifier? {
    let articles = articles(feeder.library)
    let next = try rows.index(in: articles) + 1
    guard try next < articles.count() else { return nil }
    try rows.select(next, in: articles, height: feeder.listHeight)
    return rows.selected
  }
}
