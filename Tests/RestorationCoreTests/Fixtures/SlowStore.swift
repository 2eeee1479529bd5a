import Foundation
import RestorationCore
import Synchronization

/// A store in memory that saves in the background when the test says so, and notes what came.
final class SlowStore: StateStore {
  private struct State {
    var waiting:
      [(changes: [SceneChanges], answer: @Sendable (Result<Void, StateStoreError>) -> Void)] =
        []
    var calls: [String] = []
    var flushError: StateStoreError?
  }

  private let memory = InMemoryStateStore()
  private let state = Mutex(State())

  /// What was asked of the store, in order.
  var calls: [String] { state.withLock { $0.calls } }

  /// How many batches wait.
  var waiting: Int { state.withLock { $0.waiting.count } }

  /// Makes every flush fail, until it is set to `nil`.
  func failFlushes(with error: StateStoreError?) { state.withLock { $0.flushError = error } }

  func commit(
    _ changes: [SceneChanges],
    completion: @escaping @Sendable (Result<Void, StateStoreError>) -> Void
  ) {
    note("handed over")
    state.withLock { $0.waiting.append((changes, completion)) }
  }

  /// Saves the batch that has waited longest, or fails to, on the thread of the caller.
  func answer(_ error: StateStoreError? = nil) {
    let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    guard let next else { return }
    let result = Result { () throws(StateStoreError) in
      if let error { throw error }
      try memory.commit(next.changes)
    }
    note(error == nil ? "saved" : "failed")
    next.answer(result)
  }

  /// Answers from another thread, once that gets its turn.
  func answerElsewhere(_ error: StateStoreError? = nil) {
    Thread.detachNewThread { self.answer(error) }
  }

  func commit(_ changes: [SceneChanges]) throws(StateStoreError) {
    note("committed")
    try memory.commit(changes)
  }

  func flush() throws(StateStoreError) {
    note("flushed")
    if let error = state.withLock({ $0.flushError }) { throw error }
  }

  func scenes() throws(StateStoreError) -> [ArchiveHeader] { try memory.scenes() }

  func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
    try memory.load(scene: scene)
  }

  func discard(scene: String) throws(StateStoreError) {
    note("discarded")
    try memory.discard(scene: scene)
  }

  func erase() throws(StateStoreError) {
    note("erased")
    try memory.erase()
  }

  private func note(_ call: String) { state.withLock { $0.calls.append(call) } }
}
