import RestorationCore

extension UnwindAction {
  /// To the list that an article was chosen from.
  static let list: Self = "list"

  /// To the first of the articles that links led through.
  static let firstArticle: Self = "firstArticle"

  /// To the list of all articles.
  static let home: Self = "home"

  /// To the list, and from there to the note on its next article.
  static let nextNote: Self = "nextNote"

  /// All that the app knows.
  static let all: [Self] = [.list, .firstArticle, .home, .nextNote]
}
