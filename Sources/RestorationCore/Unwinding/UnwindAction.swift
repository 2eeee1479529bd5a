/// The name of an unwind: what the source asks for, and what a target answers to.
///
/// ```swift
/// extension UnwindAction {
///   static let addedFirstTemplate: Self = "addedFirstTemplate"
/// }
/// ```
public struct UnwindAction: RawRepresentable, Hashable, Sendable, Codable {
  /// The name.
  public let rawValue: String

  /// Makes an action from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension UnwindAction: ExpressibleByStringLiteral {
  /// Makes an action from its name.
  public init(stringLiteral name: String) {
    self.init(rawValue: name)
  }
}

extension UnwindAction: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
