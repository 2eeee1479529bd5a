/// A piece of HTML.
enum HTMLToken: Equatable {
  /// Text, its entities already characters.
  case text(String)

  /// A tag that opens an element; the name is in lower case, and so are those of attributes.
  case open(name: String, attributes: [String: String])

  /// A tag that closes an element.
  case close(name: String)
}
