internal import RestorationCore
internal import Synchronization

extension FileStateStore {
  /// Writes everything anew, with a change made to it if there is one, and goes on behind that.
  ///
  /// It is what a save does where the files that are there are not to be relied upon: they failed to
  /// reach the disk, are damaged, are gone, or were written by the first version of the format.
  func rebuild(
    with change: StoreChange?,
    _ tables: inout StoreTables,
    _ journal: inout Journal
  ) throws(StateStoreError) {
    var next = tables
    var open = journal
    try returnToFolder(&next, &open)
    try open.prepareFolder()
    if let change {
      next.fold([try open.appendInMemory(change)], limits: options.limits)
    }
    if case .discard(let name)? = change { next.mend(name) }
    let shelf = StoreShelf(folder: folder, options: options)
    let highest = try writing { () throws(SystemCallFailure) in
      try shelf.setAside(next.unusable, partsOf: next.damagedFiles)
      try shelf.removeUnfinished()
      return try shelf.highestGeneration()
    }
    let covered = open.nextSegment - 1
    let written = try BaselineFile.write(
      next,
      generation: max(highest, next.generation ?? 0) + 1,
      covered: covered,
      chain: next.position.chain,
      holding: open.lock,
      in: folder,
      options: options
    )
    open.follow(written, covered: covered)
    tables = written
    journal = open
    shelf.tidy(keeping: written.generation ?? 0, and: nil, after: covered)
  }

  /// Writes everything anew if the folder, the lock or the open segment is no longer the one that was
  /// written to, or if it failed to reach the disk: what is there may be another store's.
  ///
  /// - Returns: Whether that was so.
  func returnIfMoved(_ slot: inout StoreTables?) throws(StateStoreError) -> Bool {
    guard var tables = slot else { return false }
    slot = nil
    defer { slot = tables }
    return try withJournal(&tables) { (tables, journal) throws(StateStoreError) in
      guard try hasMoved(journal) else { return false }
      try rebuild(with: nil, &tables, &journal)
      return true
    }
  }

  /// Whether the folder is no longer the one that was written to, the open segment has left it, or
  /// files failed to reach the disk.
  func hasMoved(_ journal: Journal) throws(StateStoreError) -> Bool {
    if journal.isDistrusted { return true }
    return try writing { () throws(SystemCallFailure) in
      guard try journal.lock.isInPlace() else { return true }
      guard let segment = journal.segment else { return false }
      return try !segment.file.isLinked()
    }
  }

  /// Makes the folder and takes the lock again if they are not those that were written to.
  private func returnToFolder(
    _ tables: inout StoreTables,
    _ journal: inout Journal
  ) throws(StateStoreError) {
    let lock = journal.lock
    if try writing({ () throws(SystemCallFailure) in try lock.isInPlace() }) { return }
    journal.lock = try lockMakingFolder()
    let onDisk = try loader.tables()
    if let obstacle = onDisk.obstacle { throw obstacle }
    if onDisk.position != JournalPosition(), onDisk.position != tables.position {
      try keepOthers(onDisk)
    }
    tables.unusable = onDisk.unusable
    let highest = max(journal.nextSegment, onDisk.highestSegment, onDisk.covered)
    journal.nextSegment = Journal.firstSegment(after: highest)
  }

  /// Begins anew where a newer version has saved, having kept what that wrote.
  func replaceNewer(
    _ change: StoreChange,
    _ reason: String,
    _ slot: inout StoreTables?
  ) throws(StateStoreError) {
    let lock = try lockMakingFolder()
    let names = try writing { () throws(SystemCallFailure) in try folder.names() ?? [] }
    let files = names.filter(\.holdsState)
    try writing { () throws(SystemCallFailure) in
      try SnapshotShelf(folder: folder, options: options).keep(
        files,
        SnapshotEnd(sequence: ArchiveFormat.highestNumber, reason: reason)
      )
    }
    var tables = StoreTables()
    for case .journal(let number) in names {
      tables.highestSegment = max(tables.highestSegment, number)
    }
    var open = Journal(
      tables,
      lock: lock,
      nextSegment: Journal.firstSegment(after: tables.highestSegment),
      folder: folder,
      options: options
    )
    try rebuild(with: change, &tables, &open)
    journal.withLock { $0 = open }
    slot = tables
  }
}

extension Journal {
  /// Goes on behind a baseline that was just written.
  mutating func follow(_ tables: StoreTables, covered: UInt64) {
    position = tables.position
    synced = tables.synced
    mustRebuild = false
    isDistrusted = false
    segment = nil
    spare = nil
    closed = []
    unfolded = []
    inherited = []
    unsynced = []
    hasNewNames = false
    recentBytes = 0
    lastSegment = covered
    take(scenesOf: tables)
  }
}
