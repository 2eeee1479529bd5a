import Foundation
import Synchronization
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("A segment whose write fails, that is removed, or that ends too early, costs nothing else")
struct SegmentTests {
  @Test("A write that fails closes its segment for ever; the next save begins another one.")
  func failedWrite() throws {
    for fault in [ENOSPC, EIO] {
      try withTemporaryFolder { folder in
        let counting = FaultyFileSystem()
        let other = FileStateStore(directory: folder.appending(path: "a"), fileSystem: counting)
        try other.commit([StateArchive.sample().replacing()])
        let index = counting.operations.count
        let place = folder.appending(path: "b")
        let fileSystem = FaultyFileSystem(.fail(fault), at: index)
        let store = FileStateStore(directory: place, fileSystem: fileSystem)
        try store.commit([StateArchive.sample().replacing()])
        let before = try Data(contentsOf: try #require(place.journals.first))
        #expect(throws: StateStoreError.self) { try store.commit([JournalTests.change(1)]) }
        try store.commit([JournalTests.change(2)])
        #expect(place.journals.count == 2)
        #expect(try Data(contentsOf: try #require(place.journals.first)) == before)
        store.close()
        var expected = StateArchive.sample()
        expected.apply(JournalTests.change(2))
        #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
      }
    }
  }

  @Test("Bytes of a segment beyond what its successor says are ignored, and none is continued.")
  func tail() throws {
    try withTemporaryFolder { folder in
      try FileStateStore(directory: folder).commit([StateArchive.sample().replacing()])
      let first = try #require(folder.journals.first)
      let whole = try Data(contentsOf: first)
      let store = FileStateStore(directory: folder)
      try store.commit([JournalTests.change(1)])
      try store.commit([JournalTests.change(2)])
      store.close()
      #expect(folder.journals.count == 2)
      #expect(try Data(contentsOf: first) == whole)
      // A batch that follows on in the first segment as if it had come back from the disk.
      let head = try #require(try SegmentHead(startOf: [UInt8](whole)[...]))
      var reader = JournalReader([UInt8](whole)[...], head: head, limits: RestorationLimits())
      _ = try reader.next()
      var writer = JournalWriter()
      writer.begin(salt: head.salt, after: reader.chain)
      _ = writer.commit(sequence: 2, synced: 0, scenes: [])
      try (whole + Data(writer.bytes)).write(to: first)
      var expected = StateArchive.sample()
      expected.apply(JournalTests.change(2))
      #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
    }
  }

  @Test(
    "P310: a save to a segment that was removed is made anew, and a compaction in its place too."
  )
  func removed() throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "state")
      let store = FileStateStore(directory: place)
      var expected = StateArchive.sample()
      try store.commit([expected.replacing()])
      try store.compact()
      for (index, victim) in ["all", "journal", "baseline"].enumerated() {
        for url in (victim == "baseline" ? [] : place.journals)
          + (victim == "journal" ? [] : place.baselines)
        {
          try FileManager.default.removeItem(at: url)
        }
        if victim == "all" { try FileManager.default.removeItem(at: place) }
        let change = JournalTests.change(UInt8(index))
        try store.commit([change])
        expected.apply(change)
        #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
        if victim == "baseline" { try store.compact() }
        let reader = FileStateStore(directory: place, access: .readOnly)
        #expect(try reader.load(scene: "main")?.archive == expected)
        try store.commit([JournalTests.change(99)])
        expected.apply(JournalTests.change(99))
      }
    }
  }

  @Test("A file limit below a segment's size costs no durable save.")
  func smallFiles() throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.durability = .powerLoss
      options.bytesPerFile = 4_000
      let store = FileStateStore(directory: folder, options: options)
      var expected = StateArchive.sample()
      try store.commit([expected.replacing()])
      for value in 1...40 {
        try store.commit([JournalTests.change(UInt8(value))])
        expected.apply(JournalTests.change(UInt8(value)))
        store.waitUntilIdle()
      }
      store.close()
      let next = FileStateStore(directory: folder, options: options)
      #expect(try next.load(scene: "main") == LoadedArchive(archive: expected))
    }
  }

  @Test("A segment to come that somebody removed is not written to.")
  func removedSpare() throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.durability = .powerLoss
      options.segmentBytes = 2_000
      let store = FileStateStore(directory: folder, options: options)
      try store.commit([StateArchive.sample().replacing()])
      for value in 1...60 {
        let number = store.journal.withLock { $0?.spare?.number }
        if let number {
          let spare = folder.appending(path: StoreFileName.journal(number: number).text)
          if FileManager.default.fileExists(atPath: spare.path) {
            try FileManager.default.removeItem(at: spare)
          }
        }
        try store.commit([JournalTests.change(UInt8(value))])
        let reader = FileStateStore(directory: folder, access: .readOnly)
        let record = try reader.load(scene: "main")?.archive.records[NodeNumber(2)]
        #expect(record == JournalTests.change(UInt8(value)).updated[0], "save \(value)")
        store.waitUntilIdle()
      }
    }
  }
}
