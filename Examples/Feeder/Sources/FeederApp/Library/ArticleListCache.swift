import FeedLibrary

/// The lists that were asked for last, until the library changes in a way that concerns them.
struct ArticleListCache {
  /// A list, and the place of each article in it.
  struct List {
    let articles: [Article.ID]
    let places: [Article.ID: Int]

    init(_ articles: [Article.ID]) {
      self.articles = articles
      places = Dictionary(uniqueKeysWithValues: zip(articles, articles.indices))
    }
  }

  /// Three tabs show a list each, and a list is left for another of the same tab.
  private static let capacity = 6

  private var lists: [(query: FeedLibrary.ArticleQuery, list: List)] = []

  /// The list of a query, made if it is not there.
  mutating func list(
    _ query: FeedLibrary.ArticleQuery,
    make: () throws -> [Article.ID]
  ) rethrows -> List {
    if let known = lists.first(where: { $0.query == query }) { return known.list }
    let list = List(try make())
    lists.insert((query, list), at: 0)
    lists.removeLast(max(0, lists.count - Self.capacity))
    return list
  }

  /// Forgets lists whose articles depend on what the reader does with them.
  mutating func forgetFiltered() {
    lists.removeAll { $0.query.unreadOnly || $0.query.starredOnly || !$0.query.text.isEmpty }
  }

  /// Forgets everything.
  mutating func forgetAll() {
    lists = []
  }
}
