import Foundation
import Synchronization
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("What was saved reaches the disk when it should, and what did not is not relied upon")
struct DurabilityTests {
  @Test(
    "A save is brought to the disk in the background, and nothing is done while nothing is saved."
  )
  func background() async throws {
    try await runInTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.syncInterval = .milliseconds(1)
      let fileSystem = FaultyFileSystem()
      let store = FileStateStore(directory: folder, options: options, fileSystem: fileSystem)
      for value in 1...3 {
        try store.commit([JournalTests.change(UInt8(value))])
        await store.untilMaintained()
        #expect(store.journal.withLock { $0?.synced == $0?.position.sequence })
      }
      #expect(fileSystem.operations.contains("fdatasync"))
      let count = fileSystem.operations.count
      #expect(store.journal.withLock { $0?.isSyncPlanned } == false)
      #expect(fileSystem.operations.count == count)
    }
  }

  @Test("Flushing waits for the file and then its name; a save alone waits for neither.")
  func flush() throws {
    try withTemporaryFolder { folder in
      let fileSystem = FaultyFileSystem()
      let store = FileStateStore(directory: folder, fileSystem: fileSystem)
      try store.commit([JournalTests.change(1)])
      #expect(!fileSystem.operations.contains("fdatasync"))
      try store.flush()
      #expect(fileSystem.operations.suffix(3) == ["fdatasync", "fsync", "close"])
      let before = fileSystem.operations.count
      try store.commit([JournalTests.change(2)])
      #expect(fileSystem.operations.dropFirst(before) == ["write"])
      try store.flush()
      #expect(fileSystem.operations.dropFirst(before) == ["write", "fdatasync"])
      let count = fileSystem.operations.count
      try store.flush()
      #expect(fileSystem.operations.count == count)
    }
  }

  @Test("A save that survives a power loss is on the disk when it is done, in a file made before.")
  func powerLoss() throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.durability = .powerLoss
      let fileSystem = FaultyFileSystem()
      let store = FileStateStore(directory: folder, options: options, fileSystem: fileSystem)
      for value in 1...5 {
        try store.commit([JournalTests.change(UInt8(value))])
        let syncs = value == 1 ? ["fdatasync", "fsync", "close"] : ["fdatasync"]
        #expect(fileSystem.operations.suffix(syncs.count + 1) == ["write"] + syncs)
        #expect(store.journal.withLock { $0?.synced } == UInt64(value))
      }
      let file = try #require(folder.journals.first)
      #expect(try Data(contentsOf: file).count == options.segmentBytes)
    }
  }

  @Test("A record alone is on the disk when it is saved, in one write, or it is not saved alone.")
  func recordAlone() throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.durability = .powerLoss
      let fileSystem = FaultyFileSystem()
      let store = FileStateStore(directory: folder, options: options, fileSystem: fileSystem)
      let first = RecordChange(JournalTests.change(0))
      #expect(try !store.save(first, mayWait: true), "Nothing is open yet.")
      #expect(fileSystem.operations.isEmpty)
      try store.commit([StateArchive.sample().replacing()])
      for value in 2...6 {
        let change = RecordChange(JournalTests.change(UInt8(value)))
        let count = fileSystem.operations.count
        #expect(try !store.save(change, mayWait: false))
        #expect(fileSystem.operations.count == count)
        #expect(try store.save(change, mayWait: true))
        #expect(fileSystem.operations.dropFirst(count) == ["write", "fdatasync"])
        #expect(store.journal.withLock { $0?.synced } == UInt64(value))
        #expect(store.journal.withLock { $0?.position.sequence } == UInt64(value))
      }
      var expected = StateArchive.sample()
      expected.apply(JournalTests.change(6))
      #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
      store.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
    }
  }

  @Test("A record alone that is written in pieces is saved; one that is not written is not.")
  func recordInPieces() throws {
    for fault in [FaultyFileSystem.Fault.short(50), .fail(ENOSPC)] {
      try withFault(fault, atLast: "write", ofSaveAlone: true) { store, _, _ in
        var expected = StateArchive.sample()
        if case .short = fault {
          try save(JournalTests.change(1), true, store)
          expected.apply(JournalTests.change(1))
        } else {
          let error = #expect(throws: StateStoreError.self) {
            try save(JournalTests.change(1), true, store)
          }
          #expect(error?.code == .outOfSpace)
        }
        #expect(try store.load(scene: "main")?.archive == expected)
        // Its segment is closed, so that the next one begins another.
        #expect(try !store.save(RecordChange(JournalTests.change(2)), mayWait: true))
        try store.commit([JournalTests.change(2)])
        expected.apply(JournalTests.change(2))
        #expect(try store.load(scene: "main")?.archive == expected)
        store.close()
        #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
      }
    }
  }

  @Test("After a record alone failed to reach the disk, flushing and closing write all else anew.")
  func recordAfterFailure() throws {
    for next: (FileStateStore) throws -> Void in [{ try $0.flush() }, { $0.close() }] {
      try withFault(.fail(EIO), atLast: "fdatasync", ofSaveAlone: true) { store, place, _ in
        #expect(throws: StateStoreError.self) { try save(JournalTests.change(1), true, store) }
        try next(store)
        #expect(place.baselines.count == 1)
        store.close()
        #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample()))
      }
    }
  }

  @Test(
    "If a save does not reach the disk, it is as if it had not been made; the next one is.",
    arguments: [false, true]
  )
  func failedSave(isAlone: Bool) throws {
    try withFault(.fail(EIO), atLast: "fdatasync", ofSaveAlone: isAlone) { store, place, calls in
      let error = #expect(throws: StateStoreError.self) {
        try save(JournalTests.change(1), isAlone, store)
      }
      #expect(error?.code == .inputOutput && error?.operation == "fdatasync")
      #expect(calls.operations.last == "fdatasync")
      #expect(try store.load(scene: "main")?.archive == .sample())
      if isAlone {
        #expect(try !store.save(RecordChange(JournalTests.change(2)), mayWait: true))
      }
      try store.commit([JournalTests.change(2)])
      #expect(place.baselines.count == 1)
      var expected = StateArchive.sample()
      expected.apply(JournalTests.change(2))
      store.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
    }
  }

  /// Lends a store that has the sample archive, and on whose next save the last call of a kind goes
  /// wrong.
  private func withFault(
    _ fault: FaultyFileSystem.Fault,
    atLast operation: String,
    ofSaveAlone isAlone: Bool,
    _ body: (FileStateStore, URL, FaultyFileSystem) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let counting = FaultyFileSystem()
      let model = try durableStore(in: folder.appending(path: "a"), counting)
      try save(JournalTests.change(1), isAlone, model)
      let index = try #require(counting.operations.lastIndex(of: operation))
      let place = folder.appending(path: "b")
      let failing = FaultyFileSystem(fault, at: index)
      try body(durableStore(in: place, failing), place, failing)
    }
  }

  private func durableStore(
    in place: URL,
    _ fileSystem: FaultyFileSystem
  ) throws -> FileStateStore {
    var options = FileStateStore.Options()
    options.durability = .powerLoss
    let store = FileStateStore(directory: place, options: options, fileSystem: fileSystem)
    try store.commit([StateArchive.sample().replacing()])
    return store
  }

  private func save(_ change: SceneChanges, _ isAlone: Bool, _ store: FileStateStore) throws {
    guard isAlone else { return try store.commit([change]) }
    #expect(try store.save(RecordChange(change), mayWait: true))
  }

  @Test(
    "After a failed sync the next save writes everything anew, from memory and what is on disk."
  )
  func distrust() throws {
    try withTemporaryFolder { folder in
      let counting = FaultyFileSystem()
      try distrust(folder.appending(path: "a"), counting, fails: false)
      let index = try #require(counting.operations.lastIndex(of: "fdatasync"))
      let place = folder.appending(path: "b")
      try distrust(place, FaultyFileSystem(.fail(EIO), at: index), fails: true)
    }
  }

  private func distrust(_ place: URL, _ fileSystem: FaultyFileSystem, fails: Bool) throws {
    let store = FileStateStore(directory: place, fileSystem: fileSystem)
    var expected = StateArchive.sample()
    try store.commit([expected.replacing()])
    try store.flush()
    for change in [JournalTests.change(1), JournalTests.change(2, node: 4)] {
      try store.commit([change])
      expected.apply(change)
    }
    guard fails else { return try store.flush() }
    #expect(throws: StateStoreError.self) { try store.flush() }
    // Reads may show what the disk lacks, so the file is ruined here to prove that none is made.
    let file = try #require(place.journals.first)
    let head = try #require(store.journal.withLock { $0?.synced })
    #expect(head == 1)
    try ruin(file, keeping: 1)
    #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
    let last = JournalTests.change(3, node: 3)
    try store.commit([last])
    expected.apply(last)
    #expect(place.baselines.count == 1)
    store.close()
    #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
    try store.commit([JournalTests.change(4)])
    expected.apply(JournalTests.change(4))
    store.close()
    #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
  }

  /// Overwrites what follows the first saves of a segment.
  private func ruin(_ file: URL, keeping saves: Int) throws {
    var bytes = [UInt8](try Data(contentsOf: file))
    let head = try #require(try SegmentHead(startOf: bytes[...]))
    var reader = JournalReader(bytes[...], head: head, limits: RestorationLimits())
    for _ in 0..<saves { _ = try reader.next() }
    for index in reader.offset..<bytes.count { bytes[index] = 0x55 }
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  @Test("Flushing after a failed sync writes everything anew, and succeeds only then.")
  func flushAfterFailure() throws {
    try withTemporaryFolder { folder in
      let counting = FaultyFileSystem()
      let other = FileStateStore(directory: folder.appending(path: "a"), fileSystem: counting)
      try other.commit([StateArchive.sample().replacing()])
      // What comes next is the sync of the segment.
      let fileSystem = FaultyFileSystem(.fail(EIO), at: counting.operations.count)
      let place = folder.appending(path: "b")
      let store = FileStateStore(directory: place, fileSystem: fileSystem)
      try store.commit([StateArchive.sample().replacing()])
      #expect(throws: StateStoreError.self) { try store.flush() }
      try store.flush()
      #expect(place.baselines.count == 1)
      #expect(store.journal.withLock { $0?.mustRebuild } == false)
    }
  }
}

extension FileStateStore {
  /// Waits until the work that is planned in the background was done.
  func untilMaintained() async {
    while journal.withLock({ $0?.isSyncPlanned == true || $0?.unsynced.isEmpty == false }) {
      await Task.yield()
    }
    await withCheckedContinuation { continuation in
      maintenance.async { continuation.resume() }
    }
  }
}
