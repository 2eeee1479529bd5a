/// What a launch makes of how the launches before it ended.
///
/// It is decided from the record alone: nothing is read or written here.
struct LaunchVerdict: Equatable {
  /// What is remembered from now on, should this launch die too.
  var record: LaunchRecord

  /// The node that is held back from now on.
  var node: NodeNumber?

  /// What was being done when the last launch died, if it died at a node.
  var stage: LaunchStage?

  /// Whether the whole scene is held back.
  var holdsScene: Bool { record.holdsScene }

  /// Judges the launches before this one.
  ///
  /// - Parameters:
  ///   - last: What is remembered, if anything is.
  ///   - root: The number of the scene's root.
  ///   - parent: The number of a node's parent, as far as it is known.
  ///   - limits: The app's settings.
  init(
    on last: LaunchRecord?,
    root: NodeNumber?,
    parent: (NodeNumber) -> NodeNumber?,
    limits: LaunchLimits
  ) {
    record = LaunchRecord()
    if let last, !last.isFromOtherBuild {
      if last.isFromOtherBoot {
        record.holdsScene = last.holdsScene
      } else {
        record = last
        judge(last.note, root: root, parent: parent, limits: limits)
      }
    }
    record.note = record.holdsScene ? .closed : .restoring
  }

  private mutating func judge(
    _ note: LaunchNote,
    root: NodeNumber?,
    parent: (NodeNumber) -> NodeNumber?,
    limits: LaunchLimits
  ) {
    // A note that is damaged blames nobody.
    guard note.isSound else { return }
    switch note {
    case .closed:
      record.deathsUnsettled = 0
      return
    case .unsettled: record.deathsUnsettled += 1
    default:
      // One that wakes has nothing to do with the restore, which was over.
      if note.stage != .waking { record.deathsInRestore += 1 }
      if let node = note.node { judgeDeath(at: node, root: root, parent: parent, limits: limits) }
      stage = note.stage
    }
    if record.deathsUnsettled >= max(1, limits.deathsUnsettled)
      || record.deathsInRestore >= max(1, limits.deathsInRestore)
    {
      holdScene()
    }
  }

  private mutating func judgeDeath(
    at node: NodeNumber,
    root: NodeNumber?,
    parent: (NodeNumber) -> NodeNumber?,
    limits: LaunchLimits
  ) {
    if node == record.suspect || isAboveHeldSuspect(node, parent, limits) {
      record.deaths += 1
    } else {
      record.suspect = node
      record.deaths = 1
    }
    let suspect = record.suspect ?? node
    if record.deaths >= max(1, limits.deathsBeforeScene) {
      holdScene()
    } else if record.deaths >= max(1, limits.deathsBeforeContainer) {
      hold(parent(suspect), root: root)
    } else if record.deaths >= max(1, limits.deathsBeforeNode) {
      hold(suspect, root: root)
    }
  }

  /// Whether a node stands above the suspect, which is held back: then its hole may be at fault.
  private func isAboveHeldSuspect(
    _ node: NodeNumber,
    _ parent: (NodeNumber) -> NodeNumber?,
    _ limits: LaunchLimits
  ) -> Bool {
    guard record.deaths >= max(1, limits.deathsBeforeNode), var next = record.suspect else {
      return false
    }
    // An archive that was forged may go round in circles.
    var seen: Set<NodeNumber> = [next]
    while let above = parent(next), seen.insert(above).inserted {
      if above == node { return true }
      next = above
    }
    return false
  }

  private mutating func hold(_ node: NodeNumber?, root: NodeNumber?) {
    if let node, node != root { self.node = node } else { holdScene() }
  }

  private mutating func holdScene() {
    record.holdsScene = true
    node = nil
  }
}
