/// A place in a text file.
public struct SourcePosition: Hashable, Sendable {
  /// The line, counted from 1.
  public var line: Int

  /// The column in characters (Unicode scalars), counted from 1.
  public var column: Int

  /// Creates a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension SourcePosition: CustomStringConvertible {
  /// The position as `line:column`.
  public var description: String { "\(line):\(column)" }
}
