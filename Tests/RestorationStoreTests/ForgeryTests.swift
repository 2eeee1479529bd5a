import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("Archives with sound checksums and senseless content open within bounds")
struct ForgeryTests {
  private func node(_ number: UInt64, parent: UInt64?, children: [UInt64] = []) -> NodeRecord {
    NodeRecord(
      number: NodeNumber(number),
      parent: parent.map { NodeNumber($0) },
      identifier: "n",
      children: children.isEmpty
        ? [] : [SlotRecord(slot: .only, children: children.map { NodeNumber($0) })]
    )
  }

  private func archive(_ records: [NodeRecord]) -> StateArchive {
    StateArchive(
      header: ArchiveHeader(scene: "main", date: .distantPast),
      root: NodeNumber(1),
      records: Dictionary(uniqueKeysWithValues: records.map { ($0.number, $0) }),
      nextNumber: 100
    )
  }

  @Test("Parent cycles and second roots cost the nodes concerned.")
  func shapes() throws {
    let records = [
      node(1, parent: nil, children: [2]), node(2, parent: 1), node(3, parent: nil),
      node(4, parent: 4), node(5, parent: 6), node(6, parent: 7), node(7, parent: 5),
      node(8, parent: 5),
    ]
    let loaded = try LoadedArchive(decoding: archive(records).encoded())
    #expect(loaded.archive.records.keys.map(\.rawValue).sorted() == [1, 2, 8])
    #expect(Set(loaded.damage.compactMap(\.node?.rawValue)) == [3, 4, 5, 6, 7])
  }

  @Test("A chain of 20,000 nodes needs no deep stack.")
  func deepChain() throws {
    let count: UInt64 = 20_000
    let chain = (1...count).map { node($0, parent: $0 == 1 ? nil : $0 - 1) }
    let loaded = try LoadedArchive(decoding: archive(chain).encoded())
    #expect(loaded.archive.records.count == Int(count))
    #expect(loaded.damage.isEmpty)
  }

  @Test("A number that comes twice is used for neither record.")
  func repeatedNumbers() throws {
    let bytes = try sealed { items in
      for identifier in ["a", "b", "c"] {
        items.append(2, flags: 3, scene: 1, node: identifier == "c" ? 3 : 2) {
          $0.writeRaw(node(1, parent: 1).body)
        }
      }
    }
    let loaded = try LoadedArchive(decoding: bytes)
    #expect(loaded.archive.records.keys.map(\.rawValue) == [3])
    #expect(loaded.damage.contains { $0.node == NodeNumber(2) })
  }

  @Test("Bodies of every wrong form cost their item.")
  func wrongBodies() throws {
    let bodies: [[UInt8]] = [
      [0xF6], [0x80], [0xA0], [0xA1, 0x01, 0x60], [0xA1, 0x01, 0x01], [0xA1, 0x00, 0x60],
      [0xA2, 0x01, 0x61, 0x78, 0x01, 0x61, 0x79], [0xA2, 0x04, 0x01, 0x01, 0x61, 0x78],
      [0xA2, 0x01, 0x61, 0x78, 0x05, 0x81, 0x80], [0xA2, 0x01, 0x61, 0x78, 0x04, 0x20],
      [0xA2, 0x01, 0x61, 0x78, 0x06, 0x41, 0x00], [0xA1, 0x01, 0x61, 0xFF],
    ]
    for body in bodies {
      let bytes = try sealed { items in
        items.append(2, flags: 3, scene: 1, node: 9) { $0.writeRaw(body) }
        items.append(2, flags: 3, scene: 1, node: nil) { $0.writeRaw(node(1, parent: nil).body) }
        items.append(2, flags: 3, scene: 1, node: .max) { $0.writeRaw(node(1, parent: nil).body) }
        items.append(1, flags: 3, scene: 1) { $0.writeRaw(body) }
        items.append(0, flags: 3) { $0.writeRaw(body) }
        items.append(3, flags: 3) { $0.writeRaw(body) }
      }
      let loaded = try LoadedArchive(decoding: bytes)
      #expect(loaded.archive.records.isEmpty)
      #expect(loaded.damage.count >= 5)
      #expect(loaded.damage.contains { $0.node == NodeNumber(9) })
    }
  }

  @Test("Archive bytes within a body are never taken for items, even if their item is damaged.")
  func nested() throws {
    var inner = StateArchive.sample()
    inner.header.date = .distantFuture
    var outer = StateArchive.sample()
    outer.records[NodeNumber(2)]?.state = inner.encoded()
    var bytes = outer.encoded()
    let hit = try #require(
      bytes.indices.first { bytes[$0...].starts(with: Array("article".utf8)) }
    )
    bytes[hit] ^= 0x20
    let loaded = try LoadedArchive(decoding: bytes)
    #expect(loaded.damage.map(\.node) == [NodeNumber(2)])
    outer.records[NodeNumber(2)] = nil
    #expect(loaded.archive == outer)
  }

  #if os(Linux)
  @Test("A file full of marks is read in a time that grows with its length alone.")
  func marks() async throws {
    await #expect(processExitsWith: .success) {
      // Of the processor's time, which others on the machine do not take: some 40 times what it needs.
      var limit = rlimit(rlim_cur: 20, rlim_max: 20)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit) == 0)
      try ForgeryTests().readMarks()
    }
  }
  #endif

  private func readMarks() throws {
    let filler = Array(
      repeatElement(ArchiveFormat.mark + [0x86, 0, 0, 0, 0, 0x5A, 0, 1, 0, 0], count: 20_000)
        .joined()
    )
    let bytes = try sealed { items in
      items.append(90, flags: 0) { $0.writeBytes(filler) }
    }
    var damaged = bytes
    let hit = try #require(damaged.indices.first { damaged[$0...].starts(with: [0x18, 90]) })
    damaged[hit + 1] = 91
    let loaded = try LoadedArchive(decoding: damaged)
    try #require(!loaded.damage.isEmpty)
  }

  @Test("Random bytes never trap, with or without a sound footer.")
  func randomBytes() throws {
    var generator = SeededGenerator(seed: 35)
    for length in 0..<600 {
      let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let error = #expect(throws: StateStoreError.self) { try LoadedArchive(decoding: noise) }
      #expect(error?.code == .damaged)
    }
  }

  /// A file with a sound head, scene and footer, and items of a test's own.
  private func sealed(_ body: (inout ArchiveItemWriter) throws -> Void) throws -> [UInt8] {
    var items = ArchiveItemWriter(salt: 5)
    items.append(1, flags: 1, scene: 1) {
      $0.writeMapHeader(2)
      $0.writeUnsigned(0)
      ArchiveHeader(scene: "main", date: .distantPast).write(to: &$0, unknown: [])
      $0.writeUnsigned(2)
      $0.writeUnsigned(100)
    }
    try body(&items)
    let length = UInt64(items.writer.count + ArchiveFormat.footerLength)
    let fields: [UInt64] = [1, 1, 5, items.count, length]
    let chain = items.chain.value
    items.append(3, flags: 1) { writer in
      writer.writeMapHeader(7)
      writer.writeUnsigned(0)
      writer.writeBytes(UInt32(1).bigEndianBytes)
      for (index, field) in fields.enumerated() {
        writer.writeUnsigned(UInt64(index) + 1)
        writer.writeBytes(field.bigEndianBytes)
      }
      writer.writeUnsigned(6)
      writer.writeBytes(chain.bigEndianBytes)
    }
    return items.writer.bytes()
  }
}
