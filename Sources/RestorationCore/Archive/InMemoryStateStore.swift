internal import Synchronization

/// A store that keeps archives in memory, for previews, tests, and apps that must not leave a trace.
///
/// It keeps the bytes of each record as it was encoded, and gives them back so. A node is read from them
/// as it is from a file. What frames records in files, their checksums and the index, is neither written
/// nor read.
public final class InMemoryStateStore: StateStore, RecordStore {
  private let limits: RestorationLimits
  private let scenesByName = Mutex<[ExactString: StoredScene]>([:])

  /// Makes an empty store.
  ///
  /// - Parameter limits: What the archives may measure.
  public init(limits: RestorationLimits = RestorationLimits()) {
    self.limits = limits
  }

  /// Lists the scenes that are saved, sorted by name, with their headers.
  ///
  /// - Complexity: O(*n*) in the number of scenes.
  public func scenes() throws(StateStoreError) -> [ArchiveHeader] {
    let headers = scenesByName.withLock { $0.values.map(\.savedHeader) }
    return headers.sorted { $0.scene.utf8.lexicographicallyPrecedes($1.scene.utf8) }
  }

  /// Reads the archive of a scene.
  ///
  /// - Complexity: O(*n*) in the number of its nodes.
  public func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
    let stored = scenesByName.withLock { $0[ExactString(scene)] }
    return stored.map { LoadedArchive(archive: $0.archive) }
  }

  /// Saves changes of one or several scenes, all of them or none.
  ///
  /// - Throws: ``StateStoreError`` with the code ``StateStoreError/Code/limitExceeded``.
  /// - Complexity: O(*n*) in the number of changed records, in the mean over many calls.
  public func commit(_ changes: [SceneChanges]) throws(StateStoreError) {
    var check = ArchiveLimitCheck(limits)
    for change in changes {
      check.check(change.header)
      // By index, since an iterator would retain each record.
      for index in change.updated.indices {
        check.checkSize(change.updated[index], of: change.header.scene)
      }
    }
    if let violation = check.violation { throw violation }
    try scenesByName.withLock { (scenes) throws(StateStoreError) in
      try checkCounts(after: changes, in: scenes)
      for change in changes { Self.apply(change, to: &scenes) }
    }
  }

  /// Saves a record that changed, as a batch would.
  package func save(
    _ change: RecordChange,
    mayWait: Bool
  ) throws(StateStoreError) -> Bool {
    try commit([change.changes])
    return true
  }

  private static func apply(_ change: SceneChanges, to scenes: inout [ExactString: StoredScene]) {
    scenes[ExactString(change.header.scene), default: StoredScene(header: change.header)]
      .apply(change)
  }

  /// Makes sure that no scene has too many nodes; they are only counted where it could be so.
  private func checkCounts(
    after changes: [SceneChanges],
    in scenes: [ExactString: StoredScene]
  ) throws(StateStoreError) {
    var added = 0
    for index in changes.indices { added += changes[index].updated.count }
    var most = 0
    for scene in scenes.values { most = max(most, scene.highestCount) }
    guard most + added > limits.nodes else { return }
    var check = ArchiveLimitCheck(limits)
    var result = scenes
    for change in changes {
      Self.apply(change, to: &result)
      let count = result[ExactString(change.header.scene)]?.count ?? 0
      check.check(count, nodesOf: change.header.scene)
    }
    if let violation = check.violation { throw violation }
  }

  /// Forgets a scene.
  public func discard(scene: String) throws(StateStoreError) {
    scenesByName.withLock { $0[ExactString(scene)] = nil }
  }

  /// Forgets everything.
  public func erase() throws(StateStoreError) {
    scenesByName.withLock { $0 = [:] }
  }
}

extension StateStore where Self == InMemoryStateStore {
  /// A new, empty store that keeps archives in memory.
  public static var inMemory: InMemoryStateStore { InMemoryStateStore() }
}
