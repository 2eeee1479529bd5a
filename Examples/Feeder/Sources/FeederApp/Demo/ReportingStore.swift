import RestorationCore

/// A store that tells of each save before and after it happens.
///
/// The session tells nobody that a save of its own went well, so the demo listens here.
final class ReportingStore: StateStore {
  private let inner: any StateStore
  private let willSave: @Sendable () -> Void
  private let didSave: @Sendable () -> Void

  init(
    _ inner: any StateStore,
    willSave: @escaping @Sendable () -> Void,
    didSave: @escaping @Sendable () -> Void
  ) {
    self.inner = inner
    self.willSave = willSave
    self.didSave = didSave
  }

  func scenes() throws(StateStoreError) -> [ArchiveHeader] { try inner.scenes() }

  func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
    try inner.load(scene: scene)
  }

  func commit(_ changes: [SceneChanges]) throws(StateStoreError) {
    willSave()
    try inner.commit(changes)
    didSave()
  }

  func discard(scene: String) throws(StateStoreError) { try inner.discard(scene: scene) }

  func erase() throws(StateStoreError) { try inner.erase() }
}
