import Foundation
import Synchronization
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("A save that a reader sees half of is not there yet, and is no damage")
struct HalfVisibleSaveTests {
  @Test(
    "Cut at each byte, a segment holds the saves before, and nothing is said of it.",
    arguments: [0, 200]
  )
  func cuts(zeros: Int) throws {
    try withTemporaryFolder { folder in
      let saved = try save(in: folder)
      let file = try #require(folder.journals.first)
      let whole = [UInt8](try Data(contentsOf: file))
      let ends = try batchEnds(whole)
      #expect(ends.count == saved.count - 1)
      for cut in 0...whole.count {
        let bytes = whole[..<cut] + [UInt8](repeating: 0, count: zeros)
        try Data(bytes).write(to: file)
        // What is zero in the save itself is there as well, and one bit that is wrong may be mended.
        let there = ends.filter { $0 <= bytes.count }
        let least = there.count { bytes.prefix($0).differingBits(from: whole) == 0 }
        let most = there.count { bytes.prefix($0).differingBits(from: whole) <= 1 }
        let reader = FileStateStore(directory: folder, access: .readOnly)
        let found = try reader.load(scene: "main")
        #expect(
          (least...most).contains { found == saved[$0].map { LoadedArchive(archive: $0) } },
          "cut at \(cut) of \(ends), before \(whole[cut...].prefix(8))"
        )
      }
    }
  }

  /// Saves a few times to one segment; answers what was there before and after each save.
  private func save(in folder: URL) throws -> [StateArchive?] {
    let store = FileStateStore(directory: folder)
    let saved = (1...3).map { StateArchive.tiny(version: $0) }
    for archive in saved { try store.commit([archive.replacing()]) }
    return [nil] + saved
  }

  private func batchEnds(_ bytes: [UInt8]) throws -> [Int] {
    let head = try #require(try SegmentHead(startOf: bytes[...]))
    var reader = JournalReader(bytes[...], head: head, limits: RestorationLimits())
    var ends: [Int] = []
    while case .batch(let batch) = try reader.next() { ends.append(batch.end) }
    return ends
  }

  @Test(
    "Whoever reads while saves are made finds one after the other, and no damage.",
    arguments: [FileStateStore.Durability.processCrash, .powerLoss]
  )
  func readingMeanwhile(durability: FileStateStore.Durability) throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.durability = durability
      options.segmentBytes = 4_000
      options.compactionFloor = 20_000
      let store = FileStateStore(directory: folder, options: options)
      try store.commit([StateArchive.sample(version: 0).replacing()])
      let end = End()
      let saving = OwnThread {
        defer { end.isReached.store(true, ordering: .sequentiallyConsistent) }
        for version in 1...40 { try saveVersion(version, in: store) }
      }
      readVersions(in: folder, options, until: end)
      try saving.wait()
    }
  }
}

private func saveVersion(_ version: Int, in store: FileStateStore) throws {
  var archive = StateArchive.sample()
  archive.header.system = "\(version)"
  try store.commit([archive.replacing()])
}

/// Reads what is saved again and again.
private func readVersions(
  in folder: URL,
  _ options: FileStateStore.Options,
  until end: End
) {
  var last = 0
  while !end.isReached.load(ordering: .sequentiallyConsistent) {
    #expect(throws: Never.self) {
      let reader = FileStateStore(directory: folder, access: .readOnly, options: options)
      let found = try reader.load(scene: "main")
      let version = Int(found?.archive.header.system ?? "") ?? 0
      #expect(found?.damage == [])
      #expect(version >= last)
      last = version
      usleep(500)
    }
  }
}

/// Whether saving is over.
private final class End: Sendable {
  let isReached = Atomic(false)
}
