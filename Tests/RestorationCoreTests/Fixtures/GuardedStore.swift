import RestorationCore
import Synchronization

/// A store in memory with a launch guard in memory, whose processes end as the test says.
final class GuardedStore: StateStore {
  private let memory = InMemoryStateStore()
  private let launches = MemoryGuard()

  /// What was noted since the test asked last.
  func takeNotes() -> [LaunchNote] { launches.takeNotes() }

  /// Lets the process die when it comes to a note: what it does afterwards is not remembered.
  func die(at note: LaunchNote) { launches.end(at: note) }

  /// Lets the system be started anew.
  func reboot() { launches.reboot() }

  /// What is remembered of a scene.
  func record(_ scene: String = "main") -> LaunchRecord? { launches.stored(scene) }

  /// Makes it impossible to set anything aside.
  func failHolding(with error: StateStoreError?) { launches.failHolding(with: error) }

  /// What the archives were kept for that were replaced.
  var kept: [String] { launches.kept }

  var launchGuard: (any LaunchGuarding)? { launches }

  func scenes() throws(StateStoreError) -> [ArchiveHeader] { try memory.scenes() }

  func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
    try memory.load(scene: scene)
  }

  func commit(_ changes: [SceneChanges]) throws(StateStoreError) {
    launches.noteKept(changes.compactMap(\.setsAside))
    try memory.commit(changes)
  }

  func discard(scene: String) throws(StateStoreError) { try memory.discard(scene: scene) }

  func erase() throws(StateStoreError) { try memory.erase() }

  /// The archive of a scene as it is stored now.
  func archive(_ scene: String = "main") throws -> StateArchive? {
    try memory.load(scene: scene)?.archive
  }
}

/// A launch guard in memory.
private final class MemoryGuard: LaunchGuarding {
  struct Launch {
    var record = LaunchRecord()
    var build = ""
    var boot = 0
    var isOver = false
  }

  private struct State {
    var launches: [String: Launch] = [:]
    var boot = 0
    var held: [HeldBackNode] = []
    var notes: [LaunchNote] = []
    var kept: [String] = []
    var holdingError: StateStoreError?
    var end: LaunchNote?
  }

  private let state = Mutex(State())

  func record(of scene: String, build: String) -> LaunchRecord? {
    state.withLock { state in
      guard let launch = state.launches[scene] else { return nil }
      var record = launch.record
      record.isFromOtherBuild = launch.build != build
      record.isFromOtherBoot = launch.boot != state.boot
      return record
    }
  }

  func watch(scene: String, build: String, _ record: LaunchRecord) -> (any LaunchWatch)? {
    state.withLock { state in
      state.launches[scene] = Launch(record: record, build: build, boot: state.boot)
    }
    return Watch(scene: scene, launches: self)
  }

  func heldBack() throws(StateStoreError) -> [HeldBackNode] { state.withLock { $0.held } }

  func holdBack(_ node: HeldBackNode) throws(StateStoreError) {
    if let error = state.withLock({ $0.holdingError }) { throw error }
    state.withLock { state in
      state.held.removeAll { $0.id == node.id }
      state.held.append(node)
    }
  }

  func letGo(of node: HeldBackNode) throws(StateStoreError) {
    state.withLock { $0.held.removeAll { $0.id == node.id } }
  }

  // MARK: For tests

  func takeNotes() -> [LaunchNote] {
    state.withLock { state in
      defer { state.notes = [] }
      return state.notes
    }
  }

  func end(at note: LaunchNote) { state.withLock { $0.end = note } }

  func reboot() { state.withLock { $0.boot += 1 } }

  func stored(_ scene: String) -> LaunchRecord? { state.withLock { $0.launches[scene]?.record } }

  func failHolding(with error: StateStoreError?) { state.withLock { $0.holdingError = error } }

  var kept: [String] { state.withLock { $0.kept } }

  func noteKept(_ reasons: [String]) { state.withLock { $0.kept += reasons } }

  fileprivate func change(_ scene: String, _ change: (inout LaunchRecord) -> Void) {
    state.withLock { state in
      guard state.launches[scene]?.isOver == false, var launch = state.launches[scene] else {
        return
      }
      change(&launch.record)
      state.notes.append(launch.record.note)
      if launch.record.note == state.end {
        state.end = nil
        launch.isOver = true
      }
      state.launches[scene] = launch
    }
  }
}

/// A watch over a launch in memory.
private final class Watch: LaunchWatch {
  private let scene: String
  private let launches: MemoryGuard

  init(scene: String, launches: MemoryGuard) {
    self.scene = scene
    self.launches = launches
  }

  var note: LaunchNote {
    get { launches.stored(scene)?.note ?? .closed }
    set { launches.change(scene) { $0.note = newValue } }
  }

  func update(_ record: LaunchRecord) { launches.change(scene) { $0 = record } }
}
