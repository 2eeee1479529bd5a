import Foundation
import RestorationTestSupport
import Testing

@testable import RestorationCore

@Suite("Records that are sorted")
struct SortedRecordsTests {
  private let header = ArchiveHeader(scene: "main", date: Date(timeIntervalSinceReferenceDate: 1))

  private func records(_ numbers: some Sequence<UInt64>) -> [NodeRecord] {
    numbers.map { NodeRecord(number: NodeNumber($0), parent: nil, identifier: "node-\($0)") }
  }

  private func sorted(_ records: [NodeRecord]) -> StateArchive {
    StateArchive(
      header: header,
      root: NodeNumber(1),
      sorted: records,
      appState: NodeRecord.emptyState,
      nextNumber: 1_000
    )
  }

  private func table(_ records: [NodeRecord]) -> StateArchive {
    StateArchive(
      header: header,
      root: NodeNumber(1),
      records: Dictionary(uniqueKeysWithValues: records.map { ($0.number, $0) }),
      nextNumber: 1_000
    )
  }

  @Test("Each record is found by its number, whatever numbers are left out, and no other is")
  func lookUp() {
    var random = SeededGenerator(seed: 11)
    for share in [1, 2, 10, 100] {
      var numbers = (UInt64(3)..<300).filter { _ in random.below(share) == 0 }
      numbers += [.max - 1, .max]
      let records = records(numbers)
      let (archive, model) = (sorted(records), table(records))
      for number: UInt64 in [UInt64](0..<400) + [1 << 40, .max - 2, .max - 1, .max] {
        #expect(archive.record(NodeNumber(number)) == model.record(NodeNumber(number)))
      }
      #expect(archive.recordCount == model.recordCount)
      #expect(archive.highestNumber == model.highestNumber)
    }
    let empty = sorted([])
    #expect(empty.record(NodeNumber(0)) == nil)
    #expect(empty.highestNumber == 0)
  }

  @Test("An archive is the same whether its records are sorted or in a table, and changes alike")
  func equality() {
    let records = records(1..<40)
    var (archive, model) = (sorted(records), table(records))
    #expect(archive == model)
    #expect(archive.hashValue == model.hashValue)
    let kept = archive
    archive.records[NodeNumber(7)] = nil
    #expect(archive != model)
    #expect(archive.record(NodeNumber(7)) == nil)
    model.records[NodeNumber(7)] = nil
    #expect(archive == model)
    #expect(kept.records.count == 39)
    #expect(kept.record(NodeNumber(7)) != nil)
  }
}
