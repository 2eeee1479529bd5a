import Dispatch
import Foundation
import Synchronization
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("What a store does by itself, in the background")
struct MaintenanceTests {
  /// Options under which nothing happens only because time has passed.
  private func options(segment: Int, floor: Int) -> FileStateStore.Options {
    var options = FileStateStore.Options()
    options.syncInterval = .seconds(1_000_000)
    options.segmentBytes = segment
    options.compactionFloor = floor
    return options
  }

  @Test("P329: after 1,000 pushes and pops the files are as small as at first.")
  func compaction() throws {
    try withTemporaryFolder { folder in
      let floor = 8_000
      let store = FileStateStore(directory: folder, options: options(segment: 4_000, floor: floor))
      let archive = StateArchive.sample()
      try store.commit([archive.replacing()])
      try store.compact()
      let first = try Data(contentsOf: try #require(folder.baselines.last)).count
      var most = 0
      for round in 0..<1_000 {
        var push = JournalTests.change(UInt8(round % 200), node: UInt64(5 + round))
        push.nextNumber = UInt64(6 + round)
        try store.commit([push])
        var pop = push
        (pop.updated, pop.removed) = ([], push.updated.map(\.number))
        try store.commit([pop])
        if round.isMultiple(of: 10) {
          store.waitUntilIdle()
          most = max(most, try folder.snapshot.values.reduce(0) { $0 + $1.count })
        }
      }
      // Two baselines, and segments of which no more is dead than may be, twice.
      #expect(most < 3 * floor)
      try store.compact()
      let last = try Data(contentsOf: try #require(folder.baselines.last)).count
      // Numbers that have grown take a few bytes more.
      #expect(last <= first + 8)
      store.close()
      let loaded = try #require(try store.load(scene: "main"))
      #expect(loaded.archive.records == archive.records)
    }
  }

  @Test("What is worth keeping is not copied as long as little of it is dead.")
  func noCompaction() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder, options: options(segment: 2_000, floor: 8_000))
      try store.commit([StateArchive.sample().replacing()])
      for value in 0..<100 {
        try store.commit([JournalTests.change(UInt8(value), node: UInt64(10 + value))])
      }
      store.waitUntilIdle()
      #expect(folder.baselines.isEmpty && folder.journals.count > 5)
    }
  }

  @Test("Many files are made one, however small they are.")
  func manySegments() throws {
    try withTemporaryFolder { folder in
      var options = options(segment: 1 << 20, floor: 1 << 20)
      for opening in 0..<34 {
        let store = FileStateStore(directory: folder, options: options)
        let change = JournalTests.change(UInt8(opening))
        try store.commit([opening == 0 ? StateArchive.sample().replacing() : change])
        store.close()
      }
      options.segmentBytes = 100
      let store = FileStateStore(directory: folder, options: options)
      for value in 0..<2 { try store.commit([JournalTests.change(UInt8(100 + value))]) }
      store.waitUntilIdle()
      #expect(folder.baselines.count == 1)
    }
  }

  @Test(
    "Sessions that end soon after a save do not leave more and more files.",
    arguments: [FileStateStore.Durability.processCrash, .powerLoss],
    [true, false]
  )
  func shortSessions(durability: FileStateStore.Durability, closes: Bool) throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.segmentBytes = 2_000
      options.durability = durability
      var expected = StateArchive.sample()
      var most = 0
      for session in 0..<150 {
        let store = FileStateStore(directory: folder, options: options)
        #expect(try store.load(scene: "main")?.archive == (session == 0 ? nil : expected))
        let change = JournalTests.change(UInt8(session))
        try store.commit([session == 0 ? expected.replacing() : change])
        if session > 0 { expected.apply(change) }
        if closes {
          store.close()
        } else {
          // A process that is killed a moment later has no more time than this.
          store.waitUntilIdle()
        }
        most = max(most, folder.journals.count)
      }
      #expect(most < 80)
    }
  }

  @Test("What fails in the background is in the health of the session until it is done.")
  @MainActor
  func health() throws {
    try withTemporaryFolder { folder in
      let isFull = Atomic(true)
      let fileSystem = FaultyFileSystem(failing: { operation, path in
        isFull.load(ordering: .relaxed) && operation == "open" && path.hasSuffix(".unfinished")
          ? ENOSPC : nil
      })
      let store = FileStateStore(
        directory: folder,
        options: options(segment: 500, floor: 500),
        fileSystem: fileSystem
      )
      let session = RestorationSession(store: store)
      #expect(session.health.backgroundError == nil)
      try store.commit([StateArchive.sample().replacing()])
      for value in 0..<20 { try store.commit([JournalTests.change(UInt8(value))]) }
      store.waitUntilIdle()
      #expect(session.health.backgroundError?.code == .outOfSpace)
      isFull.store(false, ordering: .relaxed)
      for value in 0..<20 { try store.commit([JournalTests.change(UInt8(value))]) }
      store.waitUntilIdle()
      #expect(session.health.backgroundError == nil && folder.baselines.count > 0)
    }
  }

  @Test("A full segment gets its index.")
  func sealing() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(
        directory: folder,
        options: options(segment: 2_000, floor: 1 << 20)
      )
      try store.commit([StateArchive.sample().replacing()])
      while folder.journals.count < 2 { try store.commit([JournalTests.change(1)]) }
      store.waitUntilIdle()
      #expect(try JournalTests.firstIndex(in: folder).0 != nil)
    }
  }

  @Test(
    "Once a store is closed, nothing is done in its folder any more.",
    arguments: [FileStateStore.Durability.processCrash, .powerLoss]
  )
  func closing(durability: FileStateStore.Durability) throws {
    var generator = SeededGenerator(seed: 5)
    var options = options(segment: 600, floor: 600)
    options.durability = durability
    for _ in 0..<40 {
      try withTemporaryFolder { folder in
        let fileSystem = FaultyFileSystem(.slow(200))
        let store = FileStateStore(directory: folder, options: options, fileSystem: fileSystem)
        try store.commit([StateArchive.sample().replacing()])
        let last = Int.random(in: 1...12, using: &generator)
        for value in 1...last {
          let change = JournalTests.change(UInt8(value))
          if Bool.random(using: &generator) {
            store.commit([change]) { _ in }
          } else if try !store.save(RecordChange(change), mayWait: true) {
            try store.commit([change])
          }
        }
        store.close()
        let (operations, names) = (fileSystem.operations, folder.names)
        store.waitUntilIdle()
        #expect(fileSystem.operations == operations && folder.names == names)
        var expected = StateArchive.sample()
        expected.apply(JournalTests.change(UInt8(last)))
        #expect(try store.load(scene: "main")?.archive == expected)
      }
    }
  }

  @Test(
    "A store can be closed in the answer to a save.",
    arguments: [FileStateStore.Durability.processCrash, .powerLoss]
  )
  func closingInAnAnswer(durability: FileStateStore.Durability) async throws {
    try await runInTemporaryFolder { folder in
      var options = options(segment: 600, floor: 600)
      options.durability = durability
      let store = FileStateStore(directory: folder, options: options)
      try store.commit([StateArchive.sample().replacing()])
      for value in 1...9 {
        await withCheckedContinuation { continuation in
          store.commit([JournalTests.change(UInt8(value))]) { _ in
            store.close()
            continuation.resume()
          }
        }
        let other = FileStateStore(directory: folder, options: options)
        var expected = StateArchive.sample()
        expected.apply(JournalTests.change(UInt8(value)))
        #expect(try other.load(scene: "main")?.archive == expected)
        try other.commit([JournalTests.change(UInt8(value), node: 4)])
        try other.commit([StateArchive.sample().replacing()])
        other.close()
      }
    }
  }

  @Test("Saves are brought to the disk early once there are 8 MiB of them.")
  func earlySync() throws {
    try withTemporaryFolder { folder in
      let fileSystem = FaultyFileSystem()
      let store = FileStateStore(
        directory: folder,
        options: options(segment: 64 << 20, floor: 64 << 20),
        fileSystem: fileSystem
      )
      var archive = StateArchive.sample()
      func syncs() -> Int {
        store.waitUntilIdle()
        return fileSystem.operations.count { $0 == "fdatasync" }
      }
      for save in 1...3 {
        archive.header.system = "save \(save)"
        // A byte string of 3 MiB.
        archive.appState = [0x5A, 0, 0x30, 0, 0] + [UInt8](repeating: UInt8(save), count: 3 << 20)
        try store.commit([archive.replacing()])
        #expect(syncs() == (save < 3 ? 0 : 1))
      }
    }
  }

  @Test("A save is made by its caller, and in the background once writes have become slow.")
  func slowWrites() async throws {
    for isSlow in [false, true] {
      try await runInTemporaryFolder { folder in
        let fileSystem = FaultyFileSystem(isSlow ? .slow(20_000) : nil)
        let store = FileStateStore(directory: folder, fileSystem: fileSystem)
        try store.commit([StateArchive.sample().replacing()])
        // A busy machine may make any write slow, but not each of many.
        var inBackground = 0
        for value in 0..<20 where await isSavedInBackground(UInt8(value), by: store) {
          inBackground += 1
        }
        #expect(isSlow ? inBackground == 20 : inBackground < 20)
      }
    }
  }

  private func isSavedInBackground(_ value: UInt8, by store: FileStateStore) async -> Bool {
    await withCheckedContinuation { continuation in
      store.commit([JournalTests.change(value)]) { _ in
        let queue = DispatchQueue.getSpecific(key: FileStateStore.savesKey)
        continuation.resume(returning: queue != nil)
      }
    }
  }
}
