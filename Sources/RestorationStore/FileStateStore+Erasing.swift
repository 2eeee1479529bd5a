public import RestorationCore
internal import Synchronization

extension FileStateStore {
  /// Forgets everything, with all generations and all that was set aside, and the folder.
  ///
  /// Files in the folder that are not the store's stay, and the folder with them.
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
    for name in try folder.names() ?? [] where name != .lock {
      if case .snapshot = name, try folder.status(of: name)?.kind == .folder {
        try folder.removeAll(in: name)
      } else {
        try folder.remove(name)
      }
    }
    // What is gone must stay gone after a power loss too, before the lock is given up.
    try folder.synchronize()
    try folder.remove(.lock)
    try folder.removeIfEmpty()
  }
}
