/// What a restore did, in one value that can be printed, logged and sent.
public struct RestorationReport: Hashable, Sendable, Codable {
  /// How the restore ended.
  public var outcome: RestorationOutcome

  /// The name of the scene.
  public var scene: String

  /// The header of the archive, if there was one that could be read.
  public var header: ArchiveHeader?

  /// How many nodes the archive had.
  public var savedNodes = 0

  /// How many of them stand in the tree again, asleep or awake.
  public var restoredNodes = 0

  /// How many of the restored nodes are still asleep: not visible, their state unread.
  public var sleepingNodes = 0

  /// One diagnostic for each departure from what was saved.
  public var diagnostics: [RestorationDiagnostic] = []

  /// Makes a report.
  public init(outcome: RestorationOutcome, scene: String) {
    self.outcome = outcome
    self.scene = scene
  }
}

/// How a restore ended.
public enum RestorationOutcome: String, Hashable, Sendable, Codable {
  /// There was nothing to restore.
  case nothingSaved
  /// Everything came back.
  case restored
  /// Some of it came back; the diagnostics say what did not.
  case partial
  /// The app decided against it.
  case vetoed
  /// The store could not be read now; nothing is overwritten until it can.
  case unavailable
  /// The archive is older than the app allows.
  case stale
  /// A newer version of the app or of the format wrote the archive.
  case fromNewerVersion
  /// The archive is damaged beyond use.
  case damaged
  /// The scene is not restored, since the app died restoring it.
  case heldBack
}

extension RestorationReport: CustomStringConvertible {
  /// A line on the outcome, then a line for each diagnostic.
  public var description: String {
    var line = "\(scene.onOneLine): \(outcome.rawValue), \(restoredNodes) of \(savedNodes) nodes"
    if sleepingNodes > 0 { line += ", \(sleepingNodes) of them asleep" }
    return ([line] + diagnostics.map { "  \($0)" }).joined(separator: "\n")
  }
}
