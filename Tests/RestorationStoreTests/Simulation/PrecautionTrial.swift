import Foundation
import Synchronization
import Testing

@testable import RestorationCore
@testable import RestorationStore

/// Histories on a simulated disk, each of which goes wrong if one precaution is missing.
struct PrecautionTrial {
  let options: FileStateStore.Options

  private func store(_ disk: SimulatedDisk) -> FileStateStore {
    FileStateStore(directory: Scenario.folder, options: options, fileSystem: disk)
  }

  /// What a launch finds, or nothing if it cannot tell.
  private func found(_ state: DiskState) throws -> ScenarioWorld {
    let store = FileStateStore(
      directory: Scenario.folder,
      access: .readOnly,
      options: options,
      fileSystem: SimulatedDisk(state)
    )
    do throws(StateStoreError) {
      return try store.world()
    } catch {
      guard error.code == .damaged else { throw error }
      return ScenarioWorld()
    }
  }

  private func world(_ archives: StateArchive...) -> ScenarioWorld {
    ScenarioWorld(
      scenes: Dictionary(uniqueKeysWithValues: archives.map { ($0.header.scene, $0) })
    )
  }
}

// MARK: - Failed saves

extension PrecautionTrial {
  /// Lets a save fail whose bytes are in the file all the same, saves again, and kills the process:
  /// whether what failed is found.
  func takesWhatFailed(inFirstWrite: Bool) throws -> Bool {
    let count = try writeIndex(inFirstWrite ? 0 : 1)
    let disk = SimulatedDisk(fault: DiskFault(kind: .failingLate(EIO), calls: count..<count + 1))
    let store = store(disk)
    var versions = [1, 2]
    if inFirstWrite { versions.removeFirst() }
    for version in versions {
      do throws(StateStoreError) {
        try store.commit([.sampleChanges(version)])
      } catch {
        #expect(version == 2)
      }
    }
    try store.commit([.sampleChanges(3)])
    // The removal of the file of the failed save may not have reached the disk.
    return try found(afterDeath(of: disk)) != world(.sample(version: 3))
  }

  /// The number of a call that writes a save.
  private func writeIndex(_ number: Int) throws -> Int {
    let writes = CallLog()
    let disk = SimulatedDisk { call, index, _ in
      if call.kind == .write, call.path.contains("journal") { writes.add(index) }
    }
    let store = store(disk)
    for version in 1...2 { try store.commit([.sampleChanges(version)]) }
    return writes.indices[number]
  }

  /// The disk after the power went, with all that was written, and without the last removal.
  private func afterDeath(of disk: SimulatedDisk) -> DiskState {
    var state = disk.state
    state.entryChanges.removeAll { $0.addition == nil }
    var keeping = SteadyChooser(1)
    return state.crashed(&keeping)
  }
}

// MARK: - Lost segments

extension PrecautionTrial {
  /// Lets a save fail whose bytes are in the file, and loses the whole segment that was begun after
  /// it: whether the one after that is taken to follow the failed save.
  func mixesHistories() throws -> Bool {
    let count = try writeIndex(1)
    let disk = SimulatedDisk(fault: DiskFault(kind: .failingLate(EIO), calls: count..<count + 1))
    let first = store(disk)
    try first.commit([.sampleChanges(1)])
    #expect(throws: StateStoreError.self) { try first.commit([.sampleChanges(2)]) }
    let second = StateArchive.sample("b", version: 3)
    try first.commit([second.replacing()])
    let before = Set(disk.state.files.keys)
    let successor = disk.otherProcess()
    disk.kill()
    let next = store(successor)
    _ = try next.world()
    try next.commit([StateArchive.sample("c", version: 4).replacing()])
    let added = try #require(successor.state.files.keys.first { !before.contains($0) })
    let journals = successor.state.files.keys.filter { $0.contains("journal") }.sorted()
    let lost = try #require(journals.last { $0 != added })
    var state = afterDeath(of: successor)
    try state.remove(lost, isFolder: false)
    let known = [ScenarioWorld(), world(.sample(version: 1)), world(.sample(version: 2))]
    return try !known.contains(found(state))
  }
}

// MARK: - Old files

extension PrecautionTrial {
  /// Erases, saves, and loses the power while the new file shows what the erased one held.
  func takesOldFile() throws -> Bool {
    let disk = SimulatedDisk()
    var archive = StateArchive.sample(version: 1)
    archive.header.scene = "old"
    let store = store(disk)
    try store.commit([archive.replacing()])
    let old = try #require(disk.state.files.first { $0.key.contains("journal") }).value
    try store.erase()
    try store.commit([.sampleChanges(2)])
    store.close()
    var state = disk.state
    let path = try #require(state.files.keys.first { $0.contains("journal") })
    let inode = try state.inode(at: path)
    state.inodes[inode]?.cached = old
    return try found(state) == world(archive)
  }

  /// Damages an item that holds items of another archive: whether one of these is taken for ours.
  func takesItemsFromBodies() throws -> Bool {
    let other = SimulatedDisk()
    let theirs = store(other)
    try theirs.commit([StateArchive.sample(version: 1).replacing()])
    try theirs.compact()
    let file = try #require(other.state.files.first { $0.key.contains("state-") }).value

    let disk = SimulatedDisk()
    let ours = store(disk)
    var archive = StateArchive.seedling("main")
    let length = withUnsafeBytes(of: UInt32(file.count).bigEndian) { Array($0) }
    archive.appState = [0xA1, 0x61, 0x61, 0x5A] + length + file
    try ours.commit([archive.replacing()])
    try ours.compact()
    ours.close()
    var state = disk.state
    let path = try #require(state.files.keys.first { $0.contains("state-") })
    let inode = try state.inode(at: path)
    var bytes = try #require(state.inodes[inode]).cached
    // The item that holds them is the scene's, the second one; the index is what leads past it.
    let marks = bytes.indices.filter { bytes[$0...].starts(with: ArchiveFormat.mark) }
    bytes[try #require(marks.dropFirst().first)] ^= 1
    let ending = bytes.count - ArchiveFormat.footerLength
    for index in (ending - 60)..<ending { bytes[index] ^= 1 }
    state.inodes[inode]?.cached = bytes
    state = try state.withFiles(only: path)
    return try found(state).scenes["main"].map { $0.records.count > 1 } ?? false
  }
}

/// The numbers of calls, in order.
private final class CallLog: Sendable {
  private let list = Mutex<[Int]>([])

  var indices: [Int] { list.withLock { $0 } }

  func add(_ index: Int) {
    list.withLock { $0.append(index) }
  }
}

extension DiskState {
  /// A disk with one of the files alone, and the folders.
  fileprivate func withFiles(only path: String) throws -> DiskState {
    var state = self
    for other in files.keys where other != path { try state.remove(other, isFolder: false) }
    return state
  }
}
