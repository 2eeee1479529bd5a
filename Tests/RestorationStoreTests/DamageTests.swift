import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("Damage costs what it hit, and is reported")
struct DamageTests {
  /// A folder with a baseline, with or without the files that it replaced.
  private struct Fixture {
    var older = StateArchive.tiny(version: 1)
    var newer = StateArchive.tiny(version: 2)
    var other = StateArchive(
      header: ArchiveHeader(scene: "other", date: .distantFuture),
      root: NodeNumber(9),
      records: [NodeNumber(9): NodeRecord(number: NodeNumber(9), parent: nil, identifier: "o")],
      nextNumber: 10
    )
    var place: URL
    var bytes: [UInt8] = []

    init(_ folder: URL, generations: Int) throws {
      place = folder.appending(path: "state")
      let store = FileStateStore(directory: place)
      try store.commit([older.replacing(), other.replacing()])
      try store.compact()
      try store.commit([newer.replacing()])
      try store.compact()
      store.close()
      if generations == 1 {
        for url in [place.baselines[0]] + place.journals {
          try FileManager.default.removeItem(at: url)
        }
      }
      bytes = Array(try Data(contentsOf: try #require(place.baselines.last)))
    }

    /// Puts other bytes in the place of the newest file, and reads with a new store.
    func load(_ bytes: [UInt8]) throws -> Outcome {
      try Data(bytes).write(to: try #require(place.baselines.last))
      let store = FileStateStore(directory: place)
      return Outcome(main: try outcome("main", store), other: try outcome("other", store))
    }

    private func outcome(_ scene: String, _ store: FileStateStore) throws -> LoadedArchive? {
      do {
        return try store.load(scene: scene)
      } catch let error where error.code == .damaged {
        return nil
      }
    }

    /// What may be read after damage: no record is there that was not saved as it is.
    func check(_ outcome: Outcome, at position: Int, hasOlder: Bool) throws {
      guard let main = outcome.main, let other = outcome.other else {
        // The scene, or the file if there is no other, is beyond use.
        #expect(!hasOlder || outcome.main != nil || outcome.other != nil, "at \(position)")
        return
      }
      #expect(main.archive.header == newer.header, "at \(position)")
      let lost = newer.records.keys.filter { main.archive.records[$0] == nil }
      let otherLost = self.other.records.keys.filter { other.archive.records[$0] == nil }
      #expect(lost.count + otherLost.count <= 1, "at \(position)")
      for (number, record) in main.archive.records {
        #expect(newer.records[number] == record, "at \(position)")
      }
      #expect(lost.allSatisfy { number in main.damage.contains { $0.node == number } })
      #expect(otherLost.allSatisfy { number in other.damage.contains { $0.node == number } })
      let isWhole = main.archive == newer && other.archive == self.other
      #expect(isWhole || !main.damage.isEmpty || !other.damage.isEmpty, "at \(position)")
    }
  }

  private struct Outcome {
    var main: LoadedArchive?
    var other: LoadedArchive?
  }

  @Test("P323: each flipped bit costs at most one node, or the file whose footer it hit.")
  func flippedBits() throws {
    for generations in 1...2 {
      try withTemporaryFolder { folder in
        let fixture = try Fixture(folder, generations: generations)
        var nodesLost = 0
        for position in fixture.bytes.indices {
          var bytes = fixture.bytes
          bytes[position] ^= 1 << UInt8(position % 8)
          let outcome = try fixture.load(bytes)
          try fixture.check(outcome, at: position, hasOlder: generations == 2)
          if outcome.main?.damage.contains(where: { $0.node != nil }) == true { nodesLost += 1 }
          // No scene is lost, and the file alone by its footer, unless there is an older one.
          let isFooter = position >= fixture.bytes.count - ArchiveFormat.footerLength
          let hasBoth = outcome.main != nil && outcome.other != nil
          #expect(hasBoth || (isFooter && generations == 1), "at \(position)")
        }
        #expect(nodesLost > 50)
      }
    }
  }

  @Test("P216: a baseline that is cut short does not exist; what it replaced gives the same state.")
  func truncations() throws {
    for generations in 1...2 {
      try withTemporaryFolder { folder in
        let fixture = try Fixture(folder, generations: generations)
        for length in fixture.bytes.indices {
          let outcome = try fixture.load(Array(fixture.bytes[..<length]))
          if generations == 2 {
            #expect(outcome.main?.archive == fixture.newer)
            #expect(outcome.main?.damage.count == 1)
          } else {
            #expect(outcome.main == nil)
          }
        }
      }
    }
  }

  @Test("Where the head and a scene are damaged, the saves since are read, by what the index says.")
  func headAndScene() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      try store.commit([StateArchive.sample(version: 1).replacing()])
      try store.compact()
      try store.commit([StateArchive.sample(version: 2).replacing()])
      store.close()
      let url = try #require(folder.baselines.last)
      var bytes = [UInt8](try Data(contentsOf: url))
      let salt = try ArchiveFooter(endOf: bytes[...]).salt
      var items = ArchiveItemReader(bytes[...], salt: salt, limits: RestorationLimits())
      let head = try items.item(at: 0)
      let scene = try items.item(at: head.range.upperBound)
      #expect(scene.item.kind == ArchiveFormat.Kind.scene)
      for item in [head, scene] { bytes[item.range.lowerBound + 6] ^= 1 }
      try Data(bytes).write(to: url)
      #expect(try store.load(scene: "main")?.archive == .sample(version: 2))
    }
  }

