public import Foundation

/// The lasting name of an article, a feed or a folder.
///
/// It is derived from what the object is (an article: its feed and its guid), so importing the
/// same file into a new library gives the same names, and a name never comes to mean something
/// else.
public struct LibraryID<Object: LibraryObject>: Hashable, Sendable {
  /// The number, which is the row's in the database.
  public let rawValue: Int64

  /// Creates a name from its number.
  public init(rawValue: Int64) { self.rawValue = rawValue }
}

extension LibraryID {
  /// Reads a URI such as `feeder://article/01f3a87be2c4d509`; nil if it is another thing's.
  public init?(uri: URL) {
    let prefix = "feeder://\(Object.kind)/"
    let text = uri.absoluteString
    guard text.hasPrefix(prefix), text.utf8.count == prefix.utf8.count + 16,
      let bits = UInt64(text.dropFirst(prefix.count), radix: 16)
    else { return nil }
    self.init(rawValue: Int64(bitPattern: bits))
    // One name has one URI: no capitals, no sign.
    guard self.uri == uri else { return nil }
  }

  /// The URI, such as `feeder://article/01f3a87be2c4d509`.
  public var uri: URL {
    let digits = String(UInt64(bitPattern: rawValue), radix: 16)
    let padding = String(repeating: "0", count: 16 - digits.count)
    guard let uri = URL(string: "feeder://\(Object.kind)/\(padding)\(digits)") else {
      preconditionFailure("A kind and 16 hexadecimal digits are a valid URI.")
    }
    return uri
  }
}

extension LibraryID: Codable {
  /// Reads a URI.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let uri = try container.decode(URL.self)
    guard let id = Self(uri: uri) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\(uri) does not name a \(Object.kind)"
      )
    }
    self = id
  }

  /// Writes the URI.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(uri)
  }
}

extension LibraryID: CustomStringConvertible {
  /// The URI as text.
  public var description: String { uri.absoluteString }
}
