import Foundation
import Synchronization
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("Two processes on one store")
struct TwoProcessesTests {
  /// Says when to stop.
  private final class End: Sendable {
    let hasCome = Atomic(false)
  }

  /// Two scenes of one version, which are saved in one batch.
  private static func changes(_ version: Int) -> [SceneChanges] {
    ["a", "b"].map { StateArchive.sample($0, version: version).replacing() }
  }

  @Test("While one saves, another is refused, and reads whole saves, never an older one after it.")
  func readsWhileOtherSaves() async throws {
    try await runInTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.segmentBytes = 4_000
      options.compactionFloor = 4_000
      let store = FileStateStore(directory: folder, options: options)
      try store.commit(Self.changes(1))
      let end = End()
      let saving = OwnThread { try Self.saveAlways(store, until: end) }
      await Self.readInOtherProcess(folder)
      end.hasCome.store(true, ordering: .relaxed)
      try saving.wait()
      let last = try store.load(scene: "a")?.archive
      store.close()
      #expect(try store.load(scene: "a")?.archive == last)
    }
  }

  private static func saveAlways(
    _ store: FileStateStore,
    until end: End
  ) throws {
    var version = 2
    while !end.hasCome.load(ordering: .relaxed) {
      try store.commit(changes(version))
      version += 1
      // It saves faster than files can be closed in the background.
      if version.isMultiple(of: 32) { try store.compact() }
    }
  }

  private static func readInOtherProcess(_ folder: URL) async {
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let place = URL(filePath: path)
      let writer = FileStateStore(directory: place)
      let error = #expect(throws: StateStoreError.self) {
        try writer.commit([.sampleChanges(0)])
      }
      try #require(error?.code == .locked)
      let reader = FileStateStore(directory: place, access: .readOnly)
      var last = 0.0
      for _ in 0..<100 {
        let loaded = try #require(try reader.load(scene: "a"))
        try #require(loaded.damage == [])
        let date = loaded.archive.header.date.timeIntervalSinceReferenceDate
        try #require(date >= last)
        last = date
      }
      try #require(last > 1)
    }
  }

  @Test("A process that is killed gives up the lock, and the other one goes on from its last save.")
  func takesOver() async throws {
    try await runInTemporaryFolder { folder in
      for round in 1...5 {
        await #expect(processExitsWith: .signal(SIGKILL)) {
          [path = folder.path as String, round = round as Int] in
          let store = FileStateStore(directory: URL(filePath: path))
          for version in 1...round * 3 { try store.commit([.sampleChanges(version)]) }
          kill(getpid(), SIGKILL)
          withExtendedLifetime(store) {}
        }
        let store = FileStateStore(directory: folder)
        #expect(try store.load(scene: "main")?.archive == .sample(version: round * 3))
        try store.commit([.sampleChanges(100 + round)])
      }
    }
  }
}
