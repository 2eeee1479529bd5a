package import Foundation

/// Why one key of a node's state could not be written or read.
///
/// An error for one key leaves every other key of the node readable.
public struct StateCodingError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public enum Code: Hashable, Sendable {
    /// The node wrote no such key.
    case keyNotFound
    /// The key holds null where a value was asked for.
    case valueIsNull
    /// The value cannot be read as the type that was asked for, or cannot be written.
    case invalidValue
    /// The bytes of the node's state are not a CBOR map.
    case malformedState
    /// The context has no ``ModelStore``.
    case noModelStore
    /// The model store gave an object of another type.
    case wrongModelKind
    /// A temporary ``ModelIdentifier`` was to be written.
    case temporaryModel
  }

  /// The kind of failure.
  public var code: Code

  /// The name of the key.
  public var key: String

  /// One line that says what happened and what to do.
  public var message: String

  package init(_ code: Code, key: String, _ message: String) {
    self.code = code
    self.key = key
    self.message = message.onOneLine
  }

  package static func temporaryModelMessage(_ uri: URL) -> String {
    "The model identifier \(uri.absoluteString) is temporary; save the object in its database "
      + "first, then encode its lasting identifier."
  }
}

extension StateCodingError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
