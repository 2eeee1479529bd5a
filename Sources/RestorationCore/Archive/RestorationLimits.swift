/// What a tree and its archive may measure.
///
/// Above a limit, a save is refused for the node concerned, with a diagnostic that names its path
/// and size, and a read stops there. The defaults are far above what an app needs.
public struct RestorationLimits: Hashable, Sendable {
  /// The most bytes that one node's record may have: 4 MiB.
  public var bytesPerNode = 4 << 20

  /// The most nodes of one scene: 1,000,000.
  public var nodes = 1_000_000

  /// The deepest that nodes may nest, and values within a node: 1,000.
  ///
  /// Nodes nest no deeper than 65,535 levels, whatever it says. What an archive itself consists of is
  /// read up to 16 levels at least, so that a lower limit never costs what is saved.
  public var depth = 1_000

  /// The most bytes of one string, identifiers included: 1 MiB.
  public var stringLength = 1 << 20

  /// What is looked at beside these limits, for a test to take out.
  package var checks = FormatChecks()

  /// Makes the default limits.
  public init() {}

  /// The deepest that nodes may nest, which a node keeps in 16 bits.
  var depthOfNodes: Int { min(depth, Int(UInt16.max)) }

  /// The deepest that the items of an archive may nest, which they do however little values may.
  var depthOfItems: Int { max(depth, 16) }

  /// No limits, for what was checked against the right ones before.
  static let unbounded: RestorationLimits = {
    var limits = RestorationLimits()
    limits.bytesPerNode = .max
    limits.nodes = .max
    limits.depth = .max
    limits.stringLength = .max
    return limits
  }()
}
