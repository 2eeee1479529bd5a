internal import Dispatch
public import RestorationCore
internal import Synchronization

extension FileStateStore {
  /// Saves changes of one or several scenes, all of them or none, and waits until they are saved.
  ///
  /// Nothing is written if nothing changes: no record, no removal, and a header, root and next number
  /// that are as before. Where a change says why what was saved before must be kept, that becomes a
  /// snapshot first, as ``generations()`` lists.
  ///
  /// - Throws: `StateStoreError` if it cannot be written; the last save is as it was then.
  /// - Complexity: O(*n*) in the size of the changes; O(*n*) in the size of everything saved where
  ///   files have to be written anew, since they were damaged, removed, or failed to reach the disk.
  public func commit(_ changes: [SceneChanges]) throws(StateStoreError) {
    try commit(.scenes(changes))
  }

  /// Forgets a scene, such as that of a window that was closed.
  ///
  /// The generations before still know it, and leave in their time; ``erase()`` removes all at once.
  ///
  /// - Throws: `StateStoreError` if that cannot be written.
  /// - Complexity: O(*n*) in the number of scenes.
  public func discard(scene: String) throws(StateStoreError) {
    try commit(.discard(scene))
  }

  /// Saves changes of one or several scenes without keeping the caller waiting for a slow disk.
  ///
  /// A save that survives the death of the process alone is written within the call, which takes
  /// microseconds, unless others wait or the disk was slow of late. All others, and those that
  /// survive a power loss, are made in the background, in the order in which they were handed over.
  ///
  /// - Parameters:
  ///   - changes: What changed since the last save.
  ///   - completion: What to do with the answer, which may come within the call, and from any thread.
  public func commit(
    _ changes: [SceneChanges],
    completion: @escaping @Sendable (Result<Void, StateStoreError>) -> Void
  ) {
    let change = StoreChange.scenes(changes)
    if access == .readWrite, mayWriteAtOnce, isFast, !isBehind.load(ordering: .relaxed) {
      do throws(StateStoreError) {
        if try append(change) {
          completion(.success(()))
          return
        }
      } catch {
        completion(.failure(error))
        return
      }
    }
    pendingSaves.add(1, ordering: .sequentiallyConsistent)
    saves.async {
      let result = Result { () throws(StateStoreError) in try self.save(change) }
      self.pendingSaves.subtract(1, ordering: .sequentiallyConsistent)
      completion(result)
    }
  }

  /// Waits until every save is done that was handed over before.
  func waitForSaves() {
    if pendingSaves.load(ordering: .sequentiallyConsistent) > 0, !isOnSavesQueue {
      saves.sync {}
    }
  }

  private func commit(_ change: StoreChange) throws(StateStoreError) {
    if mayWriteAtOnce || isOnSavesQueue { return try save(change) }
    let result = saves.sync {
      Result { () throws(StateStoreError) in try save(change) }
    }
    try result.get()
  }

  /// Whether a save may be made by whoever asks for it, before any that waits.
  var mayWriteAtOnce: Bool {
    options.durability == .processCrash
      && pendingSaves.load(ordering: .sequentiallyConsistent) == 0
  }

  private var isFast: Bool {
    journal.withLock { journal in journal.map { !$0.isSlow } ?? false }
  }

  /// Whether this is called by a piece of work of the queue of saves.
  var isOnSavesQueue: Bool {
    DispatchQueue.getSpecific(key: Self.savesKey) == ObjectIdentifier(self)
  }
}

// MARK: - The save itself

extension FileStateStore {
  /// Makes a save, whatever it takes.
  private func save(_ change: StoreChange) throws(StateStoreError) {
    try requireWriting()
    if case .scenes(let changes) = change, changes.isEmpty { return }
    waitForMaintenance()
    var isPrepared = false
    while true {
      if try append(change, isPrepared: isPrepared) { return }
      if try prepare(change, &isPrepared) { return }
    }
  }

  /// Appends a change to the journal, or answers `false` if more is needed before.
  private func append(
    _ change: StoreChange,
    isPrepared: Bool = false
  ) throws(StateStoreError) -> Bool {
    if options.durability == .powerLoss {
      return try appendDurably(change, isPrepared: isPrepared)
    }
    let (isDone, work) = try journal.withLock { (journal) throws(StateStoreError) in
      try journal?.save(change, isPrepared: isPrepared) ?? (false, MaintenanceWork())
    }
    start(work)
    return isDone
  }

