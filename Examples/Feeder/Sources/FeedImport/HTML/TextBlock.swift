/// A block of text: what stands on lines of its own, to be wrapped by who draws it.
public struct TextBlock: Hashable, Sendable {
  /// What the block is.
  public enum Kind: Hashable, Sendable {
    /// A paragraph.
    case paragraph

    /// A heading of a level from 1 to 6.
    case heading(level: Int)

    /// An item of a list with its marker: `•`, or `3.` in a numbered list.
    case listItem(marker: String)

    /// Text whose line breaks and spaces count; do not wrap it.
    case preformatted

    /// A line across; ``TextBlock/text`` is empty.
    case rule
  }

  /// What the block is.
  public var kind: Kind

  /// How many quotations (`blockquote`) the block is within.
  public var quoteDepth: Int

  /// How many lists the block is within: 1 for an item of an outer list, and for its paragraphs.
  public var listDepth: Int

  /// The text with its styles.
  ///
  /// A line feed is a forced line break.
  public var spans: [TextSpan]

  /// Creates a block.
  public init(kind: Kind, quoteDepth: Int = 0, listDepth: Int = 0, spans: [TextSpan]) {
    self.kind = kind
    self.quoteDepth = quoteDepth
    self.listDepth = listDepth
    self.spans = spans
  }

  /// The text without styles; link numbers are in it.
  public var text: String { spans.map(\.text).joined() }
}
