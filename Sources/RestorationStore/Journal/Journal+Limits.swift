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
  func hasSameText(as other: ArchiveHeader) -> Bool {
    header.schema == other.schema && header.scene.hasSameBytes(as: other.scene)
      && header.appVersion.hasSameBytes(as: other.appVersion)
      && header.system.hasSameBytes(as: other.system)
      && (header.layoutClass == nil) == (other.layoutClass == nil)
      && (header.layoutClass ?? "").hasSameBytes(as: other.layoutClass ?? "")
  }
}
