import Foundation
import Synchronization
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("Saves are appended to a journal")
struct JournalTests {
  /// A change of one record of a sample archive.
  static func change(_ value: UInt8, node: UInt64 = 2, scene: String = "main") -> SceneChanges {
    var header = StateArchive.sample(scene).header
    header.date = Date(timeIntervalSinceReferenceDate: 700_000_000.25 + Double(value))
    return SceneChanges(
      header: header,
      root: NodeNumber(1),
      updated: [record(value, node)],
      nextNumber: 5
    )
  }

  private static func record(_ value: UInt8, _ node: UInt64) -> NodeRecord {
    NodeRecord(
      number: NodeNumber(node),
      parent: NodeNumber(1),
      slot: ContainerSlot("left"),
      identifier: "article",
      className: "Article",
      state: [0xA1, 0x61, 0x76, 0x58, 120] + [UInt8](repeating: value, count: 120)
    )
  }

  @Test("A save of one record takes at most 1.45 times the bytes of its body, and one write.")
  func bytesOfOneRecord() throws {
    try withTemporaryFolder { folder in
      let fileSystem = FaultyFileSystem()
      let store = FileStateStore(directory: folder, fileSystem: fileSystem)
      try store.commit([StateArchive.sample().replacing()])
      let journal = try #require(folder.journals.first)
      for value in 1..<200 {
        let before = try Data(contentsOf: journal).count
        let operations = fileSystem.operations.count
        try store.commit([Self.change(UInt8(value))])
        let cost = try Data(contentsOf: journal).count - before
        let body = Self.record(UInt8(value), 2).body
        #expect((155...165).contains(body.count))
        #expect(Double(cost) <= 1.45 * Double(body.count))
        #expect(fileSystem.operations.dropFirst(operations) == ["write"])
      }
    }
  }

