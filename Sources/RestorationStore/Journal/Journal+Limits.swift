internal import RestorationCore

extension Journal {
  /// Refuses what would not be read again.
  func check(_ change: SceneChanges, _ scene: JournalScene) throws(StateStoreError) {
    let limits = options.limits
    let header = change.header
    if scene.nodeBound > limits.nodes {
      throw .refused(
        "the scene '\(header.scene.prefix(40))' has \(scene.nodeBound) nodes, more than "
          + "RestorationLimits.nodes (\(limits.nodes)); save fewer"
      )
    }
    if isTooLong(header.scene) || isTooLong(header.appVersion) || isTooLong(header.system)
      || isTooLong(header.layoutClass ?? "")
    {
      throw .refused(
        "a text in the header of the scene '\(header.scene.prefix(40))' exceeds "
          + "RestorationLimits.stringLength"
      )
    }
    for record in change.updated { try check(record, header.scene) }
  }

  private func isTooLong(_ text: String) -> Bool {
    text.utf8.count > options.limits.stringLength
  }

  private func check(_ record: NodeRecord, _ scene: String) throws(StateStoreError) {
    if isTooLong(record.identifier) || isTooLong(record.className ?? "")
      || isTooLong(record.slot.name) || record.children.contains(where: { isTooLong($0.slot.name) })
    {
      throw .refused(
        "a name in node \(record.number) of the scene '\(scene.prefix(40))' exceeds "
          + "RestorationLimits.stringLength; shorten it"
      )
    }
    if record.number.rawValue == .max {
      throw .refused(
        "node \(record.number) has the highest number there is, which leaves none for others"
      )
    }
    if record.identifier.isEmpty {
      throw .refused(
        "node \(record.number) of the scene '\(scene.prefix(40))' has an empty identifier"
      )
    }
  }
}

extension StateStoreError {
  /// A save that would not be read again whole.
  static func refused(_ reason: String) -> StateStoreError {
    StateStoreError(.limitExceeded, "Saving state was refused: \(reason).")
  }

  /// A record with more bytes than one may have.
  static func tooLarge(
    _ record: NodeRecord,
    _ length: Int,
    _ scene: SceneItem,
    _ limits: RestorationLimits
  ) -> StateStoreError {
    refused(
      "node \(record.number) of the scene '\(scene.header.scene.prefix(40))' takes \(length) bytes, "
        + "more than RestorationLimits.bytesPerNode (\(limits.bytesPerNode)); keep large data elsewhere"
    )
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
