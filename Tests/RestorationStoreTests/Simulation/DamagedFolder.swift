import Foundation

@testable import RestorationCore
@testable import RestorationStore

/// A folder with files and items of all kinds: a snapshot, two baselines, a full segment with its
/// index, and an open one with saves that have reached the disk and some that may not have.
struct DamagedFolder: Sendable {
  private let state: DiskState
  private let options: FileStateStore.Options

  /// All that was saved, in order, and the place of the last that is known to be on the disk.
  private var history: [ScenarioWorld] = [ScenarioWorld()]
  private var synced = 0

  /// The bytes of each file by its path.
  var files: [(path: String, bytes: [UInt8])] {
    state.files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  init() throws {
    options = .small(segment: 700, floor: 1 << 20, .processCrash)
    let disk = SimulatedDisk()
    let store = FileStateStore(directory: Scenario.folder, options: options, fileSystem: disk)
    var writer = Writer(store: store)
    try writer.save(["a", "b"])
    try store.keep(as: "kept")
    try writer.save(["b"])
    try store.compact()
    try writer.save(["a"])
    try writer.save(["c", "b"])
    try store.compact()
    // Enough to fill a segment, with all that a batch may hold.
    for name in ["a", "b", "c", "a"] { try writer.save([name]) }
    try writer.replace("c")
    for name in ["a", "b", "a"] { try writer.save([name]) }
    try writer.save(["d"])
    try writer.discard("d")
    store.waitUntilIdle()
    try store.flush()
    synced = writer.history.count - 1
    for name in ["a", "b", "a"] { try writer.save([name]) }
    store.waitUntilIdle()
    history = writer.history
    state = disk.state
    store.close()
  }
}

/// Saves small random changes, and remembers what was saved.
private struct Writer {
  let store: FileStateStore
  var history: [ScenarioWorld] = [ScenarioWorld()]
  private var generator = SeededGenerator(seed: 5)

  init(store: FileStateStore) {
    self.store = store
  }

  private var world: ScenarioWorld { history[history.count - 1] }

  mutating func save(_ names: [String]) throws {
    var next = world
    var changes: [SceneChanges] = []
    for name in names {
      let old = next.scenes[name]
      var new = old ?? .seedling(name)
      new.mutate(version: history.count, using: &generator)
      changes.append(SceneChanges(from: old, to: new))
      next.scenes[name] = new
    }
    try store.commit(changes)
    history.append(next)
  }

  mutating func replace(_ name: String) throws {
    var next = world
    var new = StateArchive.seedling(name)
    new.mutate(version: history.count, using: &generator)
    next.scenes[name] = new
    try store.commit([SceneChanges(replacingWith: new)])
    history.append(next)
  }

  mutating func discard(_ name: String) throws {
    try store.discard(scene: name)
    var next = world
    next.scenes[name] = nil
    history.append(next)
  }
}

// MARK: - What is found

extension DamagedFolder {
  /// What a launch finds once something was done to a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - mayEnd: Whether saves may be gone that had reached the disk.
  ///   - damage: What is done to the file's bytes.
  /// - Returns: What the damage came to.
  func outcome(
    of path: String,
    mayEnd: Bool = false,
    _ damage: (inout [UInt8]) -> Void
  ) -> DamageOutcome {
    var state = state
    do throws(DiskError) {
      let inode = try state.inode(at: path)
      damage(&state.inodes[inode, default: DiskInode(number: 0, isFolder: false, mode: 0)].cached)
    } catch {
      return .wrong("there is no such file")
    }
    // A store that may save reads the folder once.
    let disk = SimulatedDisk(state)
    let store = FileStateStore(directory: Scenario.folder, options: options, fileSystem: disk)
    defer { store.close() }
    let found: Found
    do throws(StateStoreError) {
      found = try Found(store, history[history.count - 1].scenes.keys.sorted())
    } catch {
      return .wrong("\(error)")
    }
    return judge(found, mayEnd: mayEnd)
  }

  private func judge(_ found: Found, mayEnd: Bool) -> DamageOutcome {
    let last = history[history.count - 1]
    if found.world == last { return .whole }
    if let index = history.lastIndex(of: found.world) {
      let isSynced = index < synced
      if isSynced, !mayEnd {
        return .wrong("a save is lost that was on the disk")
      }
      return !isSynced || found.isReported ? .older : .wrong("a loss is not reported")
    }
    guard found.isReported else { return .wrong("there is \(found.world), unreported") }
    // Beside the saves at the end, a node may be lost, or what names a scene.
    for whole in history[synced...].reversed() {
      if let outcome = whole.losses(in: found.world) { return outcome }
    }
    return .wrong("there is \(found.world), and not \(last)")
  }
}

/// What a launch reads, and whether it says that something was lost.
private struct Found {
  var world = ScenarioWorld()
  var isReported = false

  init(_ store: FileStateStore, _ names: [String]) throws(StateStoreError) {
    let listed = try store.scenes().map(\.scene)
    for name in Set(names + listed).sorted() {
      do throws(StateStoreError) {
        guard let loaded = try store.load(scene: name) else { continue }
        world.scenes[name] = loaded.archive
        isReported = isReported || !loaded.damage.isEmpty
      } catch {
        guard error.code == .damaged else { throw error }
        isReported = true
      }
    }
  }
}

extension ScenarioWorld {
  /// What another world lacks of this one, if that is one node or one scene, and nothing else.
  fileprivate func losses(in found: ScenarioWorld) -> DamageOutcome? {
    var missing = 0
    for (name, archive) in scenes {
      guard let other = found.scenes[name] else {
        var rest = self
        rest.scenes[name] = nil
        return rest == found ? .sceneLost : nil
      }
      for (number, record) in archive.records {
        if other.records[number] == nil { missing += 1 }
        // What is there is what was saved last, and never an older version.
        if let left = other.records[number], left != record { return nil }
      }
      if other.records.keys.contains(where: { archive.records[$0] == nil }) { return nil }
    }
    let hasMore = found.scenes.keys.contains { scenes[$0] == nil }
    return missing == 1 && !hasMore ? .nodeLost : nil
  }
}
