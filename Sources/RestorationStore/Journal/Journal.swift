internal import RestorationCore

/// The writing end of a store: what the next save needs, and no more.
///
/// It is behind the store's lock, held for as long as a write takes.
struct Journal: Sendable {
  /// A segment that saves are written to.
  struct Open: Sendable {
    var file: StoreFile
    var head: SegmentHead
    var end: Int
    var lastLocal: UInt64 = 0
  }

  /// A segment that was closed in good order, and waits for its index.
  struct Closed: Sendable {
    var file: StoreFile
    var head: SegmentHead
    var position: JournalPosition
  }

  /// A segment to come that is on the disk already, filled with zeros.
  struct Spare: Sendable {
    var file: StoreFile
    var number: UInt64
  }

  let folder: StoreFolder
  let options: FileStateStore.Options

  /// The right to write.
  var lock: StoreLock

  /// The last save.
  var position: JournalPosition

  /// The highest save that is known to have reached the disk.
  var synced: UInt64

  var scenes: [JournalScene] = []
  var indices: [ExactString: Int] = [:]

  /// The segment that is written to, or `nil` if the next save begins one.
  var segment: Open?
  var spare: Spare?
  var closed: [Closed] = []

  /// The number of the next segment, and the highest that saves were written to.
  var nextSegment: UInt64
  var lastSegment: UInt64

  /// Saves that the tables do not know yet.
  var unfolded: [RecentBatches] = []

  /// How many bytes of saves are in memory since they may not be on the disk.
  var recentBytes = 0

  /// What an earlier process saved and is not known to have reached the disk, the oldest first.
  ///
  /// If a sync failed then, reads show bytes that no later sync brings to the disk, so they are to be
  /// written again before anything is promised to last.
  var inherited: [RecentBatches] = []

  /// Files that this process wrote to and that may not be on the disk, in the order of their writes.
  var unsynced: [StoreFile] = []

  /// Whether the folder itself, and those above it, may have been made by a process that died before
  /// it had made their names last.
  var mustMakeFolderLast = false

  /// Whether the folder may be open to others still.
  var mustRestrictFolder = false

  /// Whether there are names in the folder that may not be on the disk.
  var hasNewNames = true

  /// Whether the next save must write everything anew.
  var mustRebuild: Bool

  /// Whether files failed to reach the disk, so that what they show may not be there.
  var isDistrusted = false

  /// Whether what was found at the opening is worth compacting, and was not since: sessions that end
  /// soon after a save would leave more and more files.
  var isWorthCompacting = false

  /// Whether a sync will come by itself, and whether the last write took long.
  var isSyncPlanned = false
  var isSlow = false

  /// The batch that was encoded last.
  var encoded: [UInt8] = []
  var staged: [Staged] = []
  var updates: [JournalCommit.SceneUpdate] = []

  /// What becomes of a scene once the save that is being made is complete.
  struct Staged {
    var index: Int
    var scene: JournalScene
  }

  /// Begins to write after what tables say.
  init(
    _ tables: StoreTables,
    lock: StoreLock,
    nextSegment: UInt64,
    folder: StoreFolder,
    options: FileStateStore.Options
  ) {
    self.folder = folder
    self.options = options
    self.lock = lock
    self.nextSegment = nextSegment
    lastSegment = nextSegment - 1
    position = tables.position
    synced = tables.synced
    mustRebuild = tables.mustRebuild
    take(scenesOf: tables)
    inherited = tables.cuts + tables.recent
  }

  /// Takes over the scenes that tables know.
  mutating func take(scenesOf tables: StoreTables) {
    scenes = []
    indices = [:]
    for (name, scene) in tables.scenes {
      indices[name] = scenes.count
      scenes.append(
        JournalScene(item: scene.item, isPresent: true, nodeBound: scene.records.count)
      )
    }
  }
}

// MARK: - Numbering segments

extension Journal {
  /// How many numbers an opening takes for itself, one of the first half of which is its first.
  private static let numbersPerOpening: UInt64 = 1 << 24

  /// A number for the first segment of an opening, above a number and not to be foreseen.
  ///
  /// A crash may leave a new file with the bytes of an old one that is gone. If numbers were given
  /// again, as after an erasing, that old file would be taken for the new one, whole as it is.
  static func firstSegment(after highest: UInt64) -> UInt64 {
    let start = (highest | (numbersPerOpening - 1)) + 1
    let number = start + .random(in: 0..<numbersPerOpening / 2)
    return number < ArchiveFormat.highestNumber / 2 ? number : highest + 1
  }
}

// MARK: - Counting nodes

extension Journal {
  /// No fewer nodes than a scene has.
  func nodeBound(of scene: String) -> Int {
    indices[ExactString(scene)].map { scenes[$0].nodeBound } ?? 0
  }

  /// Counts the nodes that scenes will have, given tables that know every save.
  mutating func recount(_ change: StoreChange, _ tables: StoreTables) {
    guard case .scenes(let changes) = change else { return }
    for change in changes {
      let name = ExactString(change.header.scene)
      guard let index = indices[name], let known = tables.scenes[name]?.records else { continue }
      let removed = change.removed.count { known[$0.rawValue] != nil }
      let replaced = change.updated.count { known[$0.number.rawValue] != nil }
      scenes[index].nodeBound = max(0, known.count - removed - replaced)
    }
  }
}

// MARK: - What a change amounts to

extension Journal {
  /// Whether a change changes anything.
  func needs(_ change: StoreChange) -> Bool {
    switch change {
    case .discard(let name):
      return scenes.contains { $0.isPresent && $0.item.header.scene.hasSameBytes(as: name) }
    case .scenes(let changes):
      return changes.contains { needs($0) }
    }
  }

  private func needs(_ change: SceneChanges) -> Bool {
    guard change.updated.isEmpty, change.removed.isEmpty, !change.replacesEverything,
      let index = indices[ExactString(change.header.scene)], scenes[index].isPresent
    else { return true }
    let item = scenes[index].item
    return !item.hasSameText(as: change.header) || item.header.date != change.header.date
      || item.root != change.root || item.nextNumber != change.nextNumber
      || change.appState.map { $0 != item.appState } ?? false
  }
}
