internal import RestorationCore
internal import Synchronization

// MARK: - For reading

extension FileStateStore {
  var loader: StoreLoader {
    StoreLoader(folder: folder, options: options, isShared: access == .readOnly)
  }

  /// Lets something look at the tables, brought up to date or read anew.
  func withTables<Result: Sendable>(
    _ body: (inout StoreTables) throws(StateStoreError) -> Result
  ) throws(StateStoreError) -> Result {
    if access == .readOnly {
      var tables = try loader.tables()
      return try body(&tables)
    }
    return try tables.withLock { (slot) throws(StateStoreError) in
      if var tables = fold(&slot) {
        defer { slot = tables }
        let result = try body(&tables)
        passOnDamage(tables)
        return result
      }
      let lock = try lockIfPossible()
      var tables = try loader.tables()
      // What cannot be read now may be the next time, so nothing is opened that lacks it.
      if let lock, tables.obstacle == nil {
        begin(&tables, lock)
        // The folder is there, and nothing that tells that it would be after a power loss.
        let isNew = tables.position == JournalPosition()
        journal.withLock { journal in
          journal?.mustMakeFolderLast = isNew
          journal?.mustRestrictFolder = true
        }
      }
      // Changes are made to what was told last, so it is remembered, with or without the lock.
      defer { slot = tables }
      let result = try body(&tables)
      passOnDamage(tables)
      return result
    }
  }

  /// Takes the tables out, with what was saved since, if the folder is open for saving.
  ///
  /// Whoever takes them puts them back.
  private func fold(_ slot: inout StoreTables?) -> StoreTables? {
    guard let batches = takeUnfolded(), var tables = slot else { return nil }
    slot = nil
    tables.fold(batches, limits: options.limits)
    return tables
  }

  /// The saves that the tables do not know yet, or `nil` if the folder is not open for saving.
  func takeUnfolded() -> [RecentBatches]? {
    journal.withLock { journal in
      let batches = journal?.unfolded
      journal?.unfolded = []
      return batches
    }
  }

  /// Lets the next save mend what was found to be damaged.
  private func passOnDamage(_ tables: StoreTables) {
    guard tables.mustRebuild else { return }
    journal.withLock { $0?.mustRebuild = true }
  }

  /// Takes the lock if there is a folder, and if the disk lets it be taken.
  private func lockIfPossible() throws(StateStoreError) -> StoreLock? {
    let names = try folder.reporting(.reading) { () throws(SystemCallFailure) in
      try folder.names()
    }
    guard names != nil else { return nil }
    do {
      return try StoreLock.take(in: folder)
    } catch {
      if error.code == .locked { throw error }
      return nil  // What cannot be written to can be read; the next save reports the cause.
    }
  }

  /// Opens the writing end.
  func begin(_ tables: inout StoreTables, _ lock: StoreLock) {
    var opened = Journal(
      tables,
      lock: lock,
      nextSegment: Journal.firstSegment(after: max(tables.highestSegment, tables.covered)),
      folder: folder,
      options: options
    )
    opened.isWorthCompacting = tables.isWorthCompacting(floor: options.compactionFloor)
    journal.withLock { $0 = opened }
  }
}

// MARK: - For saving

extension FileStateStore {
  /// Takes the lock if it is not held, and finds out what changes are made to.
  func openForSaving(_ slot: inout StoreTables?) throws(StateStoreError) {
    guard journal.withLock({ $0 == nil }) else { return }
    let lock = try lockMakingFolder()
    var onDisk = try loader.tables()
    if let obstacle = onDisk.obstacle { throw obstacle }
    guard let told = slot, told.position != onDisk.position else {
      begin(&onDisk, lock)
      slot = onDisk
      return
    }
    // Others saved since; it must not be lost under the next save, which is made to what was told.
    var tables = told
    tables.obstacle = nil
    if onDisk.position != JournalPosition() { try keepOthers(onDisk) }
    tables.unusable = onDisk.unusable
    tables.highestSegment = onDisk.highestSegment
    tables.mustRebuild = true
    begin(&tables, lock)
    slot = tables
  }

  /// Keeps what another store saved to the folder.
  func keepOthers(_ onDisk: StoreTables) throws(StateStoreError) {
    try writing { () throws(SystemCallFailure) in
      try SnapshotShelf(folder: folder, options: options).keep(
        onDisk.fileNames,
        SnapshotEnd(sequence: onDisk.position.sequence, reason: "saved by another store meanwhile")
      )
    }
  }

  func lockMakingFolder() throws(StateStoreError) -> StoreLock {
    try writing { () throws(SystemCallFailure) in
      try folder.make()
      try folder.restrict()
    }
    return try StoreLock.take(in: folder)
  }

  /// Makes the error of a call that fails while something is saved.
  func writing<Result>(
    _ body: () throws(SystemCallFailure) -> Result
  ) throws(StateStoreError) -> Result {
    try folder.reporting(.writing, body)
  }

  /// Refuses to change anything if the store was made for reading.
  func requireWriting() throws(StateStoreError) {
    guard access == .readWrite else {
      throw StateStoreError(
        .readOnly,
        "This store was made with the access .readOnly; make one with .readWrite to save.",
        location: folder.path
      )
    }
  }
}
