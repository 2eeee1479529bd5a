import Foundation

@testable import RestorationCore
@testable import RestorationStore

/// A folder with files and items of all kinds: a snapshot, two baselines, a full segment with its
/// index, one of a later version, and an open one with saves that have reached the disk and some that
/// may not have; items of unknown kinds in all of them; the launch guard's page, and a held node.
struct DamagedFolder: Sendable {
  private let state: DiskState

  /// All that was saved, by the numbers of the saves, and the last that is known to be on the disk.
  private(set) var history: [ScenarioWorld] = [ScenarioWorld()]
  private var synced = 0

  /// The bytes of each file by its path.
  var files: [(path: String, bytes: [UInt8])] {
    state.files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  init() throws {
    let disk = SimulatedDisk()
    var writer = Writer(store: Self.store(on: disk))
    try writer.saveAsNewer("n", to: disk)
    try writer.save(["a", "b"])
    try writer.store.keep(as: Self.snapshotName)
    try writer.save(["b"])
    try writer.store.compact()
    try writer.save(["a"])
    try writer.save(["c", "b"])
    try writer.store.compact()
    // Enough to fill a segment, with all that a batch may hold.
    for name in ["a", "b", "c", "a"] { try writer.save([name]) }
    try writer.replace("c")
    for name in ["a", "b", "a"] { try writer.save([name]) }
    try writer.save(["d"])
    try writer.discard("d")
    writer.store.waitUntilIdle()
    try writer.saveAsNewer("m", to: disk)
    writer.store = Self.store(on: disk)
    try writer.save(["b"])
    try writer.store.flush()
    synced = writer.history.count - 1
    for name in ["a", "b", "a"] { try writer.save([name]) }
    let watch = try Self.leaveRemains(writer.store)
    writer.store.waitUntilIdle()
    history = writer.history
    state = disk.state
    withExtendedLifetime(watch) {}
    writer.store.close()
  }

  private static func store(on disk: SimulatedDisk) -> FileStateStore {
    FileStateStore(
      directory: Scenario.folder,
      options: .small(segment: 700, floor: 1 << 20, .processCrash),
      fileSystem: disk
    )
  }
}

/// Saves small random changes, and remembers what was saved.
private struct Writer {
  var store: FileStateStore
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

  /// Closes the store and saves a new scene twice in a segment as a later version may write it.
  mutating func saveAsNewer(_ name: String, to disk: SimulatedDisk) throws {
    try store.flush()
    let last = try store.withTables { tables in tables.position }
    store.close()
    var next = world
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000.5)
    let number = disk.state.highestSegment + 1
    let segment = NewerSegment(.sample(name), then: date, number: number, after: last)
    try disk.put(segment.bytes, at: Scenario.folder, as: .journal(number: number))
    var archive = StateArchive.sample(name)
    next.scenes[name] = archive
    history.append(next)
    archive.header.date = date
    next.scenes[name] = archive
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
    let store = Self.store(on: SimulatedDisk(state))
    defer { store.close() }
    let found: Found
    do throws(StateStoreError) {
      found = try Found(store, history[history.count - 1].scenes.keys.sorted())
      if let fault = try fault(in: path, of: store, mayEnd: mayEnd) { return .wrong(fault) }
    } catch {
      return .wrong("\(error)")
    }
    let isSilent = mayEnd && path.hasSuffix(state.newestSegment)
    return judge(found, mayEnd: mayEnd, isSilent: isSilent)
  }

  /// What a state comes to.
  ///
  /// The end of the newest segment may be gone without a word, since nothing else knows of it.
  private func judge(_ found: Found, mayEnd: Bool, isSilent: Bool) -> DamageOutcome {
    let last = history[history.count - 1]
    if found.world == last { return .whole }
    if let index = history.lastIndex(of: found.world) {
      let isSynced = index < synced
      if isSynced, !mayEnd {
        return .wrong("a save is lost that was on the disk")
      }
      return isSilent || found.isReported ? .older : .wrong("a loss is not reported")
    }
    guard found.isReported else { return .wrong("there is \(found.world), unreported") }
    // Beside the saves at the end, a node may be lost.
    for whole in history[synced...].reversed() {
      if let outcome = whole.losses(in: found.world) { return outcome }
    }
    return .wrong("there is \(found.world), and not \(last)")
  }
}

/// What is read, and whether it says that something was lost.
struct Found {
  var world = ScenarioWorld()
  var isReported = false

  /// Reads the state.
  init(_ store: FileStateStore, _ names: [String]) throws(StateStoreError) {
    let listed = try store.scenes().map(\.scene)
    for name in Set(names + listed).sorted() {
      try read(name) { () throws(StateStoreError) in try store.load(scene: name) }
    }
  }

  /// Reads a generation.
  init(_ store: FileStateStore, _ generation: StateGeneration) throws(StateStoreError) {
    for name in generation.scenes.map(\.scene) {
      try read(name) { () throws(StateStoreError) in
        try store.load(scene: name, from: generation)
      }
    }
  }

  private mutating func read(
    _ name: String,
    _ load: () throws(StateStoreError) -> LoadedArchive?
  ) throws(StateStoreError) {
    do {
      guard let loaded = try load() else { return }
      world.scenes[name] = loaded.archive
      isReported = isReported || !loaded.damage.isEmpty
    } catch {
      guard error.code == .damaged else { throw error }
      isReported = true
    }
  }
}

extension ScenarioWorld {
  /// What another world lacks of this one, if that is one node and nothing else.
  func losses(in found: ScenarioWorld) -> DamageOutcome? {
    var missing = 0
    for (name, archive) in scenes {
      guard let other = found.scenes[name] else { return nil }
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
