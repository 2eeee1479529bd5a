/// What a ``LibraryID`` can name.
public protocol LibraryObject {
  /// The kind as it stands in the URI, such as `article`.
  static var kind: String { get }
}
