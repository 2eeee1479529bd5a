/// What a launch is about at a moment, in one word of memory, so that no note is ever half written.
///
/// From the lowest bit up: 4 bits of stage, 44 bits of the node's number, and 16 bits that depend on
/// these, so that a word that was damaged blames nobody.
public struct LaunchNote: RawRepresentable, Hashable, Sendable {
  /// The word.
  public let rawValue: UInt64

  /// Makes a note from its word, whatever that is.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Notes what is being done with a node.
  public init(_ node: NodeNumber, _ stage: LaunchStage) {
    // A number that does not fit is that of a forged archive; then no node is noted.
    let fits = node.rawValue >> 44 == 0
    self.init(content: fits ? node.rawValue << 4 | UInt64(stage.rawValue) : 2)
  }

  init(content: UInt64) {
    rawValue = content | (content &* 0x9E37_79B9_7F4A_7C15) & 0xFFFF_0000_0000_0000
  }

  /// Nothing is watched: the app is well, or ended in order.
  public static let closed = LaunchNote(content: 0)

  /// The scene is restored, and the app has not shown yet that it is well.
  public static let unsettled = LaunchNote(content: 1)

  /// The scene is being restored, and no node is concerned.
  public static let restoring = LaunchNote(content: 2)
}

extension LaunchNote {
  /// The node that is concerned.
  public var node: NodeNumber? { stage == nil ? nil : NodeNumber(content >> 4) }

  /// What is being done with the node.
  public var stage: LaunchStage? {
    isSound ? LaunchStage(rawValue: UInt8(truncatingIfNeeded: content & 0xF)) : nil
  }

  /// Whether the word says anything that a launch noted.
  var isSound: Bool {
    LaunchNote(content: content) == self
      && (content <= 2 || LaunchStage(rawValue: UInt8(truncatingIfNeeded: content & 0xF)) != nil)
  }

  private var content: UInt64 { rawValue & 0x0000_FFFF_FFFF_FFFF }
}
