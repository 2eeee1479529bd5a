/// The name of a value in a node's state, with the type of that value.
///
/// A key is a string literal, or better a static member, so that it is spelled once:
///
/// ```swift
/// extension StateKey where Value == Double {
///   static var zoom: Self { "zoom" }
/// }
///
/// encoder.encode(scale, forKey: .zoom)
/// ```
///
/// Two keys are the same if their UTF-8 bytes are.
public struct StateKey<Value>: Sendable {
  /// The key's name, unique within its node.
  public let name: String

  /// Makes a key.
  ///
  /// - Parameter name: A name that is not empty; an empty one is a programmer error.
  @inlinable
  public init(_ name: String) {
    precondition(!name.isEmpty, "A state key needs a name that is not empty.")
    self.name = name
  }
}

extension StateKey: ExpressibleByStringLiteral {
  /// Makes a key from a string literal.
  @inlinable
  public init(stringLiteral name: String) {
    self.init(name)
  }
}

/// The key of a reference to another node.
public typealias ReferenceKey = StateKey<any Restorable>
