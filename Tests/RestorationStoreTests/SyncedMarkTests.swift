import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("What any file says of what has reached the disk counts for all of them")
struct SyncedMarkTests {
  /// Several openings of a folder, each with three saves.
  ///
  /// The first one ends without a word on what has reached the disk; in the others all has before
  /// the third save.
  private struct Openings {
    var place: URL

    /// The newest state.
    var newest = StateArchive.sample()

    init(_ folder: URL, count: Int) throws {
      place = folder.appending(path: "state")
      for opening in 0..<count {
        let store = FileStateStore(directory: place)
        for step in 1...3 {
          if opening > 0, step == 3 { try store.flush() }
          let change = JournalTests.change(
            UInt8(10 * opening + step),
            node: opening == 0 && step == 2 ? 4 : 2
          )
          try store.commit([opening == 0 && step == 1 ? newest.replacing() : change])
          if opening > 0 || step > 1 { newest.apply(change) }
        }
        store.close()
      }
      try #require(place.journals.count == count)
    }
  }

  @Test(
    "Damage to what a later opening says had reached the disk costs that node.",
    arguments: 2...3
  )
  func laterOpenings(count: Int) throws {
    try withTemporaryFolder { folder in
      let openings = try Openings(folder, count: count)
      // The second save alone is about the fourth node.
      let loaded = try load(openings.place, damaging: 2)
      var expected = openings.newest
      expected.records[NodeNumber(4)] = nil
      #expect(loaded.archive == expected)
      #expect(loaded.damage.map(\.node) == [NodeNumber(4)])
    }
  }

  @Test("It costs nothing if the node was saved again.", arguments: 2...3)
  func laterVersions(count: Int) throws {
    try withTemporaryFolder { folder in
      let openings = try Openings(folder, count: count)
      let loaded = try load(openings.place, damaging: 3)
      #expect(loaded.archive == openings.newest)
    }
  }

  @Test("A sound index says that all before it has reached the disk.")
  func index() throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.segmentBytes = 1_500
      let store = FileStateStore(directory: folder, options: options)
      var archive = StateArchive.sample()
      try store.commit([archive.replacing()])
      var value: UInt8 = 1
      while folder.journals.count < 2 {
        let change = JournalTests.change(value, node: value == 1 ? 4 : 2)
        try store.commit([change])
        if folder.journals.count < 2 { archive.apply(change) }
        value += 1
      }
      try store.flush()
      store.waitUntilIdle()
      store.sealSegments()
      store.close()
      // Nobody says any more where the first segment ends.
      for file in folder.journals.dropFirst() { try FileManager.default.removeItem(at: file) }
      #expect(try store.load(scene: "main") == LoadedArchive(archive: archive))
      store.close()

      let loaded = try load(folder, damaging: 1)
      archive.records[NodeNumber(4)] = nil
      #expect(loaded.archive == archive)
      #expect(loaded.damage.map(\.node) == [NodeNumber(4)])
    }
  }

  /// Flips a bit in the body of a node's record in the first segment, and reads with a new store.
  private func load(_ folder: URL, damaging value: UInt8) throws -> LoadedArchive {
    let file = try #require(folder.journals.first)
    var bytes = [UInt8](try Data(contentsOf: file))
    let body = [UInt8](repeating: value, count: 120)
    let hit = try #require(bytes.indices.first { bytes[$0...].starts(with: body) })
    bytes[hit + 60] ^= 4
    try Data(bytes).write(to: file)
    let store = FileStateStore(directory: folder, access: .readOnly)
    return try #require(try store.load(scene: "main"))
  }
}
