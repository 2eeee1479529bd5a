/// A registration that is probably not what was meant.
public struct RestorationWarning: Hashable, Sendable {
  /// The registered class, as Swift names it.
  public let typeName: String

  /// The name under which the class was registered, or `nil` if it was a pattern.
  public let name: String?

  /// The pattern for which the class was registered, or `nil` if it was a name.
  public let pattern: IdentifierPath.Pattern?

  /// What may go wrong, and what to write instead.
  public let message: String
}

extension RestorationWarning: CustomStringConvertible {
  /// The message, which names the class and where it is registered.
  public var description: String { message }
}
