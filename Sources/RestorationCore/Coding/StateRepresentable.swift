/// A value that is written to an archive without a detour through `Encoder`.
///
/// Scalars, strings, `Data`, `Date`, `URL`, `UUID`, ``StateValue``, and arrays, optionals and
/// dictionaries of them conform; every other `Codable` value is written as its `encode(to:)` says.
/// The protocol refines `Codable`, so that an overload for it is preferred to one for `Codable`.
/// Conform no types of your own: a writer and a reader offer nothing outside the package.
public protocol StateRepresentable: Codable, Sendable {
  /// Whether a value may be written as a null, so that an optional of it must be told from it.
  static var stateMayBeNull: Bool { get }

  /// Writes the value as one item.
  ///
  /// - Throws: ``CBORError`` if it exceeds a limit of the writer.
  func writeState(to writer: inout CBORWriter) throws

  /// Reads a value from one item.
  ///
  /// - Throws: ``CBORError`` if the next item is none.
  static func readState(from reader: inout CBORReader) throws -> Self
}

extension StateRepresentable {
  /// No null stands for a value.
  public static var stateMayBeNull: Bool { false }
}
