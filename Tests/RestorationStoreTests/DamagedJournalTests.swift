import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("Damage to the journal costs what it hit, or what follows it and may not be on the disk")
struct DamagedJournalTests {
  /// A journal of several saves, some of which are known to have reached the disk.
  private struct Fixture {
    var place: URL
    var bytes: [UInt8] = []

    /// The archive as of each save.
    var archives: [StateArchive] = []

    /// The saves at or below the mark.
    var synced = 0

    init(_ folder: URL) throws {
      place = folder.appending(path: "state")
      let store = FileStateStore(directory: place)
      var archive = StateArchive.tiny(version: 1)
      var changes = [archive.replacing()]
      changes += (2...6).map { version in
        var change = SceneChanges(header: archive.header, root: archive.root, nextNumber: 3)
        change.header.date = Date(timeIntervalSinceReferenceDate: Double(version))
        if var record = archive.records[NodeNumber(2)] {
          record.state = [0xA1, 0x61, 0x76, UInt8(version)]
          change.updated = [record]
        }
        if version == 3 { change.appState = [0xA1, 0x61, 0x61, 0x03] }
        return change
      }
      for (index, change) in changes.enumerated() {
        if index == 4 { try store.flush() }
        try store.commit([change])
        archive.apply(change)
        archives.append(archive)
      }
      synced = 4
      bytes = [UInt8](try Data(contentsOf: try #require(place.journals.first)))
      store.close()
      try #require(place.journals.count == 1)
    }

    /// Puts other bytes in place of the journal, and reads with a new store.
    func load(_ bytes: [UInt8]) throws -> LoadedArchive? {
      try Data(bytes).write(to: try #require(place.journals.first))
      let store = FileStateStore(directory: place, access: .readOnly)
      do {
        return try store.load(scene: "main")
      } catch let error where error.code == .damaged {
        return nil
      }
    }

    /// Where each save ends.
    func ends() throws -> [Int] {
      let head = try #require(try SegmentHead(startOf: bytes[...]))
      var reader = JournalReader(bytes[...], head: head, limits: RestorationLimits())
      var ends: [Int] = []
      while case .batch(let batch) = try reader.next() { ends.append(batch.end) }
      return ends
    }
  }

  @Test(
    "P323: a flipped bit at or below the mark costs one node; above it, that save and the next."
  )
  func flippedBits() throws {
    try withTemporaryFolder { folder in
      let fixture = try Fixture(folder)
      let ends = try fixture.ends()
      #expect(ends.count == 6 && ends.last == fixture.bytes.count)
      let newest = try #require(fixture.archives.last)
      var losses = 0
      for position in fixture.bytes.indices {
        for bit in [position % 8, (position + 5) % 8] {
          var bytes = fixture.bytes
          bytes[position] ^= 1 << UInt8(bit)
          let loaded = try #require(try fixture.load(bytes), "at \(position), bit \(bit)")
          let save = try #require(ends.firstIndex { position < $0 })
          if loaded.archive == newest { continue }
          losses += 1
          #expect(!loaded.damage.isEmpty, "at \(position), bit \(bit)")
          if save < fixture.synced {
            check(loaded, newest, "at \(position), bit \(bit)")
          } else {
            #expect(loaded.archive == fixture.archives[save - 1], "at \(position), bit \(bit)")
          }
        }
      }
      #expect(losses > 60)
    }
  }

  /// Checks that no more than a node is missing, or than the scene's own state is older.
  private func check(_ loaded: LoadedArchive, _ newest: StateArchive, _ comment: Comment) {
    #expect(newest.records.count - loaded.archive.records.count <= 1, comment)
    for (number, record) in loaded.archive.records {
      #expect(newest.records[number] == record, comment)
    }
    let lost = newest.records.keys.filter { loaded.archive.records[$0] == nil }
    #expect(lost.allSatisfy { number in loaded.damage.contains { $0.node == number } }, comment)
  }

  @Test("A journal that is cut short anywhere gives the last save that is whole, without a word.")
  func truncations() throws {
    try withTemporaryFolder { folder in
      let fixture = try Fixture(folder)
      let ends = try fixture.ends()
      for length in fixture.bytes.indices {
        let loaded = try fixture.load(Array(fixture.bytes[..<length]))
        let saves = ends.count { $0 <= length }
        #expect(loaded?.archive == (saves == 0 ? nil : fixture.archives[saves - 1]))
        #expect(loaded?.damage ?? [] == [])
        let zeros = [UInt8](repeating: 0, count: fixture.bytes.count - length)
        let padded = Array(fixture.bytes[..<length]) + zeros
        // A save that ends in zeros by chance is whole again, and one bit that is wrong may be mended.
        let least = ends.count { padded.prefix($0).differingBits(from: fixture.bytes) == 0 }
        let most = ends.count { padded.prefix($0).differingBits(from: fixture.bytes) <= 1 }
        let archive = try fixture.load(padded)?.archive
        #expect(
          (least...most).contains { archive == ($0 == 0 ? nil : fixture.archives[$0 - 1]) },
          "cut at \(length) of \(ends), before \(fixture.bytes[length...].prefix(8))"
        )
      }
    }
  }

  @Test("A node that was damaged at or below the mark is not replaced by an older version of it.")
  func noOlderVersion() throws {
    try withTemporaryFolder { folder in
      let fixture = try Fixture(folder)
      var bytes = fixture.bytes
      let ends = try fixture.ends()
      // The state of the fourth save, which the fifth and the sixth replace, and then theirs.
      let state = Array(repeating: 0xA1 as UInt8, count: 1) + [0x61, 0x76, 4]
      let hit = try #require(bytes.indices.first { bytes[$0...].starts(with: state) })
      #expect(hit < ends[3])
      bytes[hit + 3] = 5
      #expect(try fixture.load(bytes)?.archive == fixture.archives.last)
      let cut = Array(bytes[..<ends[4]])
      let last = try #require(cut.indices.last { cut[$0...].starts(with: [0xA1, 0x61, 0x76, 5]) })
      var damaged = cut
      damaged[last + 3] = 6
      let loaded = try #require(try fixture.load(damaged))
      #expect(loaded.archive.records[NodeNumber(2)] == nil)
    }
  }

  @Test("What was damaged is set aside by the next save, which writes everything anew.")
  func mended() throws {
    try withTemporaryFolder { folder in
      let fixture = try Fixture(folder)
      var bytes = fixture.bytes
      let hit = try #require(
        bytes.indices.first { bytes[$0...].starts(with: [0xA1, 0x61, 0x76, 6]) }
      )
      bytes[hit + 3] = 9
      try Data(bytes).write(to: try #require(fixture.place.journals.first))
      let store = FileStateStore(directory: fixture.place)
      let loaded = try #require(try store.load(scene: "main"))
      #expect(loaded.archive == fixture.archives[4])
      #expect(loaded.damage.count == 1)
      try store.commit([StateArchive.sample(version: 9).replacing()])
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 9)))
      let aside = try #require(fixture.place.names.first { $0.hasPrefix("damaged-") })
      #expect(try Data(contentsOf: fixture.place.appending(path: aside)) == Data(bytes))
      store.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 9)))
    }
  }

  @Test("A head that was written whole and is damaged beyond mending is said, and set aside.")
  func damagedHead() throws {
    for openings in [1, 2] {
      try withTemporaryFolder { folder in
        let place = folder.appending(path: "state")
        let (last, bytes) = try lastSegment(in: place, openings: openings)
        let before: StateArchive? = openings == 1 ? nil : .sample(version: 10 * openings - 8)
        let end = ArchiveFormat.segmentHeadLength - 2
        for offset in stride(from: ArchiveFormat.mark.count, to: end, by: 7) {
          var damaged = bytes
          damaged[offset] ^= 0xFF
          damaged[offset + 1] ^= 0xFF
          try Data(damaged).write(to: last)
          let reader = FileStateStore(directory: place, access: .readOnly)
          if let before {
            let loaded = try #require(try reader.load(scene: "main"))
            #expect(loaded.archive == before && !loaded.damage.isEmpty, "byte \(offset)")
          } else {
            let error = #expect(throws: StateStoreError.self, "byte \(offset)") {
              try reader.load(scene: "main")
            }
            #expect(error?.code == .damaged)
          }
        }
        let store = FileStateStore(directory: place)
        try store.commit([.sampleChanges(50)])
        store.close()
        #expect(place.names.contains { $0.hasPrefix("damaged-") })
        #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 50)))
      }
    }
  }

  /// Saves a few times in each of some openings; answers the last segment, whose head does not end in a
  /// zero by chance: such a one may also have been cut short.
  private func lastSegment(in place: URL, openings: Int) throws -> (URL, [UInt8]) {
    while true {
      for opening in 1...openings {
        let store = FileStateStore(directory: place)
        for version in 0..<3 {
          try store.commit([.sampleChanges(10 * opening + version)])
          try store.flush()
        }
        store.close()
      }
      let last = try #require(place.journals.last)
      let bytes = [UInt8](try Data(contentsOf: last))
      if bytes[ArchiveFormat.segmentHeadLength - 1] != 0 { return (last, bytes) }
      try FileStateStore(directory: place).erase()
    }
  }
}
