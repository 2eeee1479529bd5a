public import Foundation

/// Where model objects come from: a database, handed in through ``RestorationContext/models``.
///
/// ```swift
/// final class ArticleStore: ModelStore {
///   func model(for identifier: ModelIdentifier) throws -> Any? {
///     try database.article(at: identifier.uri)
///   }
/// }
/// ```
@MainActor
public protocol ModelStore {
  /// Finds the object that an identifier stands for.
  ///
  /// - Returns: The object, or `nil` if it was deleted.
  /// - Throws: An error if the database cannot answer; it reaches whoever asked.
  func model(for identifier: ModelIdentifier) throws -> Any?
}

/// The lasting name of a model object: a URI, as `NSManagedObjectID.uriRepresentation()` gives it.
public struct ModelIdentifier: Hashable, Sendable, Codable {
  /// The URI.
  public let uri: URL

  /// Whether the object is not yet saved in its database, so that the URI will change.
  ///
  /// A temporary identifier is refused at save: nothing would be found under it later.
  public let isTemporary: Bool

  /// Makes an identifier.
  ///
  /// - Parameters:
  ///   - uri: The object's URI.
  ///   - isTemporary: Whether the object is not yet saved in its database.
  public init(uri: URL, isTemporary: Bool = false) {
    self.uri = uri
    self.isTemporary = isTemporary
  }

  /// Reads an identifier, which is never a temporary one.
  public init(from decoder: any Decoder) throws {
    self.init(uri: try decoder.singleValueContainer().decode(URL.self))
  }

  /// Writes the URI.
  ///
  /// - Throws: `EncodingError` if the identifier is temporary.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard !isTemporary else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: StateCodingError.temporaryModelMessage(uri)
        )
      )
    }
    try container.encode(uri)
  }
}

extension ModelIdentifier: LosslessStringConvertible {
  /// The URI.
  public var description: String { uri.absoluteString }

  /// Makes an identifier from the text of a URI; it is not a temporary one.
  ///
  /// - Returns: `nil` if the text is no URI.
  public init?(_ description: String) {
    guard let uri = URL(string: description) else { return nil }
    self.init(uri: uri)
  }
}
