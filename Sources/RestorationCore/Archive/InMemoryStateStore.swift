internal import Synchronization

/// A store that keeps archives in memory, for previews, tests, and apps that must not leave a trace.
///
/// It keeps encoded bytes, so what comes out of it was read, as from a file, and shares nothing with
/// what went in.
public final class InMemoryStateStore: StateStore {
  private let limits: RestorationLimits
  private let scenesByName = Mutex<[[UInt8]: [UInt8]]>([:])

  /// Makes an empty store.
  ///
  /// - Parameter limits: What the archives may measure.
  public init(limits: RestorationLimits = RestorationLimits()) {
    self.limits = limits
  }

  /// Lists the scenes that are saved, sorted by name, with their headers.
  ///
  /// - Complexity: O(*n*) in the size of everything saved.
  public func scenes() throws(StateStoreError) -> [ArchiveHeader] {
    let archives = scenesByName.withLock { $0 }
    var headers: [ArchiveHeader] = []
    for (_, bytes) in archives.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      headers.append(try LoadedArchive(decoding: bytes, limits: limits).archive.header)
    }
    return headers
  }

  /// Reads the archive of a scene.
  ///
  /// - Complexity: O(*n*) in the size of the archive.
  public func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
    guard let bytes = scenesByName.withLock({ $0[Array(scene.utf8)] }) else { return nil }
    return try LoadedArchive(decoding: bytes, limits: limits)
  }

  /// Saves changes of one or several scenes, all of them or none.
  ///
  /// - Complexity: O(*n*) in the size of the archives of these scenes.
  public func commit(_ changes: [SceneChanges]) throws(StateStoreError) {
    try scenesByName.withLock { (scenes) throws(StateStoreError) in
      var result = scenes
      for change in changes {
        let key = Array(change.header.scene.utf8)
        var archive = StateArchive(header: change.header)
        if let bytes = result[key] {
          archive = try LoadedArchive(decoding: bytes, limits: limits).archive
        }
        archive.apply(change)
        result[key] = try archive.encoded(limits: limits)
      }
      scenes = result
    }
  }

  /// Forgets a scene.
  public func discard(scene: String) throws(StateStoreError) {
    scenesByName.withLock { $0[Array(scene.utf8)] = nil }
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
