import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("Items of unknown kinds in the journal")
struct CarriedItemTests {
  /// The state that the segment amounts to.
  private var archive: StateArchive {
    var archive = StateArchive.sample()
    archive.header.date = Date(timeIntervalSinceReferenceDate: 700_000_000.5)
    return archive
  }

  private func segment() -> NewerSegment {
    NewerSegment(.sample(), then: archive.header.date, number: 1, after: JournalPosition())
  }

  private func put(_ segment: NewerSegment, in folder: URL) throws {
    try Data(segment.bytes).write(to: folder.appending(path: "journal-0000000000000001.cbors"))
  }

  @Test("They are carried through saves, as long as their owner.")
  func carriedAlong() throws {
    try withTemporaryFolder { folder in
      try put(segment(), in: folder)
      let store = FileStateStore(directory: folder)
      #expect(try store.load(scene: "main") == LoadedArchive(archive: archive))
      var changes = SceneChanges(header: archive.header, root: NodeNumber(1), nextNumber: 5)
      changes.removed = [NodeNumber(4)]
      try store.commit([changes])
      store.close()
      try store.compact()
      store.close()

      let bytes = [UInt8](try Data(contentsOf: try #require(folder.baselines.last)))
      let saved = try BaselineReader.baseline(in: bytes, limits: RestorationLimits())
      #expect(saved.carried.map(\.kind) == [93] && saved.carried.map(\.flags) == [6])
      let main = try #require(saved.scenes.first { $0.archive.header.scene == "main" })
      #expect(main.carried.map(\.kind) == [90, 92] && main.carried.map(\.node) == [2, nil])
      #expect(main.carried.map(\.body) == [NewerSegment.items[0].body, NewerSegment.items[2].body])
      #expect(main.archive.records[NodeNumber(4)] == nil && main.damage.isEmpty)
    }
  }

  @Test("Damage to one that has reached the disk costs it alone, and is reported.")
  func damaged() throws {
    let segment = segment()
    for range in segment.unknown {
      try withTemporaryFolder { folder in
        var damaged = segment
        // The last byte of the body.
        damaged.bytes[range.offset + range.length - 6] ^= 2
        try put(damaged, in: folder)
        let store = FileStateStore(directory: folder)
        let loaded = try #require(try store.load(scene: "main"))
        #expect(loaded.archive == archive)
        #expect(loaded.damage.count == 1)
        try store.commit([archive.replacing()])
        #expect(folder.names.contains { $0.hasPrefix("damaged-") })
      }
    }
  }

  @Test("One that is found to be damaged when it is copied is set aside.")
  func setAside() throws {
    try withTemporaryFolder { folder in
      try put(segment(), in: folder)
      let store = FileStateStore(directory: folder)
      try store.compact()
      store.close()
      let file = try #require(folder.baselines.first)
      var bytes = [UInt8](try Data(contentsOf: file))
      let body = NewerSegment.items[0].body
      let hit = try #require(bytes.indices.first { bytes[$0...].starts(with: body) })
      bytes[hit + 3] ^= 1
      try Data(bytes).write(to: file)

      try store.commit([JournalTests.change(1)])
      try store.compact()
      let aside = try #require(folder.names.first { $0.hasPrefix("damaged-") })
      let kept = [UInt8](try Data(contentsOf: folder.appending(path: aside)))
      #expect(kept.starts(with: ArchiveFormat.mark) && kept.contains(0x79))
    }
  }
}
