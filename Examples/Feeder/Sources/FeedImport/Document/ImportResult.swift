/// A file that was read, with what had to be guessed to read it.
public struct ImportResult: Hashable, Sendable {
  /// What the file holds.
  public var document: ImportedDocument

  /// The format, such as `RSS 2.0`.
  public var format: FeedFormat

  /// One line for each thing that was not as declared; empty for a clean file.
  public var warnings: [String]

  /// Creates a result.
  public init(document: ImportedDocument, format: FeedFormat, warnings: [String] = []) {
    self.document = document
    self.format = format
    self.warnings = warnings
  }
}
