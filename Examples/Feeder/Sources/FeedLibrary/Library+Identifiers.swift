extension Library {
  /// The names of all articles of a list, in its order.
  ///
  /// A list that is kept this way need not be asked for again until the library changes.
  ///
  /// - Complexity: O(*n*) in the length of the list.
  public func identifiers(matching query: ArticleQuery) throws(LibraryError) -> [Article.ID] {
    let selection = ArticleSelection(query)
    let source = query.order == .feed ? selection.sql : selection.sqlWithoutFeeds
    return try database.all(
      "SELECT a.id FROM \(source) ORDER BY \(selection.order)",
      selection.values
    ) { $0.id(0) }
  }
}
