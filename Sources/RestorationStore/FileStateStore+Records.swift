package import RestorationCore
internal import Synchronization

extension FileStateStore: RecordStore {
  /// Appends a record that changed to the segment that is open, if no more than that is to be done.
  package func save(
    _ change: RecordChange,
    mayWait: Bool
  ) throws(StateStoreError) -> Bool {
    guard access == .readWrite, mayWriteAtOnce else { return false }
    let work = try journal.withLock { (journal) throws(StateStoreError) in
      try recordWriter.withLock { (writer) throws(StateStoreError) in
        try journal?.save(change, mayWait: mayWait, by: &writer)
      }
    }
    guard let work else { return false }
    start(work)
    return true
  }
}
