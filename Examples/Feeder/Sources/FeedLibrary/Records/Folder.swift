/// A folder of feeds and folders.
public struct Folder: Hashable, Sendable, Identifiable, LibraryObject {
  /// The lasting name of a folder.
  public typealias ID = LibraryID<Folder>

  /// The kind as it stands in the URI.
  public static let kind = "folder"

  /// The lasting name, which a new ``name`` does not change.
  public var id: ID

  /// The name to show.
  public var name: String

  /// The folder that this one is in; nil at the top.
  public var parent: ID?

  /// Creates a folder.
  public init(id: ID, name: String, parent: ID? = nil) {
    self.id = id
    self.name = name
    self.parent = parent
  }
}