  @Test("Bytes that follow a footer cost that file, and what it replaced is read.")
  func appended() throws {
    try withTemporaryFolder { folder in
      let fixture = try Fixture(folder, generations: 2)
      let outcome = try fixture.load(fixture.bytes + [0])
      #expect(outcome.main?.archive == fixture.newer)
      #expect(outcome.main?.damage.count == 1)
    }
  }

  @Test("A range of zeros, or of random bytes, costs the nodes within it and no others.")
  func ranges() throws {
    try withTemporaryFolder { folder in
      let fixture = try Fixture(folder, generations: 1)
      var generator = SeededGenerator(seed: 323)
      for round in 0..<400 {
        var bytes = fixture.bytes
        let start = Int.random(in: 0..<bytes.count - 80, using: &generator)
        let end = min(start + Int.random(in: 1...120, using: &generator), bytes.count - 80)
        for index in start..<end {
          bytes[index] = round.isMultiple(of: 2) ? 0 : .random(in: 0...255, using: &generator)
        }
        guard bytes != fixture.bytes else { continue }
        let outcome = try fixture.load(bytes)
        for (number, record) in outcome.main?.archive.records ?? [:] {
          #expect(fixture.newer.records[number] == record)
        }
        for (number, record) in outcome.other?.archive.records ?? [:] {
          #expect(fixture.other.records[number] == record)
        }
      }
    }
  }

  @Test("A save over damage sets the damaged file aside and is sound again.")
  func mended() throws {
    try withTemporaryFolder { folder in
      let fixture = try Fixture(folder, generations: 1)
      var bytes = fixture.bytes
      let hit = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("abc".utf8)) })
      bytes[hit] ^= 1
      let outcome = try fixture.load(bytes)
      #expect(outcome.main?.damage.map(\.node) == [NodeNumber(2)])

