internal import Dispatch
package import RestorationCore
internal import Synchronization

extension FileStateStore: RecordStore {
  /// Appends a record that changed to the segment that is open, if no more than that is to be done.
  ///
  /// A save that survives a power loss is declined if the caller may not wait.
  package func save(
    _ change: RecordChange,
    mayWait: Bool
  ) throws(StateStoreError) -> Bool {
    guard access == .readWrite else { return false }
    let work: MaintenanceWork?
    switch options.durability {
    case .processCrash:
      guard mayWriteAtOnce else { return false }
      work = try append(change, mayWait: mayWait)
    case .powerLoss:
      guard mayWait, !isOnSavesQueue else { return false }
      let result = saves.sync {
        Result { () throws(StateStoreError) in try appendDurably(change) }
      }
      work = try result.get()
    }
    guard let work else { return false }
    start(work)
    return true
  }

  package var backgroundError: StateStoreError? { maintenanceError.withLock { $0 } }

  private func append(
    _ change: RecordChange,
    mayWait: Bool
  ) throws(StateStoreError) -> MaintenanceWork? {
    try withRecordWriter { (journal, writer) throws(StateStoreError) in
      try journal?.save(change, mayWait: mayWait, by: &writer)
    }
  }

  /// Lends the writing end of the store to a body, and what single records are encoded by.
  @inline(__always)
  func withRecordWriter<Result: Sendable, Failure: Error>(
    _ body: (inout Journal?, inout JournalWriter) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try journal.withLock { (journal) throws(Failure) in
      try recordWriter.withLock { (writer) throws(Failure) in try body(&journal, &writer) }
    }
  }
}
