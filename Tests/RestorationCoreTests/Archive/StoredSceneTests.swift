import Foundation
import RestorationTestSupport
import Testing

@testable import RestorationCore

@Suite("What a store in memory holds of a scene")
struct StoredSceneTests {
  @Test("A store in memory has what an archive has to which the same batches were applied")
  func model() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<6 {
      let store = InMemoryStateStore()
      let header = ArchiveHeader(scene: "main", date: Date(timeIntervalSinceReferenceDate: 1))
      var model = StateArchive(header: header)
      for _ in 0..<200 {
        let batch = Self.batch(header, &random)
        model.apply(batch)
        try store.commit([batch])
        if random.below(10) == 0 {
          #expect(try store.load(scene: "main") == LoadedArchive(archive: model))
        }
      }
      #expect(try store.load(scene: "main") == LoadedArchive(archive: model))
      #expect(try store.scenes() == [header])
    }
  }

  private static func batch(
    _ header: ArchiveHeader,
    _ random: inout SeededGenerator
  ) -> SceneChanges {
    var changes = SceneChanges(header: header, root: NodeNumber(1), nextNumber: random.next())
    changes.replacesEverything = random.below(30) == 0
    changes.updated = (0..<random.below(20)).map { _ in
      NodeRecord(
        number: NodeNumber(UInt64(random.below(700))),
        parent: NodeNumber(1),
        identifier: "node-\(random.below(1_000))"
      )
    }
    changes.removed = (0..<random.below(8)).map { _ in NodeNumber(UInt64(random.below(700))) }
    if random.below(4) == 0 { changes.appState = [0xA1, 0x61, 0x61, UInt8(random.below(20))] }
    return changes
  }

  @Test("A record without identifier is not written to a file, wherever the node stands")
  func emptyIdentifier() {
    for slot in [ContainerSlot.only, .presented] {
      var check = ArchiveLimitCheck(RestorationLimits())
      let record = NodeRecord(number: NodeNumber(1), parent: nil, slot: slot, identifier: "x")
      check.check(record, of: "main")
      #expect(check.violation == nil)
      let unnamed = NodeRecord(number: NodeNumber(1), parent: nil, slot: slot, identifier: "")
      check.check(unnamed, of: "main")
      #expect(check.violation?.code == .limitExceeded)
    }
  }

  @Test("A batch that would exceed the limit of nodes changes nothing, one that stays below does")
  func countOfNodes() throws {
    var limits = RestorationLimits()
    limits.nodes = 3
    let store = InMemoryStateStore(limits: limits)
    let header = ArchiveHeader(scene: "main", date: .distantPast)
    func save(_ numbers: [UInt64], removing removed: [UInt64] = []) throws {
      let records = numbers.map {
        NodeRecord(number: NodeNumber($0), parent: nil, identifier: "x")
      }
      var changes = SceneChanges(header: header, root: nil, updated: records)
      changes.removed = removed.map { NodeNumber($0) }
      try store.commit([changes])
    }
    try save([1, 2, 3])
    try save([1, 2, 3])
    try save([4], removing: [1])
    #expect(throws: StateStoreError.self) { try save([5]) }
    #expect(try store.load(scene: "main")?.archive.records.count == 3)
  }
}