  @Test("A record alone is taken if its header says what the scene's says, whoever saved that.")
  func headersOfRecords() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      try store.commit([StateArchive.sample().replacing()])
      var changes = Self.change(1)
      let header = SceneHeader(changes.header)
      func save(_ header: SceneHeader, _ value: UInt8) throws -> Bool {
        try store.save(RecordChange(Self.change(value), header: header), mayWait: true)
      }
      #expect(try save(SceneHeader(changes.header), 2) && save(header, 3) && save(header, 4))
      changes.header.appVersion = "a newer one"
      let newer = SceneHeader(changes.header)
      #expect(try !save(newer, 5))
      try store.commit([changes])
      // What was known of the header before is forgotten.
      #expect(try !save(header, 6))
      #expect(try save(newer, 7) && save(newer, 8))
      let archive = try #require(try store.load(scene: "main")?.archive)
      #expect(archive.header == newer.dated(Self.change(8).header.date))
      #expect(archive.records[NodeNumber(2)] == Self.record(8, 2))
      try store.discard(scene: "main")
      #expect(try !save(newer, 9))
      store.close()
    }
  }

  @Test("Saves of several scenes come back as they were after each, with any changes between.")
  func random() throws {
    for seed in 0..<8 {
      try withTemporaryFolder { folder in
        var generator = SeededGenerator(seed: UInt64(seed))
        var options = FileStateStore.Options()
        options.segmentBytes = seed.isMultiple(of: 2) ? 2_000 : 1 << 20
        options.durability = seed.isMultiple(of: 3) ? .powerLoss : .processCrash
        options.compactionFloor = 3_000
        let store = FileStateStore(directory: folder, options: options)
        var expected: [String: StateArchive] = [:]
        for step in 0..<120 {
          try Self.step(step, store, &expected, &generator)
          if step.isMultiple(of: 7) { try Self.check(store, expected) }
          if step.isMultiple(of: 11) {
            store.close()
            try Self.check(store, expected)
            let reader = FileStateStore(directory: folder, access: .readOnly, options: options)
            try Self.check(reader, expected)
          }
          if step.isMultiple(of: 13) { try store.flush() }
          if step.isMultiple(of: 29) { try store.compact() }
        }
        try Self.check(store, expected)
      }
    }
  }

  private static func step(
    _ step: Int,
    _ store: FileStateStore,
    _ expected: inout [String: StateArchive],
    _ generator: inout SeededGenerator
  ) throws {
    let names = ["a", "b", "", "🧭"].shuffled(using: &generator)
    if Int.random(in: 0..<12, using: &generator) == 0 {
      try store.discard(scene: names[0])
      expected[names[0]] = nil
      return
    }
    var batch: [SceneChanges] = []
    for name in names.prefix(Int.random(in: 1...3, using: &generator)) {
      var archive = expected[name] ?? StateArchive.random(name, count: 10, using: &generator)
      let changes =
        expected[name] == nil
        ? archive.replacing() : randomChanges(of: archive, step, &generator)
      archive.apply(changes)
      expected[name] = archive
      batch.append(changes)
    }
    try store.commit(batch)
  }

  private static func randomChanges(
    of archive: StateArchive,
    _ step: Int,
    _ generator: inout SeededGenerator
  ) -> SceneChanges {
    var changes = SceneChanges(
      header: archive.header,
      root: archive.root,
      nextNumber: archive.nextNumber
    )
    changes.header.date = Date(timeIntervalSinceReferenceDate: Double(step))
    if Int.random(in: 0..<4, using: &generator) == 0 { changes.header.appVersion = "\(step)" }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      changes.appState = [0xA1, 0x61, 0x61, 0x18, UInt8(24 + step)]
    }
    if Int.random(in: 0..<3, using: &generator) == 0 {
      let number = NodeNumber(archive.nextNumber)
      changes.nextNumber += 1
      changes.updated.append(
        NodeRecord(number: number, parent: archive.root, identifier: "new \(step)")
      )
    }
    for record in archive.records.values.sorted(by: { $0.number < $1.number })
    where Int.random(in: 0..<5, using: &generator) == 0 {
      var record = record
      record.identifier = "changed \(step)"
      changes.updated.append(record)
    }
    let leaf = archive.records.values.filter { $0.children.isEmpty && $0.parent != nil }
      .map(\.number).max()
    if let leaf, Bool.random(using: &generator),
      !changes.updated.contains(where: { $0.number == leaf })
    {
      changes.removed = [leaf]
    }
    return changes
  }

  private static func check(
    _ store: FileStateStore,
    _ expected: [String: StateArchive],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let names = try store.scenes().map(\.scene)
    let sorted = expected.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(names.map { Array($0.utf8) } == sorted.map { Array($0.utf8) })
    for (name, archive) in expected {
      let loaded = try store.load(scene: name)
      #expect(loaded == LoadedArchive(archive: archive), sourceLocation: sourceLocation)
    }
  }

  @Test("Batches are answered in the order in which they were handed over, and each is saved.")
  func completions() async throws {
    for durability in [FileStateStore.Durability.processCrash, .powerLoss] {
      try await runInTemporaryFolder { folder in
        var options = FileStateStore.Options()
        options.durability = durability
        let store = FileStateStore(directory: folder, options: options)
        let answers = Mutex<[UInt8]>([])
        await withCheckedContinuation { continuation in
          for value in 1...40 {
            store.commit([Self.change(UInt8(value))]) { result in
              let isLast = answers.withLock { answers in
                if case .success = result { answers.append(UInt8(value)) }
                return value == 40
              }
              if isLast { continuation.resume() }
            }
          }
        }
        #expect(answers.withLock { $0 } == Array(1...40))
        try store.commit([Self.change(41)])
        store.close()
        let loaded = try #require(try store.load(scene: "main"))
        #expect(loaded.archive.records[NodeNumber(2)] == Self.record(41, 2))
      }
    }
  }

  @Test(
    "A record alone is saved beside batches, reads and compactions on other threads.",
    arguments: [FileStateStore.Durability.processCrash, .powerLoss]
  )
  func recordsBesideOthers(durability: FileStateStore.Durability) throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.durability = durability
      options.segmentBytes = 4_000
      options.compactionFloor = 4_000
      let store = FileStateStore(directory: folder, options: options)
      let names = ["main", "other", "queued"]
      try store.commit(names.map { StateArchive.sample($0).replacing() })
      let last = UInt8(80)
      let isLive = Atomic(true)
      let threads = [
        OwnThread {
          for value in 1...last {
            try store.commit([Self.change(value, scene: "other")])
            store.commit([Self.change(value, scene: "queued")]) { _ in }
          }
        },
        OwnThread {
          var newest = Date.distantPast
          while isLive.load(ordering: .relaxed) {
            let loaded = try #require(try store.load(scene: "main"))
            #expect(loaded.damage.isEmpty && loaded.archive.header.date >= newest)
            newest = loaded.archive.header.date
          }
        },
        OwnThread {
          while isLive.load(ordering: .relaxed) { try store.compact() }
        },
      ]
      for value in 1...last {
        let change = Self.change(value)
        if try !store.save(RecordChange(change), mayWait: true) { try store.commit([change]) }
        // Who reads the files alone finds it.
        let reader = FileStateStore(directory: folder, access: .readOnly, options: options)
        let archive = try #require(try reader.load(scene: "main")?.archive)
        #expect(archive.records[NodeNumber(2)] == Self.record(value, 2))
      }
      try threads[0].wait()
      isLive.store(false, ordering: .relaxed)
      for thread in threads.dropFirst() { try thread.wait() }
      store.close()
      for name in names {
        var expected = StateArchive.sample(name)
        expected.apply(Self.change(last, scene: name))
        #expect(try store.load(scene: name) == LoadedArchive(archive: expected))
      }
    }
  }

  @Test("A save that is asked for in an answer is made, and waits for nothing.")
  func nested() async throws {
    try await runInTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.durability = .powerLoss
      let store = FileStateStore(directory: folder, options: options)
      let result = await withCheckedContinuation { continuation in
        store.commit([Self.change(1)]) { _ in
          continuation.resume(
            returning: Result { () throws(StateStoreError) in try store.commit([Self.change(2)]) }
          )
        }
      }
      try result.get()
      #expect(try store.load(scene: "main")?.archive.records[NodeNumber(2)] == Self.record(2, 2))
    }
  }

  @Test("Opening and listing read no body; a scene is read in one go.")
  func reads() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      var generator = SeededGenerator(seed: 11)
      let archive = StateArchive.random("main", count: 500, using: &generator)
      try store.commit([archive.replacing()])
      try store.compact()
      store.close()
      let fileSystem = FaultyFileSystem()
      let reader = FileStateStore(directory: folder, access: .readOnly, fileSystem: fileSystem)
      _ = try reader.scenes()
      let listing = fileSystem.readCount
      #expect(listing < 14)
      let loaded = try reader.load(scene: "main")
      #expect(loaded == LoadedArchive(archive: archive))
      #expect(fileSystem.readCount - listing == listing + 1)
    }
  }

  /// The index of the first segment, if it has a sound one, and where it begins.
  static func firstIndex(in folder: URL) throws -> (ArchiveIndex?, offset: Int) {
    let journals = folder.journals
    try #require(journals.count > 1)
    let bytes = [UInt8](try Data(contentsOf: journals[0]))
    let next = [UInt8](try Data(contentsOf: journals[1]))
    let end = Int(try #require(try SegmentHead(startOf: next[...])).predecessor.end)
    let index = ArchiveIndex(
      bytes[end...],
      salt: try #require(try SegmentHead(startOf: bytes[...])).salt,
      end: end,
      limits: RestorationLimits()
    )
    return (index, end)
  }

  @Test("A full segment is sealed with an index, through which it is read as without it.")
  func sealed() throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.segmentBytes = 3_000
      let store = FileStateStore(directory: folder, options: options)
      var archive = StateArchive.sample()
      try store.commit([archive.replacing(), StateArchive.sample("gone").replacing()])
      try store.discard(scene: "gone")
      for value in 1...40 {
        let change = Self.change(UInt8(value), node: UInt64(2 + value % 2))
        archive.apply(change)
        try store.commit([change])
      }
      try store.flush()
      // What is done in the background may have begun with some of them.
      store.waitUntilIdle()
      store.sealSegments()
      store.close()
      #expect(folder.journals.count > 2)
      #expect(try store.load(scene: "main") == LoadedArchive(archive: archive))
      #expect(try store.scenes().map(\.scene) == ["main"])
      store.close()

      let file = folder.journals[0]
      var bytes = [UInt8](try Data(contentsOf: file))
      let (index, end) = try Self.firstIndex(in: folder)
      let main = try #require(index?.scenes.first)
      #expect(index?.scenes.count == 2 && index?.scenes.last?.isDiscarded == true)
      #expect(main.records.count == 4 && main.children.count == 2)
      #expect(index?.classes == ["Article"])
      #expect((0..<2).map { main.children[$0, ArchiveIndex.ChildField.number.rawValue] } == [2, 3])

      // Damage to what is indexed costs what it hit; damage to the index costs a scan.
      for offset in end..<bytes.count {
        bytes[offset] ^= 0x10
        try Data(bytes).write(to: file)
        #expect(try store.load(scene: "main") == LoadedArchive(archive: archive))
        store.close()
        bytes[offset] ^= 0x10
      }
    }
  }

  @Test("Of two changes of one scene in one batch the second counts where both say something.")
  func twice() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      var expected = StateArchive.sample()
      try store.commit([expected.replacing()])
      var first = JournalTests.change(1)
      first.nextNumber = 50
      var second = JournalTests.change(2)
      second.nextNumber = 90
      second.appState = [0xA1, 0x61, 0x62, 0x02]
      try store.commit([first, second])
      expected.apply(first)
      expected.apply(second)
      #expect(try store.load(scene: "main")?.archive == expected)
      store.close()
      #expect(try store.load(scene: "main")?.archive == expected)
    }
  }
}
