internal import Dispatch
internal import RestorationCore
internal import Synchronization

// MARK: - Saves that survive a power loss

extension FileStateStore {
  /// Appends a change and waits until it has reached the disk, or answers `false` if more is needed.
  ///
  /// It runs on the queue of saves, so that no other save comes between.
  func appendDurably(_ change: StoreChange, isPrepared: Bool) throws(StateStoreError) -> Bool {
    prepareSegmentIfNeeded()
    let before = journal.withLock { $0 }
    let appended = try journal.withLock { (journal) throws(StateStoreError) in
      try journal?.appendUndecided(change, isPrepared: isPrepared)
    }
    guard let appended else { return false }
    guard let batch = appended.batch else { return true }
    do throws(StateStoreError) {
      try synchronize(batch)
    } catch {
      // The save did not come about, although its bytes may be in the file, which is distrusted.
      if let before { journal.withLock { $0?.goBack(to: before) } }
      throw error
    }
    let work = journal.withLock { journal in
      journal?.decide(batch) ?? MaintenanceWork()
    }
    start(work)
    return true
  }

  private func synchronize(_ batch: RecentBatch) throws(StateStoreError) {
    try syncing.withLock { (_) throws(StateStoreError) in
      let (files, hasNewNames) = journal.withLock { journal in
        (journal?.unsynced ?? [], journal?.hasNewNames ?? false)
      }
      do throws(SystemCallFailure) {
        for file in files { try file.synchronize() }
        if hasNewNames { try folder.synchronize() }
      } catch {
        throw StateStoreError(error, while: .writing, at: folder.path)
      }
    }
  }
}

extension Journal {
  /// Appends a change of which it is not certain yet that it will last.
  ///
  /// - Returns: `nil` if more is needed before; no batch if nothing changes.
  fileprivate mutating func appendUndecided(
    _ change: StoreChange,
    isPrepared: Bool
  ) throws(StateStoreError) -> (batch: RecentBatch?, Void)? {
    guard mayAppend(change, isPrepared: isPrepared) else { return nil }
    guard needs(change) else { return (nil, ()) }
    guard let batch = try append(change) else { return nil }
    return (batch, ())
  }

  /// Takes note that a batch has reached the disk, and all before it.
  fileprivate mutating func decide(_ batch: RecentBatch) -> MaintenanceWork {
    take(batch)
    synced = max(synced, batch.position.sequence)
    unsynced = []
    hasNewNames = false
    var work = MaintenanceWork()
    work.mustSynchronize = recentBytes > options.segmentBytes / 4 || !closed.isEmpty
    work.mustPrepare = spare == nil && (segment.map { $0.end > options.segmentBytes / 2 } ?? true)
    if work.mustSynchronize { recentBytes = 0 }
    return work
  }

  /// Goes back to what was before a save that did not reach the disk.
  fileprivate mutating func goBack(to before: Journal) {
    let next = nextSegment
    self = before
    nextSegment = next
    spare = nil
    segment = nil
    mustRebuild = true
  }
}

// MARK: - Segments to come

extension FileStateStore {
  /// Makes a segment to come if the next save would have to begin one.
  private func prepareSegmentIfNeeded() {
    let isNeeded = journal.withLock { journal in
      guard let journal else { return false }
      return journal.spare == nil && journal.segment == nil && !journal.mustRebuild
    }
    if isNeeded { prepareSegment() }
  }

  /// Makes a segment to come, filled with zeros, so that a sync of it has no names or lengths to write.
  ///
  /// If that fails the next segment grows as it is written to.
  func prepareSegment() {
    let reserved = journal.withLock { journal -> UInt64? in
      guard let open = journal, open.spare == nil else { return nil }
      journal?.nextSegment += 1
      return open.nextSegment
    }
    guard let number = reserved else { return }
    let name = StoreFileName.journal(number: number)
    do {
      let file = try folder.create(name)
      try file.write([UInt8](repeating: 0, count: options.segmentBytes), at: 0)
      try folder.naming(file.path) { () throws(SystemCallFailure) in
        try folder.fileSystem.synchronize(file.descriptor)
      }
      try folder.synchronize()
      let isTaken = journal.withLock { journal in
        guard let open = journal, open.spare == nil, open.nextSegment == number + 1 else {
          return false
        }
        journal?.spare = Journal.Spare(file: file, number: number)
        return true
      }
      if !isTaken { folder.removeQuietly(name) }
    } catch {
      folder.removeQuietly(name)
    }
  }
}
