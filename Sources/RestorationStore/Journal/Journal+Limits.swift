internal import Foundation
internal import RestorationCore

extension Journal {
  /// Refuses what would not be read again.
  func check(_ change: SceneChanges, _ scene: JournalScene) throws(StateStoreError) {
    var check = ArchiveLimitCheck(options.limits)
    check.check(scene.nodeBound, nodesOf: change.header.scene)
    check.check(change.header)
    for record in change.updated { check.check(record, of: change.header.scene) }
    if let violation = check.violation { throw violation }
  }
}

extension SceneItem {
  /// Whether a header says the same, the time aside.
  @inline(__always)
  func hasSameText(as other: ArchiveHeader) -> Bool {
    header.schema == other.schema && header.scene.hasSameBytes(as: other.scene)
      && header.appVersion.hasSameBytes(as: other.appVersion)
      && header.system.hasSameBytes(as: other.system)
      && (header.layoutClass == nil) == (other.layoutClass == nil)
      && (header.layoutClass ?? "").hasSameBytes(as: other.layoutClass ?? "")
  }

  /// What a commit says of the scene, whose item is not written and which has a local number in the
  /// segment; nothing if all is as it was.
  @inline(__always)
  func update(
    to date: Date,
    _ root: NodeNumber?,
    _ nextNumber: UInt64,
    as local: UInt64
  ) -> JournalCommit.SceneUpdate? {
    let hasNewNumbers = root != self.root || nextNumber != self.nextNumber
    guard hasNewNumbers || date != header.date else { return nil }
    return JournalCommit.SceneUpdate(
      scene: local,
      date: date,
      root: hasNewNumbers ? root : nil,
      nextNumber: hasNewNumbers ? nextNumber : nil
    )
  }
}
