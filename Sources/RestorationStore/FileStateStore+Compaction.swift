public import RestorationCore
internal import Synchronization

extension FileStateStore {
  /// Copies what counts to a new file, so that files with what no longer counts can leave.
  ///
  /// The store does so by itself when it is worth while, in the background. Saves go on meanwhile.
  /// Where files are damaged nothing is done: the next save writes everything anew.
  ///
  /// - Throws: `StateStoreError` if it cannot be written; what was saved is as it was then.
  /// - Complexity: O(*n*) in the size of everything saved.
  public func compact() throws(StateStoreError) {
    try requireWriting()
    waitForSaves()
    try tables.withLock { (slot) throws(StateStoreError) in
      try openForSaving(&slot)
      if try !returnIfMoved(&slot) { try compact(&slot) }
    }
  }

  /// Compacts if what no longer counts outweighs what does, or files have become many.
  func compactIfWorthwhile() throws(StateStoreError) {
    try tables.withLock { (slot) throws(StateStoreError) in
      guard let batches = takeUnfolded() else { return }
      slot?.fold(batches, limits: options.limits)
      guard let tables = slot, tables.isWorthCompacting(floor: options.compactionFloor)
      else { return }
      try compact(&slot)
    }
  }

  private func compact(_ slot: inout StoreTables?) throws(StateStoreError) {
    guard let start = try beginCompaction(), var tables = slot else { return }
    slot = nil
    defer { slot = tables }
    tables.fold(start.batches, limits: options.limits)
    guard tables.position.origin == .segment else { return }
    // Taken back by success, which makes other tables.
    tables.usedBytesWhenTried = tables.usedBytes
    let shelf = StoreShelf(folder: folder, options: options)
    let highest = try writing { () throws(SystemCallFailure) in
      try shelf.removeUnfinished()
      return try shelf.highestGeneration()
    }
    let written = try BaselineFile.write(
      tables,
      generation: max(highest, tables.generation ?? 0) + 1,
      covered: start.lastSegment,
      chain: tables.position.chain,
      holding: start.lock,
      in: folder,
      options: options
    )
    let (previous, covered) = (tables.generation, tables.covered)
    tables = written
    journal.withLock { $0?.endCompaction(at: written.position.sequence, start.lastSegment) }
    shelf.tidy(keeping: written.generation ?? 0, and: previous, after: covered)
  }

  /// What a compaction covers.
  private struct Start {
    var batches: [RecentBatches]
    var lastSegment: UInt64
    var lock: StoreLock
  }

  /// Begins a new segment, so that what came before stays as it is; `nil` if that cannot be now.
  private func beginCompaction() throws(StateStoreError) -> Start? {
    // No save is under way meanwhile of which it is not certain that it will last.
    try syncing.withLock { (_) throws(StateStoreError) in
      try journal.withLock { (journal) throws(StateStoreError) in
        guard let open = journal, !open.mustRebuild, try journal?.isInPlace() == true
        else { return nil }
        journal?.close()
        journal?.unfolded = []
        return Start(batches: open.unfolded, lastSegment: open.lastSegment, lock: open.lock)
      }
    }
  }
}

extension Journal {
  /// Takes note that a baseline is complete.
  fileprivate mutating func endCompaction(at sequence: UInt64, _ lastSegment: UInt64) {
    synced = max(synced, sequence)
    inherited.removeAll { $0.position.sequence <= sequence }
    closed.removeAll { $0.head.number <= lastSegment }
  }
}

extension StoreTables {
  /// How many segments a store may have to read before it compacts them, however small they are.
  private static let mostSegments = 32

  /// Whether a compaction would make files smaller or fewer, and none has failed just now.
  ///
  /// Each one begins a segment, so that one that failed, as on a full disk, must not be tried again
  /// until as much was saved as makes it worth a file.
  func isWorthCompacting(floor: Int) -> Bool {
    guard position.origin == .segment else { return false }
    let (used, live) = (usedBytes, liveBytes)
    if let tried = usedBytesWhenTried, used - tried < floor { return false }
    return used - live > max(live, floor) || segments.count > Self.mostSegments
  }
}
