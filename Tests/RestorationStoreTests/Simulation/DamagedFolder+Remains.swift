import Foundation

@testable import RestorationCore
@testable import RestorationStore

/// What is in the folder beside the files that the state rests on.
extension DamagedFolder {
  static let snapshotName = "kept"

  /// What launches left of the scene `a`.
  private static var record: LaunchRecord {
    var record = LaunchRecord()
    record.note = LaunchNote(NodeNumber(1), .decoding)
    record.suspect = NodeNumber(1)
    record.deaths = 1
    return record
  }

  /// Holds a node back, and leaves a page behind as a launch does that dies.
  static func leaveRemains(_ store: FileStateStore) throws -> (any LaunchWatch)? {
    guard let launchGuard = store.launchGuard, let node = HeldBackNode.sample() else { return nil }
    try launchGuard.holdBack(node)
    return launchGuard.watch(scene: "a", build: "1", record)
  }

  /// What is wrong with what is found beside the state, once a file was damaged.
  func fault(
    in path: String,
    of store: FileStateStore,
    mayEnd: Bool
  ) throws(StateStoreError) -> String? {
    if path.contains("/snapshot-") { return try snapshotFault(store, mayEnd: mayEnd) }
    if path.hasSuffix("/guard") { return guardFault(store) }
    let held = try store.launchGuard?.heldBack() ?? []
    let isLost = held.isEmpty && path.contains("/held-")
    return isLost || held == [HeldBackNode.sample()] ? nil : "what is held back is another node"
  }

  private func guardFault(_ store: FileStateStore) -> String? {
    guard var found = store.launchGuard?.record(of: "a", build: "1") else { return nil }
    // A note that is damaged blames nobody.
    if !found.note.isSound { found.note = Self.record.note }
    return found == Self.record ? nil : "the page says \(found)"
  }

  private func snapshotFault(
    _ store: FileStateStore,
    mayEnd: Bool
  ) throws(StateStoreError) -> String? {
    let generations = try store.generations()
    guard let snapshot = generations.first(where: { $0.name == Self.snapshotName }),
      !snapshot.scenes.isEmpty
    else { return nil }
    let found = try Found(store, snapshot)
    let whole = history[Int(snapshot.number)]
    let kept = 3
    let isWhole = found.world == whole && (snapshot.number == kept || mayEnd || found.isReported)
    let isPart = found.isReported && whole.losses(in: found.world) != nil
    return isWhole || isPart ? nil : "the snapshot is \(found.world), save \(snapshot.number)"
  }
}

extension SimulatedDisk {
  /// Puts a file on the disk that somebody else wrote.
  func put(_ bytes: [UInt8], at folder: URL, as name: StoreFileName) throws {
    let place = StoreFolder(path: folder.path(percentEncoded: false), fileSystem: otherProcess())
    try place.make()
    try place.write(bytes, as: name)
  }
}

extension DiskState {
  /// The highest number of a segment of the journal.
  var highestSegment: UInt64 {
    let names = files.keys.compactMap { $0.split(separator: "/").last.map(String.init) }
    let numbers = names.compactMap { name in
      if case .journal(let number) = StoreFileName(name) { number } else { UInt64?.none }
    }
    return numbers.max() ?? 0
  }

  /// The name of that segment.
  var newestSegment: String { StoreFileName.journal(number: highestSegment).text }
}
