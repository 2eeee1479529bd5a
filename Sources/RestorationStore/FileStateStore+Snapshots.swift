public import RestorationCore
internal import Synchronization

extension FileStateStore {
  /// Keeps the state that is saved now as a snapshot, which later saves leave alone.
  ///
  /// ``generations()`` lists it. Another one of the same name is replaced. The oldest snapshots leave
  /// once there are more than ``Options/keptGenerations``, or they have more bytes than
  /// ``Options/keptBytes``.
  ///
  /// - Parameter name: Any text.
  /// - Throws: `StateStoreError` if it cannot be written, or nothing can be saved now.
  /// - Complexity: O(*n*) in the number of files; O(*n*) in their size where there are no links.
  public func keep(as name: String) throws(StateStoreError) {
    try requireWriting()
    waitForSaves()
    try tables.withLock { (slot) throws(StateStoreError) in
      try openForSaving(&slot)
      var tables = slot ?? StoreTables()
      slot = nil
      defer { slot = tables }
      try journal.withLock { (journal) throws(StateStoreError) in
        guard var open = journal else { return }
        defer { journal = open }
        if let obstacle = open.obstacle { throw obstacle }
        let end = SnapshotEnd(sequence: open.position.sequence, name: name)
        let shelf = SnapshotShelf(folder: folder, options: options)
        let old = try writing { () throws(SystemCallFailure) in
          try shelf.entries().filter { $0.end.name?.hasSameBytes(as: name) ?? false }
        }
        try keep(end, &tables, &open)
        for entry in old { shelf.remove(entry.name) }
      }
    }
  }

  /// Removes a snapshot that was kept under a name; there may be none.
  ///
  /// - Throws: `StateStoreError` if it cannot be removed.
  public func removeSnapshot(named name: String) throws(StateStoreError) {
    try requireWriting()
    try tables.withLock { (slot) throws(StateStoreError) in
      try openForSaving(&slot)
      let shelf = SnapshotShelf(folder: folder, options: options)
      try writing { () throws(SystemCallFailure) in
        for entry in try shelf.entries() where entry.end.name?.hasSameBytes(as: name) ?? false {
          try folder.removeAll(in: entry.name)
        }
      }
    }
  }

  /// Keeps what was saved so far since a save is to replace it.
  func keep(
    for reason: String,
    _ tables: inout StoreTables,
    _ journal: inout Journal
  ) throws(StateStoreError) {
    try keep(
      SnapshotEnd(sequence: journal.position.sequence, reason: reason),
      &tables,
      &journal
    )
  }

  private func keep(
    _ end: SnapshotEnd,
    _ tables: inout StoreTables,
    _ journal: inout Journal
  ) throws(StateStoreError) {
    tables.fold(journal.unfolded, limits: options.limits)
    journal.unfolded = []
    guard end.sequence > 0 || !tables.fileNames.isEmpty else { return }
    journal.close()
    do throws(SystemCallFailure) {
      for file in journal.unsynced { try file.synchronize() }
      try SnapshotShelf(folder: folder, options: options).keep(tables.fileNames, end)
    } catch {
      throw StateStoreError(error, while: .writing, at: folder.path)
    }
  }
}
