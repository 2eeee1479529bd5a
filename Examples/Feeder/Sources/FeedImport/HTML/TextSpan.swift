/// A run of text in one style.
public struct TextSpan: Hashable, Sendable {
  /// How text is emphasised.
  public struct Style: OptionSet, Hashable, Sendable {
    /// The bits.
    public var rawValue: UInt8

    /// Creates a style from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Emphasis: italic.
    public static let emphasis = Style(rawValue: 1 << 0)

    /// Strong emphasis: bold.
    public static let strong = Style(rawValue: 1 << 1)

    /// Code.
    public static let code = Style(rawValue: 1 << 2)

    /// The stand-in for a picture, such as `[image: A cat]`.
    public static let image = Style(rawValue: 1 << 3)
  }

  /// The text.
  public var text: String

  /// How it is emphasised.
  public var style: Style

  /// The number of the link that the text belongs to.
  public var link: Int?

  /// Creates a run of text.
  public init(_ text: String, style: Style = [], link: Int? = nil) {
    self.text = text
    self.style = style
    self.link = link
  }
}
