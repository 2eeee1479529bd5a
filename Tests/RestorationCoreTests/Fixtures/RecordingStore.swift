import RestorationCore
import Synchronization

/// A store in memory that notes every batch and single record, and fails when told to.
final class RecordingStore: RecordStore {
  private struct State {
    var batches: [[SceneChanges]] = []
    var loadError: StateStoreError?
    var commitError: StateStoreError?
  }

  private let memory = InMemoryStateStore()
  private let state = Mutex(State())

  /// The batches that were committed, the refused ones included.
  var batches: [[SceneChanges]] { state.withLock { $0.batches } }

  /// The changes of the last batch's first scene.
  var lastChanges: SceneChanges? { batches.last?.first }

  /// Makes every read fail, until it is set to `nil`.
  func failReads(with error: StateStoreError?) { state.withLock { $0.loadError = error } }

  /// Makes every write fail, until it is set to `nil`.
  func failWrites(with error: StateStoreError?) { state.withLock { $0.commitError = error } }

  func scenes() throws(StateStoreError) -> [ArchiveHeader] {
    if let error = state.withLock({ $0.loadError }) { throw error }
    return try memory.scenes()
  }

  func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
    if let error = state.withLock({ $0.loadError }) { throw error }
    return try memory.load(scene: scene)
  }

  func commit(_ changes: [SceneChanges]) throws(StateStoreError) {
    state.withLock { $0.batches.append(changes) }
    if let error = state.withLock({ $0.commitError }) { throw error }
    try memory.commit(changes)
  }

  func save(
    _ change: RecordChange,
    mayWait: Bool
  ) throws(StateStoreError) -> Bool {
    try commit([change.changes])
    return true
  }

  func discard(scene: String) throws(StateStoreError) { try memory.discard(scene: scene) }

  func erase() throws(StateStoreError) { try memory.erase() }

  /// The archive of a scene as it is stored now.
  func archive(_ scene: String = "main") throws -> StateArchive? {
    try memory.load(scene: scene)?.archive
  }
}
