import RestorationCore

extension StateKey where Value == ModelIdentifier {
  /// The article that a screen shows.
  static var article: Self { "article" }

  /// The feed or folder whose articles a list shows.
  static var source: Self { "source" }
}

extension ReferenceKey {
  /// The screen of the article that a sheet is about.
  static var screen: Self { "screen" }
}