  /// Opens the folder, keeps what is to be kept, and writes everything anew if that must be.
  ///
  /// - Returns: Whether the change is saved by that.
  private func prepare(
    _ change: StoreChange,
    _ isPrepared: inout Bool
  ) throws(StateStoreError) -> Bool {
    try tables.withLock { (slot) throws(StateStoreError) in
      do throws(StateStoreError) {
        try openForSaving(&slot)
      } catch {
        guard error.code == .fromNewerVersion, let reason = change.reasonToKeep else { throw error }
        try replaceNewer(change, reason, &slot)
        return true
      }
      var tables = slot ?? StoreTables()
      slot = nil
      defer { slot = tables }
      return try prepare(change, &isPrepared, &tables)
    }
  }

  private func prepare(
    _ change: StoreChange,
    _ isPrepared: inout Bool,
    _ tables: inout StoreTables
  ) throws(StateStoreError) -> Bool {
    let reason = isPrepared ? nil : change.reasonToKeep
    let isNeeded = try withJournal(&tables) { (tables, journal) throws(StateStoreError) in
      guard journal.needs(change) || tables.hasLost(change) else { return false }
      journal.recount(change, tables)
      return true
    }
    guard isNeeded else { return true }
    if let reason { try keep(&tables, for: reason) }
    isPrepared = true
    return try withJournal(&tables) { (tables, journal) throws(StateStoreError) in
      guard journal.mustRebuild || tables.hasLost(change) else { return false }
      try rebuild(with: change, &tables, &journal)
      return true
    }
  }

  /// Lets something change the writing end while tables know every save.
  func withJournal<Result: Sendable>(
    _ tables: inout StoreTables,
    _ body: (inout StoreTables, inout Journal) throws(StateStoreError) -> Result
  ) throws(StateStoreError) -> Result {
    // Nearly all of them are told of what was saved before the lock is taken, for which saves wait.
    if let batches = takeUnfolded() { tables.fold(batches, limits: options.limits) }
    // No save is under way meanwhile of which it is not certain that it will last.
    return try syncing.withLock { (_) throws(StateStoreError) in
      try journal.withLock { (journal) throws(StateStoreError) in
        guard var open = journal else {
          throw StateStoreError(.unavailable, "The store was closed meanwhile; save again.")
        }
        defer { journal = open }
        tables.fold(open.unfolded, limits: options.limits)
        open.unfolded = []
        return try body(&tables, &open)
      }
    }
  }
}

extension StoreTables {
  /// Whether a change is about a scene of which nothing could be read.
  fileprivate func hasLost(_ change: StoreChange) -> Bool {
    guard case .discard(let name) = change else { return false }
    return lostScenes.contains { $0.hasSameBytes(as: name) }
  }
}

extension Journal {
  /// Appends a change if that is all that is needed, and tells what is to be done later.
  ///
  /// It is prepared once what it asks to keep was kept, and nodes were counted.
  mutating func save(
    _ change: StoreChange,
    isPrepared: Bool
  ) throws(StateStoreError) -> (isDone: Bool, MaintenanceWork) {
    guard mayAppend(change, isPrepared: isPrepared) else { return (false, MaintenanceWork()) }
    guard needs(change) else { return (!change.mayConcernLostScene, MaintenanceWork()) }
    let closedBefore = closed.count
    guard let batch = try append(change) else { return (false, MaintenanceWork()) }
    take(batch)
    return (true, workAfterSave(hasClosed: closed.count > closedBefore))
  }

  /// Whether nothing else is to be done before a change is appended.
  func mayAppend(_ change: StoreChange, isPrepared: Bool) -> Bool {
    !mustRebuild
      && (isPrepared || change.reasonToKeep == nil && !isNearLimit(change))
  }

  /// Takes note of a batch that was written.
  mutating func take(_ batch: RecentBatches) {
    recentBytes += batch.bytes.count
    let isAppended = batch.bytes.withUnsafeBytes { bytes in
      !unfolded.isEmpty && unfolded[unfolded.count - 1].append(bytes, at: batch.position)
    }
    if !isAppended { unfolded.append(batch) }
  }

  mutating func workAfterSave(hasClosed: Bool) -> MaintenanceWork {
    var work = MaintenanceWork()
    work.mustSynchronize = hasClosed || recentBytes > Self.mostRecentBytes || isWorthCompacting
    isWorthCompacting = false
    work.mustWait = hasClosed && mustWait
    if work.mustSynchronize { recentBytes = 0 }
    if options.durability == .processCrash, !isSyncPlanned {
      isSyncPlanned = true
      work.mustPlanSync = true
    }
    return work
  }

  /// How many bytes of saves are kept in memory until they are brought to the disk early.
  private static let mostRecentBytes = 8 << 20

  /// Whether a scene may come to have too many nodes, so that they must be counted.
  private func isNearLimit(_ change: StoreChange) -> Bool {
    guard case .scenes(let changes) = change else { return false }
    return changes.contains { change in
      let bound = change.replacesEverything ? 0 : nodeBound(of: change.header.scene)
      return bound + change.updated.count > options.limits.nodes
    }
  }
}
