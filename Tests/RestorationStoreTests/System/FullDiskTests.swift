#if os(Linux)
import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("A full disk costs no save that was made")
struct FullDiskTests {
  /// Saves bigger and bigger states until one does not fit, and answers the last that did.
  private static func fill(_ store: FileStateStore) throws -> StateArchive {
    var saved = StateArchive.sample(version: 1)
    try store.commit([saved.replacing()])
    for size in 1...2_000 {
      var larger = saved
      larger.appState = appState(byteCount: size * 2_000)
      larger.header.system = "save \(size)"
      do throws(StateStoreError) {
        try store.commit([larger.replacing()])
        saved = larger
      } catch {
        #expect(error.code == .outOfSpace)
        #expect([ENOSPC, EFBIG].contains(error.errorNumber ?? 0))
        return saved
      }
    }
    Issue.record("The disk is never full.")
    return saved
  }

  /// A byte string in CBOR.
  private static func appState(byteCount: Int) -> [UInt8] {
    let length = withUnsafeBytes(of: UInt32(byteCount).bigEndian) { Array($0) }
    return [0x5A] + length + [UInt8](repeating: 7, count: byteCount)
  }

  @Test(
    "On a disk that is full a save fails, the last one stays, and with room saving goes on.",
    .enabled(if: Mount.isAllowed, "It takes the right to mount a file system."),
    arguments: [FileStateStore.Durability.processCrash, .powerLoss]
  )
  func smallDisk(durability: FileStateStore.Durability) throws {
    try Mount.withSmallDisk(bytes: 256 << 10) { disk in
      let ballast = disk.appending(path: "ballast")
      try Data(count: 64 << 10).write(to: ballast)
      let place = disk.appending(path: "state")
      var options = FileStateStore.Options()
      options.durability = durability
      let store = FileStateStore(directory: place, options: options)
      let saved = try Self.fill(store)
      #expect(try store.load(scene: "main")?.archive == saved)
      let reader = FileStateStore(directory: place, access: .readOnly)
      #expect(try reader.load(scene: "main") == LoadedArchive(archive: saved))
      try FileManager.default.removeItem(at: ballast)
      let next = StateArchive.sample(version: 3)
      try store.commit([next.replacing()])
      store.close()
      #expect(try reader.load(scene: "main") == LoadedArchive(archive: next))
    }
  }

  @Test("Where files may not grow any more a save fails, and the last one stays.")
  func fileSizeLimit() async throws {
    await #expect(processExitsWith: .success) {
      try withTemporaryFolder { folder in
        try FullDiskTests.limitFiles(to: 20_000)
        let store = FileStateStore(directory: folder)
        let saved = try FullDiskTests.fillOneFile(store)
        try #require(try store.load(scene: "main")?.archive == saved)
        try FullDiskTests.limitFiles(to: .max)
        store.close()
        try #require(try store.load(scene: "main") == LoadedArchive(archive: saved))
        try store.commit([StateArchive.sample(version: 2).replacing()])
        store.close()
        try #require(try store.load(scene: "main")?.archive == .sample(version: 2))
      }
    }
  }

  /// Saves small and then one state that no file may hold, and answers the last that was saved.
  static func fillOneFile(_ store: FileStateStore) throws -> StateArchive {
    let saved = StateArchive.sample(version: 1)
    try store.commit([saved.replacing()])
    var larger = saved
    larger.appState = appState(byteCount: 30_000)
    let error = #expect(throws: StateStoreError.self) { try store.commit([larger.replacing()]) }
    try #require(error?.code == .outOfSpace)
    return saved
  }

  @Test("Where no file can hold everything, saves go on, and files do not become many small ones.")
  func hopelessCompaction() async throws {
    await #expect(processExitsWith: .success) {
      try withTemporaryFolder { folder in
        try FullDiskTests.limitFiles(to: 24_000)
        var options = FileStateStore.Options()
        (options.segmentBytes, options.compactionFloor) = (8_000, 16_000)
        options.syncInterval = .zero
        let store = FileStateStore(directory: folder, options: options)
        var expected = try FullDiskTests.saveMoreThanAFileHolds(to: store)
        for value in 0..<600 {
          let change = JournalTests.change(UInt8(value % 250), node: 4)
          try store.commit([change])
          expected.apply(change)
          store.waitUntilIdle()
        }
        let bytes = try folder.snapshot.values.reduce(0) { $0 + $1.count }
        try #require(folder.journals.count < 2 * bytes / options.segmentBytes)
        try FullDiskTests.limitFiles(to: .max)
        for value in 0..<60 {
          let change = JournalTests.change(UInt8(value), node: 4)
          try store.commit([change])
          expected.apply(change)
          store.waitUntilIdle()
        }
        try #require(folder.baselines.count == 1)
        try #require(try store.load(scene: "main") == LoadedArchive(archive: expected))
      }
    }
  }

  /// Lets no file of the process grow beyond some bytes; a write that would fails.
  static func limitFiles(to bytes: rlim_t) throws {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: bytes, rlim_max: .max)
    try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
  }

  /// Saves node by node what is far more than 24,000 bytes, and answers it.
  static func saveMoreThanAFileHolds(to store: FileStateStore) throws -> StateArchive {
    var archive = StateArchive.sample()
    try store.commit([archive.replacing()])
    for node in 10..<50 {
      var change = JournalTests.change(1, node: UInt64(node))
      change.updated[0].state = appState(byteCount: 1_000)
      try store.commit([change])
      archive.apply(change)
    }
    return archive
  }
}
#endif