      let store = FileStateStore(directory: fixture.place)
      #expect(try store.load(scene: "main")?.damage.count == 1)
      try store.commit([StateArchive.sample(version: 3).replacing()])
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 3)))
      let aside = try #require(fixture.place.names.first { $0.hasPrefix("damaged-") })
      #expect(try Data(contentsOf: fixture.place.appending(path: aside)) == Data(bytes))
      try store.commit([StateArchive.sample(version: 4).replacing()])
      #expect(fixture.place.names.filter { $0.hasPrefix("damaged-") }.count == 1)
      store.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 4)))
    }
  }

  @Test("A damaged head of a scene costs that scene, and is reported until it is saved again.")
  func lostScene() throws {
    try withTemporaryFolder { folder in
      let (store, place) = try compactedScenes(in: folder)
      let bytes = try place.damage("Linux", bits: 3)

      #expect(try store.load(scene: "a")?.archive == .sample("a"))
      #expect(try store.load(scene: "a")?.damage.count == 1)
      #expect(try store.scenes().map(\.scene) == ["a"])
      let error = #expect(throws: StateStoreError.self) { try store.load(scene: "b") }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("'b'") == true)
      try store.commit([StateArchive.sample("b", version: 2).replacing(setsAside: "damaged")])
      #expect(try store.load(scene: "b") == LoadedArchive(archive: .sample("b", version: 2)))
      store.close()
      #expect(try store.load(scene: "a") == LoadedArchive(archive: .sample("a")))
      let aside = try #require(folder.names.first { $0.hasPrefix("damaged-") })
      #expect(try Data(contentsOf: folder.appending(path: aside)) == Data(bytes))
      let kept = try #require(folder.snapshots.first)
      #expect(try Data(contentsOf: kept.appending(path: place.lastPathComponent)) == Data(bytes))
    }
  }

  @Test("A flipped bit in what a scene is costs nothing, and is gone with the next save.")
  func mendedScene() throws {
    try withTemporaryFolder { folder in
      let (store, place) = try compactedScenes(in: folder)
      let bytes = try place.damage("Linux", bits: 1)

      let loaded = try #require(try store.load(scene: "b"))
      #expect(loaded.archive == .sample("b"))
      // It is reported.
      #expect(loaded.damage.count == 1 && loaded.damage[0].message.contains("was mended"))
      try store.commit([StateArchive.sample("b", version: 2).replacing()])
      store.close()
      #expect(try store.load(scene: "a") == LoadedArchive(archive: .sample("a")))
      #expect(try store.load(scene: "b") == LoadedArchive(archive: .sample("b", version: 2)))
      let aside = try #require(folder.names.first { $0.hasPrefix("damaged-") })
      #expect(try Data(contentsOf: folder.appending(path: aside)) == Data(bytes))
    }
  }

  /// A store with the scenes "a" and "b" in one baseline, which it gives the place of.
  private func compactedScenes(in folder: URL) throws -> (FileStateStore, URL) {
    let store = FileStateStore(directory: folder)
    try store.commit([StateArchive.sample("a").replacing(), StateArchive.sample("b").replacing()])
    try store.compact()
    store.close()
    for url in folder.journals { try FileManager.default.removeItem(at: url) }
    return (store, try #require(folder.baselines.last))
  }

  @Test("P251, P252, P338: nothing, a sound, a damaged and a newer archive are told apart.")
  func outcomes() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder, access: .readOnly)
      let nothing = try store.load(scene: "main")
      #expect(nothing == nil)
      try FileStateStore(directory: folder).commit([.sampleChanges(1)])
      let sound = try store.load(scene: "main")
      #expect(sound == LoadedArchive(archive: .sample(version: 1)))
      let place = folder.appending(path: "state-0000000000000001.cbors")
      try FileManager.default.removeItem(at: try #require(folder.journals.first))
      try Data("x".utf8).write(to: place)
      let damaged = #expect(throws: StateStoreError.self) { try store.load(scene: "main") }
      #expect(damaged?.code == .damaged)
      var newer = Baseline(generation: 1, sequence: 1)
      newer.carried = [ArchiveItem(kind: 90, flags: 1, node: nil, body: [0xF6])]
      try Data(BaselineWriter.uncheckedBytes(of: newer)).write(to: place)
      let refused = #expect(throws: StateStoreError.self) { try store.load(scene: "main") }
      #expect(refused?.code == .fromNewerVersion)
    }
  }
}
