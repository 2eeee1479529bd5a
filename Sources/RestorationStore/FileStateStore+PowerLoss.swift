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
    let work = try syncing.withLock { (_) throws(StateStoreError) in
      try appendAndSynchronize(change, isPrepared: isPrepared)
    }
    if let work { start(work) }
    return work != nil
  }

  /// Appends a change and brings it to the disk; `nil` if more is needed before.
  private func appendAndSynchronize(
    _ change: StoreChange,
    isPrepared: Bool
  ) throws(StateStoreError) -> MaintenanceWork? {
    let before = journal.withLock { $0?.withoutBatches }
    let appended = try journal.withLock { (journal) throws(StateStoreError) in
      try journal?.appendUndecided(change, isPrepared: isPrepared)
    }
    guard let appended else { return nil }
    guard let batch = appended.batch else { return MaintenanceWork() }
    do throws(SystemCallFailure) {
      if let target = journal.withLock({ $0?.syncTarget }) { try synchronize(target) }
    } catch {
      // The save did not come about, although its bytes may be in the file, which is distrusted.
      if let before { journal.withLock { $0?.goBack(to: before) } }
      throw StateStoreError(error, while: .writing, at: folder.path)
    }
    return journal.withLock { $0?.decide(batch) ?? MaintenanceWork() }
  }
}

// MARK: - Single records

extension FileStateStore {
  /// Appends a record that changed and waits until it has reached the disk.
  ///
  /// It runs on the queue of saves, so that no other save comes between, and holds ``syncing``, so
  /// that the writing end is the same before and after.
  ///
  /// - Returns: `nil` if more is needed; nothing was written then.
  func appendDurably(_ change: RecordChange) throws(StateStoreError) -> MaintenanceWork? {
    try syncing.withLock { (_) throws(StateStoreError) in
      let written = try withRecordWriter { (journal, writer) throws(StateStoreError) in
        try journal?.writeUndecided(change, by: &writer)
      }
      guard let written else { return nil }
      do throws(SystemCallFailure) {
        try written.file.synchronize()
      } catch {
        journal.withLock { $0?.distrustSegment() }
        throw StateStoreError(error, while: .writing, at: folder.path)
      }
      return withRecordWriter { (journal, writer) in
        journal?.decide(written, of: change, by: writer) ?? MaintenanceWork()
      }
    }
  }
}

extension Journal {
  /// Writes a record of which it is not certain yet that it will last, if it is all that is to be
  /// brought to the disk.
  fileprivate mutating func writeUndecided(
    _ change: RecordChange,
    by writer: inout JournalWriter
  ) throws(StateStoreError) -> WrittenRecord? {
    guard inherited.isEmpty, unsynced.isEmpty, !hasNewNames, try isInPlace() else { return nil }
    return try write(change, by: &writer)
  }

  /// Takes note that a record has reached the disk, and all before it.
  fileprivate mutating func decide(
    _ written: WrittenRecord,
    of change: RecordChange,
    by writer: borrowing JournalWriter
  ) -> MaintenanceWork {
    take(written, of: change, by: writer)
    return noteDecided()
  }

  /// Takes note that the open segment failed to reach the disk, with a save that did not come about.
  ///
  /// The next save writes everything anew, and removes the files that are left then, the segment to
  /// come among them.
  fileprivate mutating func distrustSegment() {
    unsynced = []
    spare = nil
    segment = nil
    isDistrusted = true
    mustRebuild = true
  }
}

// MARK: - Batches

extension Journal {
  /// Appends a change of which it is not certain yet that it will last.
  ///
  /// - Returns: `nil` if more is needed before; no batch if nothing changes.
  fileprivate mutating func appendUndecided(
    _ change: StoreChange,
    isPrepared: Bool
  ) throws(StateStoreError) -> (batch: RecentBatches?, Void)? {
    guard mayAppend(change, isPrepared: isPrepared), try isInPlace() else { return nil }
    guard needs(change) else { return change.mayConcernLostScene ? nil : (nil, ()) }
    guard let batch = try append(change) else { return nil }
    return (batch, ())
  }

  /// Takes note that a batch has reached the disk, which is the last one, and all before it.
  fileprivate mutating func decide(_ batch: RecentBatches) -> MaintenanceWork {
    take(batch)
    return noteDecided()
  }

  /// Takes note that all that was saved has reached the disk, and tells what is to be done later.
  private mutating func noteDecided() -> MaintenanceWork {
    synced = max(synced, position.sequence)
    inherited = []
    unsynced = []
    hasNewNames = false
    var work = MaintenanceWork()
    work.mustSynchronize =
      recentBytes > options.segmentBytes / 4 || !closed.isEmpty || isWorthCompacting
    isWorthCompacting = false
    work.mustWait = mustWait
    work.mustPrepare = spare == nil && (segment.map { $0.end > options.segmentBytes / 2 } ?? true)
    if work.mustSynchronize { recentBytes = 0 }
    return work
  }

  /// What a save that fails goes back to.
  ///
  /// The batches are left out: no save touches them before it has reached the disk, and as long as
  /// two had them, the next one would copy them all.
  fileprivate var withoutBatches: Journal {
    var journal = self
    journal.unfolded = []
    return journal
  }

  /// Goes back to what was before a save that did not reach the disk.
  fileprivate mutating func goBack(to before: Journal) {
    let (next, batches) = (nextSegment, unfolded)
    self = before
    nextSegment = next
    unfolded = batches
    distrustSegment()
  }
}

// MARK: - Segments to come

extension FileStateStore {
  /// Makes a segment to come if the next save would have to begin one.
  private func prepareSegmentIfNeeded() {
    let isNeeded = journal.withLock { journal in
      guard let journal else { return false }
      let isFull = journal.segment.map { $0.end >= options.segmentBytes } ?? true
      return journal.spare == nil && isFull && !journal.mustRebuild
    }
    if isNeeded { prepareSegment() }
  }

  /// Makes a segment to come, filled with zeros, so that a sync of it has no names or lengths to write.
  ///
  /// If that fails the next segment grows as it is written to.
  func prepareSegment() {
    syncing.withLock { _ in makeSpare() }
  }

  private func makeSpare() {
    let reserved = journal.withLock { journal -> UInt64? in
      guard let open = journal, open.spare == nil else { return nil }
      journal?.nextSegment += 1
      return open.nextSegment
    }
    guard let number = reserved else { return }
    let name = StoreFileName.journal(number: number)
    do {
      let file = try folder.create(name)
      // A file that is longer than may be would not be read again.
      let length = min(options.segmentBytes, options.bytesPerFile)
      try file.write([UInt8](repeating: 0, count: length), at: 0)
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
