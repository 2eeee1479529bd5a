/// The number of a node, unique in its scene and kept across launches, reordering and layout.
///
/// References between nodes are numbers, so nothing breaks when a sibling of the target goes away.
public struct NodeNumber: Hashable, Comparable, Sendable, Codable {
  /// The number itself, counted from 1 in the order in which nodes were first saved.
  public let rawValue: UInt64

  /// Makes a number from its raw value.
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Reads the number from a single unsigned integer.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(UInt64.self)
  }

  /// Writes the number as a single unsigned integer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  /// Orders numbers by their raw value.
  public static func < (lhs: NodeNumber, rhs: NodeNumber) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension NodeNumber: CustomStringConvertible {
  /// The number after a hash sign, such as `#12`.
  public var description: String { "#\(rawValue)" }
}
