import Foundation
import Synchronization
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("What fails for a while, or again and again, costs nothing later")
struct RecurringFailureTests {
  @Test("What could not be read for a moment is in nobody's way later.")
  func passingReadError() throws {
    for use in 0..<5 {
      try withTemporaryFolder { folder in
        let writer = FileStateStore(directory: folder)
        var expected = StateArchive.sample()
        try writer.commit([expected.replacing()])
        try writer.compact()
        try writer.commit([JournalTests.change(2)])
        expected.apply(JournalTests.change(2))
        writer.close()
        let fails = Atomic(true)
        let fileSystem = FaultyFileSystem(failing: { operation, path in
          fails.load(ordering: .relaxed) && operation == "open" && path.contains("/journal-")
            ? EMFILE : nil
        })
        let store = FileStateStore(directory: folder, fileSystem: fileSystem)
        let uses: [() throws -> Void] = [
          { _ = try store.load(scene: "main") }, { try store.commit([JournalTests.change(3)]) },
          { try store.flush() }, { try store.compact() }, { try store.keep(as: "a") },
        ]
        // A load gives what is older, and says so.
        let isRefused = use > 0
        do throws(any Error) {
          try uses[use]()
          #expect(!isRefused, "use \(use)")
        } catch let error as StateStoreError {
          #expect(isRefused && error.errorNumber == EMFILE, "use \(use)")
        }
        fails.store(false, ordering: .relaxed)
        #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
        try store.commit([JournalTests.change(4)])
        expected.apply(JournalTests.change(4))
        #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
      }
    }
  }

  @Test("Damage is set aside once, however often the save fails that would mend it.")
  func damageKeptOnce() throws {
    try withTemporaryFolder { folder in
      let writer = FileStateStore(directory: folder)
      try writer.commit([.sampleChanges(1)])
      try writer.compact()
      writer.close()
      _ = try #require(folder.baselines.last).damage("abc", bits: 1)
      let isFull = Atomic(true)
      let fileSystem = FaultyFileSystem(failing: { operation, path in
        isFull.load(ordering: .relaxed) && operation == "open" && path.hasSuffix(".unfinished")
          ? ENOSPC : nil
      })
      let store = FileStateStore(directory: folder, fileSystem: fileSystem)
      for url in folder.journals { try FileManager.default.removeItem(at: url) }
      for _ in 0..<20 {
        _ = try store.load(scene: "main")
        #expect(throws: StateStoreError.self) { try store.commit([.sampleChanges(2)]) }
      }
      isFull.store(false, ordering: .relaxed)
      try store.commit([.sampleChanges(2)])
      #expect(folder.names.filter { $0.hasPrefix("damaged-") }.count == 1)
    }
  }

  @Test("A save that throws since damage could not be set aside is not there at the next launch.")
  func damageThatCannotBeKept() throws {
    try withTemporaryFolder { folder in
      let isFull = Atomic(false)
      let fileSystem = FaultyFileSystem(failing: { operation, path in
        isFull.load(ordering: .relaxed) && operation == "open" && path.contains("/damaged-")
          ? ENOSPC : nil
      })
      let store = FileStateStore(directory: folder, fileSystem: fileSystem)
      var expected = StateArchive.sample()
      try store.commit([expected.replacing()])
      try store.compact()
      try store.commit([JournalTests.change(2)])
      expected.apply(JournalTests.change(2))
      _ = try #require(folder.baselines.last).damage("abc", bits: 1)
      for url in folder.journals { try FileManager.default.removeItem(at: url) }
      isFull.store(true, ordering: .relaxed)
      #expect(throws: StateStoreError.self) { try store.commit([JournalTests.change(3)]) }
      store.close()
      let next = try FileStateStore(directory: folder).load(scene: "main")
      #expect(next?.archive.records[NodeNumber(2)] != JournalTests.change(3).updated[0])
    }
  }

  @Test("A scene of which nothing can be read can be discarded, whatever was saved since.")
  func discardOfLostScene() throws {
    try withTemporaryFolder { folder in
      let writer = FileStateStore(directory: folder)
      try writer.commit(["a", "b"].map { StateArchive.sample($0).replacing() })
      try writer.compact()
      writer.close()
      for url in folder.journals { try FileManager.default.removeItem(at: url) }
      let place = try #require(folder.baselines.last)
      let bytes = try place.damage("Linux", bits: 3)
      for durability in [FileStateStore.Durability.processCrash, .powerLoss] {
        var options = FileStateStore.Options()
        options.durability = durability
        let copy = folder.appending(path: "\(durability)")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        try Data(bytes).write(to: copy.appending(path: place.lastPathComponent))
        let store = FileStateStore(directory: copy, options: options)
        #expect(throws: StateStoreError.self) { try store.load(scene: "b") }
        try store.commit([StateArchive.sample("a", version: 2).replacing()])
        try store.discard(scene: "b")
        #expect(try store.load(scene: "b") == nil)
        try store.discard(scene: "b")
      }
    }
  }

  @Test("An erase on a full disk needs no room, and what others hold is said so.")
  func eraseOnFullDisk() throws {
    try withTemporaryFolder { folder in
      let writer = FileStateStore(directory: folder)
      try writer.commit([.sampleChanges(1)])
      writer.close()
      let store = FileStateStore(
        directory: folder,
        fileSystem: FaultyFileSystem(failing: { call, _ in call == "write" ? ENOSPC : nil })
      )
      try store.erase()
      #expect(folder.names.filter { $0.hasPrefix("journal") || $0.hasPrefix("state") }.isEmpty)
    }
  }
}
