/// The name of a reply, with the type of its value: what a screen is presented for.
///
/// ```swift
/// extension ReplyKey where Value == String {
///   static var color: Self { "color" }
/// }
/// ```
public struct ReplyKey<Value>: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name, which is what is saved.
  public let name: String

  /// Makes a key from its name.
  public init(_ name: String) {
    self.name = name
  }

  /// Makes a key from its name.
  public init(stringLiteral name: String) {
    self.init(name)
  }
}
