internal import Dispatch
public import RestorationCore
internal import Synchronization

extension FileStateStore {
  /// Waits until all that was saved has reached the disk, and would survive a power loss.
  ///
  /// That goes for what an earlier process saved too, which is written again if it cannot be known
  /// whether the disk has it. A store that was not used before opens the folder.
  ///
  /// - Throws: `StateStoreError` if it did not; the next save writes everything anew then.
  public func flush() throws(StateStoreError) {
    guard access == .readWrite else { return }
    waitForSaves()
    try openIfAnythingIsSaved()
    try bringToDisk()
  }

  /// Opens the folder for saving if that was not done and something is in it.
  private func openIfAnythingIsSaved() throws(StateStoreError) {
    guard journal.withLock({ $0 == nil }) else { return }
    let isEmpty = try withTables { (tables) throws(StateStoreError) in
      tables.position == JournalPosition()
    }
    if isEmpty { return }
    // Where it could be read and not be opened for saving, this tells why.
    try tables.withLock { (slot) throws(StateStoreError) in try openForSaving(&slot) }
  }

  /// Brings everything that was saved to the disk, in whatever way it takes.
  func bringToDisk() throws(StateStoreError) {
    if !isDistrusted { try synchronizeAll() }
    // What is done in the background may have failed while this waited for it.
    guard isDistrusted else { return }
    try tables.withLock { (slot) throws(StateStoreError) in
      guard var tables = slot else { return }
      slot = nil
      defer { slot = tables }
      try withJournal(&tables) { (tables, journal) throws(StateStoreError) in
        try rebuild(with: nil, &tables, &journal)
      }
    }
  }

  private var isDistrusted: Bool {
    journal.withLock { $0?.isDistrusted ?? false }
  }

  /// Brings to the disk what was saved, and lets go of its bytes in memory.
  func synchronizeAll() throws(StateStoreError) {
    try synchronizeFiles()
    forgetSynced()
  }

  /// Brings to the disk what was saved, the older files first, then the names in the folder.
  func synchronizeFiles() throws(StateStoreError) {
    try syncing.withLock { (_) throws(StateStoreError) in
      guard let target = takeUnsynced() else { return }
      do throws(SystemCallFailure) {
        // What is in another folder by now, or beside what another store saves, is not saved.
        guard try isInPlace() else { return distrust(target) }
        try synchronize(target)
      } catch {
        distrust(target)
        throw StateStoreError(error, while: .writing, at: folder.path)
      }
      journal.withLock { journal in
        guard let open = journal else { return }
        journal?.synced = max(open.synced, target.sequence)
        journal?.inherited = []
      }
    }
  }

  /// Brings something to the disk, the older files first, then the names in the folder.
  func synchronize(_ target: Journal.SyncTarget) throws(SystemCallFailure) {
    for batch in target.inherited { try writeAgain(batch) }
    for file in target.files { try file.synchronize() }
    if target.hasNewNames { try folder.synchronize() }
  }

  /// Writes bytes to a file that holds them already, so that a sync brings them to the disk whatever
  /// became of those before.
  private func writeAgain(_ batch: RecentBatches) throws(SystemCallFailure) {
    guard let read = batch.file else { return }
    let file = try folder.reopen(read)
    try file.write(batch.bytes, at: batch.offset)
    try file.synchronize()
  }

  /// Whether the lock is still the one in the folder.
  func isInPlace() throws(SystemCallFailure) -> Bool {
    try journal.withLock { $0?.lock }?.isInPlace() ?? true
  }

  private func takeUnsynced() -> Journal.SyncTarget? {
    journal.withLock { journal in
      guard let target = journal?.syncTarget, journal?.isDistrusted == false, !target.isEmpty
      else { return nil }
      journal?.unsynced = []
      journal?.hasNewNames = false
      return target
    }
  }

  /// Trusts no file any more that failed to reach the disk: what reads show of it may not be there.
  private func distrust(_ target: Journal.SyncTarget) {
    journal.withLock { journal in
      journal?.unsynced.insert(contentsOf: target.files, at: 0)
      journal?.hasNewNames = true
      journal?.isDistrusted = true
      journal?.mustRebuild = true
      journal?.segment = nil
    }
  }

  /// Lets go of the bytes of saves that are on the disk by now.
  private func forgetSynced() {
    tables.withLock { slot in
      guard let batches = takeUnfolded(), var tables = slot else { return }
      slot = nil
      defer { slot = tables }
      tables.fold(batches, limits: options.limits)
      tables.synced = journal.withLock { $0?.synced ?? 0 }
      tables.dropRecent(through: tables.synced)
    }
  }
}

extension Journal {
  /// What is to be brought to the disk.
  struct SyncTarget {
    var inherited: [RecentBatches]
    var files: [StoreFile]
    var hasNewNames: Bool
    var sequence: UInt64

    var isEmpty: Bool { inherited.isEmpty && files.isEmpty && !hasNewNames }
  }

  /// What is to be brought to the disk now.
  var syncTarget: SyncTarget {
    SyncTarget(
      inherited: inherited,
      files: unsynced,
      hasNewNames: hasNewNames,
      sequence: position.sequence
    )
  }

  /// Whether this process saved something that may not be on the disk.
  var hasUnsyncedSaves: Bool { !unsynced.isEmpty || isDistrusted }
}

// MARK: - In the background

extension FileStateStore {
  /// Starts what is to be done after a save.
  func start(_ work: MaintenanceWork) {
    // Before the work is handed over, which ends with that nobody waits any more.
    if work.mustWait { isBehind.store(true, ordering: .releasing) }
    guard work.isNeeded else { return }
    // A weak variable would have each save take longer, since it counts references to the store.
    let reference = StoreReference(to: self)
    if work.mustSynchronize {
      maintenance.async { reference.store?.maintain() }
    }
    if work.mustPrepare {
      maintenance.async {
        if let store = reference.store, store.mayMaintain { store.prepareSegment() }
      }
    }
    if work.mustPlanSync {
      let delay = DispatchTimeInterval(options.syncInterval)
      maintenance.asyncAfter(deadline: .now() + delay) { reference.store?.maintain() }
    }
  }

  /// Waits for what is done in the background where it has fallen behind the saves.
  func waitForMaintenance() {
    if isBehind.load(ordering: .acquiring) { maintenance.sync {} }
  }

  private var mayMaintain: Bool { !isClosing.load(ordering: .acquiring) }

  /// Does all that there is to do in the background.
  private func maintain() {
    defer { isBehind.store(false, ordering: .releasing) }
    journal.withLock { $0?.isSyncPlanned = false }
    do throws(StateStoreError) {
      // A store that is closed brings all to the disk itself, and leaves the rest to the next one.
      if mayMaintain { try synchronizeAll() }
      if mayMaintain { sealSegments() }
      if mayMaintain { try compactIfWorthwhile() }
      // A compaction that failed is tried again later, and until then nothing has changed.
      let isDone = tables.withLock { $0?.usedBytesWhenTried == nil }
      if isDone { maintenanceError.withLock { $0 = nil } }
    } catch {
      // The next save writes everything anew if it must.
      maintenanceError.withLock { $0 = error }
    }
  }
}

extension DispatchTimeInterval {
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    self = .nanoseconds(Int(min(max(nanoseconds, 0), 1e17)))
  }
}
