public import RestorationCore
internal import Synchronization

extension FileStateStore {
  /// Forgets everything, with all generations and all that was set aside, and the folder.
  ///
  /// What has a name that is none of the store's stays, and the folder with it. If something cannot
  /// be removed, everything else is gone all the same.
  ///
  /// - Throws: `StateStoreError` if something could not be removed, or another store has it open.
  public func erase() throws(StateStoreError) {
    try requireWriting()
    waitForSaves()
    try tables.withLock { (tables) throws(StateStoreError) in
      try syncing.withLock { (_) throws(StateStoreError) in
        try journal.withLock { (journal) throws(StateStoreError) in
          let lock = try lockForErasing(journal?.lock)
          tables = nil
          journal = nil
          if let lock { try erase(holding: lock) }
        }
      }
    }
  }

  private func erase(holding lock: StoreLock) throws(StateStoreError) {
    do throws(SystemCallFailure) {
      try eraseFiles()
    } catch {
      throw StateStoreError(error, while: .erasing, at: folder.path)
    }
    // Until here nobody else could begin to save.
    withExtendedLifetime(lock) {}
  }

  private func lockForErasing(_ held: StoreLock?) throws(StateStoreError) -> StoreLock? {
    do throws(SystemCallFailure) {
      if let held, try held.isInPlace() { return held }
      guard try folder.names() != nil else { return nil }
    } catch {
      throw StateStoreError(error, while: .erasing, at: folder.path)
    }
    return try StoreLock.take(in: folder)
  }

  private func eraseFiles() throws(SystemCallFailure) {
    let names = (try folder.names() ?? []).filter { $0 != .lock }
    var failure: SystemCallFailure?
    // The state goes first, and what cannot be removed keeps nothing else.
    for name in names.filter(\.holdsState) + names.filter({ !$0.holdsState }) {
      do throws(SystemCallFailure) {
        try erase(name)
      } catch {
        failure = failure ?? error
      }
    }
    // What is gone must stay gone after a power loss too, before the lock is given up.
    try folder.synchronize()
    if let failure { throw failure }
    try folder.remove(.lock)
    try folder.removeIfEmpty()
  }

  private func erase(_ name: StoreFileName) throws(SystemCallFailure) {
    // Of a snapshot its end goes first, so that no half of it is ever taken for a whole.
    if case .snapshot = name { try folder.removeAll(in: name) }
    try folder.removeTree(name)
  }
}
