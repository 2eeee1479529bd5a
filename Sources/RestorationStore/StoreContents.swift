internal import RestorationCore

/// What a store found in its folder, and what it has saved since.
struct StoreContents: Sendable {
  /// The state that counts.
  var baseline = Baseline()

  /// Whether there is a file that holds this state.
  var isOnDisk = false

  /// Files that could not be used, and are set aside before the next save.
  var unusable: [StoreFileName] = []

  /// What happened to files, as every scene reports that was not saved since.
  var damage: [ArchiveDamage] = []

  /// Scenes that were saved since and have nothing more to report, by the bytes of their names.
  var mendedScenes: Set<[UInt8]> = []

  /// Why nothing may be saved, if so.
  var obstacle: StateStoreError?

  /// Whether the file has damaged parts, and is set aside before the next save.
  var isFileDamaged = false

  /// Why the newest file, which is not the one of this state, must be kept, if so.
  var reasonToKeepOther: String?

  /// Whether scenes may be lost whose names nobody knows.
  var mayMissScenes: Bool {
    obstacle != nil || !damage.isEmpty || !baseline.damage.isEmpty
  }
}

extension StoreContents {
  /// Takes what was read from a file.
  mutating func take(_ baseline: Baseline) {
    self.baseline = baseline
    isOnDisk = true
    isFileDamaged =
      !baseline.damage.isEmpty || !baseline.lostScenes.isEmpty
      || baseline.scenes.contains { !$0.damage.isEmpty }
  }

  /// The archive of a scene, and what was lost of it.
  func archive(of name: String) throws(StateStoreError) -> LoadedArchive? {
    let isMended = mendedScenes.contains(Array(name.utf8))
    if let scene = baseline.scene(named: name) {
      let damage = isMended ? [] : scene.damage + baseline.damage + damage
      return LoadedArchive(archive: scene.archive, damage: damage)
    }
    if isMended { return nil }
    let isLost = baseline.lostScenes.contains { $0.hasSameBytes(as: name) }
    guard isLost || mayMissScenes else { return nil }
    let reasons = (damage + baseline.damage).map(\.message).joined(separator: " ")
    throw StateStoreError(
      .damaged,
      "Nothing can be read of the scene '\(name.prefix(40))', if it was saved: \(reasons) "
        + "A save begins anew and sets aside what is damaged."
    )
  }

  /// The same state, in a folder that is not the one that it was read from.
  ///
  /// Files were removed there, or others wrote some, which must not be lost under the next save.
  func moved(over onDisk: StoreContents) -> StoreContents {
    var contents = self
    contents.isOnDisk = onDisk.isOnDisk && onDisk.baseline.isSameFile(as: baseline)
    contents.isFileDamaged = contents.isOnDisk && isFileDamaged
    contents.unusable = onDisk.unusable
    contents.obstacle = onDisk.obstacle ?? obstacle
    if onDisk.isOnDisk, !contents.isOnDisk {
      contents.reasonToKeepOther = "saved by another store meanwhile"
    }
    return contents
  }

  /// Notes that a scene was saved or discarded, so that its old damage is over.
  mutating func mend(_ name: String) {
    mendedScenes.insert(Array(name.utf8))
  }
}
