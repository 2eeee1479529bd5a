/// HTML as readable text: blocks of text whose links are numbered, independent of any width.
///
/// A link's text is followed by its number in brackets, such as `the manual [2]`, and
/// ``links`` says where number 2 leads. Wrapping is up to who draws.
public struct ArticleText: Hashable, Sendable {
  /// The blocks from top to bottom.
  public var blocks: [TextBlock]

  /// The links; link number *n* stands at index *n* − 1.
  public var links: [ArticleLink]

  /// Reads HTML; whatever is wrong with it, there is some text for it.
  ///
  /// - Parameters:
  ///   - html: The HTML, also a mere fragment or plain text.
  ///   - base: The address that relative links are relative to.
  /// - Complexity: O(*n*) in the length of the HTML.
  public init(html: String, base: String? = nil) {
    var builder = ArticleTextBuilder(base: base)
    for token in HTMLTokenizer(html) { builder.take(token) }
    builder.finish()
    self.blocks = builder.blocks
    self.links = builder.links
  }

  /// The text of all blocks, one after the other on lines of their own.
  public var plainText: String { blocks.map(\.text).joined(separator: "\n") }
}
