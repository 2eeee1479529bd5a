import RestorationCore

extension RestorationContext {
  private enum LibraryKey: RestorationContextKey {
    static var defaultValue: (any ReadingLibrary)? { nil }
  }

  /// The database, for whoever writes or lists; ``models`` is the same one.
  var library: (any ReadingLibrary)? {
    get { self[LibraryKey.self] }
    set {
      self[LibraryKey.self] = newValue
      models = newValue
    }
  }
}
