import RestorationTestSupport
import Testing

@testable import RestorationCore

@Suite("How a record lists children")
struct SlotRecordTests {
  private func body(_ children: [SlotRecord]) -> [UInt8] {
    let record = NodeRecord(number: NodeNumber(7), parent: nil, identifier: "a", children: children)
    return Array(record.body)
  }

  private func read(_ body: [UInt8]) throws -> NodeRecord {
    try NodeRecord.read(NodeNumber(7), from: body[...], limits: RestorationLimits())
  }

  @Test("That a node presents nothing and has no slots besides takes no byte.")
  func nothingPresented() throws {
    let lists = [SlotRecord(slot: .presented, children: [])]
    #expect(body(lists) == [0xA1, 0x01, 0x61, 0x61])
    #expect(try read(body(lists)).children == lists)
  }

  @Test("That no slot was recorded is another thing, and is said.")
  func noSlot() throws {
    #expect(body([]) == [0xA2, 0x01, 0x61, 0x61, 0x05, 0x80])
    let record = try read(body([]))
    #expect(record.children == [])
    #expect(record.recordsNoSlot(record.layout))
    let empty = [SlotRecord(slot: .only, children: [])]
    #expect(body(empty) == [0xA2, 0x01, 0x61, 0x61, 0x05, 0x81, 0x81, 0x60])
    #expect(try read(body(empty)).children == empty)
  }

  @Test("Numbers are written by how much they lie above the one before.")
  func differences() throws {
    let numbers: [UInt64] = [1_000, 1_001, 1_002, 998, 1_100]
    let lists = [SlotRecord(slot: .only, children: numbers.map { NodeNumber($0) })]
    #expect(
      body(lists) == [0xA2, 0x01, 0x61, 0x61, 0x05, 0x81, 0x86, 0x60]
        + [0x19, 0x03, 0xE8, 0x01, 0x01, 0x23, 0x18, 0x66]
    )
    #expect(try read(body(lists)).children == lists)
  }

  @Test("Whatever the numbers are, they are read as they were written.")
  func allNumbers() throws {
    var random = SeededGenerator(seed: 406)
    let edges: [UInt64] = [0, 1, .max - 1, .max, 1 << 63, (1 << 63) - 1, (1 << 63) + 1]
    for _ in 0..<300 {
      let lists = (0..<random.below(4)).map { index in
        let numbers = (0..<random.below(6)).map { _ in
          random.below(2) == 0 ? edges[random.below(edges.count)] : random.bits()
        }
        return SlotRecord(
          slot: index == 2 ? .presented : ContainerSlot("slot-\(index)"),
          children: numbers.map { NodeNumber($0) }
        )
      }
      #expect(try read(body(lists)).children == lists)
    }
  }

  @Test("Lists of the first version, which had the numbers themselves, are read too.")
  func firstVersion() throws {
    let record = try read(
      [0xA2, 0x01, 0x61, 0x61, 0x05, 0x82, 0x82, 0x60, 0x83, 0x05, 0x06, 0x04]
        + [0x82, 0x61, 0x73, 0x80]
    )
    #expect(
      record.children == [
        SlotRecord(slot: .only, children: [NodeNumber(5), NodeNumber(6), NodeNumber(4)]),
        SlotRecord(slot: ContainerSlot("s"), children: []),
      ]
    )
  }

  @Test("A list without a slot, or with anything but whole numbers, makes the record unusable.")
  func malformed() {
    let lists: [[UInt8]] = [
      [0x80], [0x81, 0x01], [0x82, 0x60, 0x60], [0x82, 0x60, 0xF6], [0x83, 0x60, 0x80, 0x80],
      [0x82, 0x60, 0x81, 0x20], [0x82, 0x60, 0x1B, 0x80, 0, 0, 0, 0, 0, 0, 0], [0x60],
      [0x83, 0x60, 0x01],
    ]
    for list in lists {
      #expect(throws: CBORError.self, "\(list)") {
        _ = try read([0xA2, 0x01, 0x61, 0x61, 0x05, 0x81] + list)
      }
    }
  }
}
