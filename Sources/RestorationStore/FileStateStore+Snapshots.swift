public import RestorationCore
internal import Synchronization

extension FileStateStore {
  /// Keeps the state that is saved now as a snapshot, which later saves leave alone.
  ///
  /// ``generations()`` lists it, unless nothing was ever saved: then nothing is kept. What changed since
  /// the last save is not in it, so save first. Another one of the same name is replaced. The oldest leave
  /// once there are more than ``Options/keptGenerations``, or they have more bytes than
  /// ``Options/keptBytes``. It returns when the snapshot has reached the disk, which takes
  /// milliseconds.
  ///
  /// - Parameter name: Any text, no longer than `RestorationLimits.stringLength`.
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
      let shelf = SnapshotShelf(folder: folder, options: options)
      let old = try writing { () throws(SystemCallFailure) in
        try shelf.entries().filter { $0.end.name?.hasSameBytes(as: name) ?? false }
      }
      try keep(&tables, as: name, replacing: old.map(\.name))
      for entry in old { shelf.remove(entry.name) }
    }
  }

  /// Removes a snapshot that was kept under a name; there may be none.
  ///
  /// - Throws: `StateStoreError` if it cannot be removed.
  public func removeSnapshot(named name: String) throws(StateStoreError) {
    try requireWriting()
    try tables.withLock { (slot) throws(StateStoreError) in
      try openForSaving(&slot)
      _ = try returnIfMoved(&slot)
      let shelf = SnapshotShelf(folder: folder, options: options)
      try writing { () throws(SystemCallFailure) in
        for entry in try shelf.entries() where entry.end.name?.hasSameBytes(as: name) ?? false {
          try folder.removeAll(in: entry.name)
        }
      }
    }
  }

  /// Keeps what was saved so far, under a name, or since a save is to replace it.
  func keep(
    _ tables: inout StoreTables,
    as name: String? = nil,
    for reason: String? = nil,
    replacing old: [StoreFileName] = []
  ) throws(StateStoreError) {
    try check(name ?? reason ?? "")
    // What is written from now on goes to other files, so that those that are kept stay as they are.
    try withJournal(&tables) { (tables, journal) throws(StateStoreError) in
      var mustRewrite = try hasMoved(journal)
      if !mustRewrite { mustRewrite = try hasLostNames(tables) }
      if mustRewrite { try rebuild(with: nil, &tables, &journal) }
      journal.close()
    }
    guard !tables.fileNames.isEmpty else { return }
    try synchronizeFiles()
    let end = SnapshotEnd(sequence: tables.position.sequence, name: name, reason: reason)
    try writing { () throws(SystemCallFailure) in
      try SnapshotShelf(folder: folder, options: options).keep(
        tables.fileNames,
        end,
        replacing: old
      )
    }
  }

  /// Whether a file that the state rests on has no name any more, and can be read all the same.
  private func hasLostNames(_ tables: StoreTables) throws(StateStoreError) -> Bool {
    try writing { () throws(SystemCallFailure) in
      for name in tables.fileNames where try folder.status(of: name) == nil { return true }
      return false
    }
  }

  /// A snapshot whose label is longer than texts may be could never be read again.
  private func check(_ label: String) throws(StateStoreError) {
    let (count, limit) = (label.utf8.count, options.limits.stringLength)
    guard count > limit else { return }
    throw StateStoreError(
      .limitExceeded,
      "The snapshot's name or reason has \(count) bytes, and the limit is \(limit); choose a shorter one.",
      location: folder.path
    )
  }
}
