/// What is being done with a node when a launch restores it.
public enum LaunchStage: UInt8, Hashable, Sendable, Codable {
  /// A hook or a factory makes its object.
  case making = 8

  /// It takes its children, reads its container state, or presents a node.
  case container = 9

  /// It reads its state, within a restore.
  case decoding = 10

  /// It is told that the restore has finished.
  case finishing = 11

  /// It reads its state after the restore, since it is shown or used for the first time.
  case waking = 12
}
