import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

/// The files of the nodes that are held back.
@Suite("What is held back, on disk")
struct HeldBackFileTests {
  private func withStore(
    _ options: FileStateStore.Options = FileStateStore.Options(),
    _ body: (URL, any LaunchGuarding) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder, options: options)
      defer { store.close() }
      try store.commit([StateArchive.sample(version: 1).replacing()])
      try body(folder, try #require(store.launchGuard))
    }
  }

  @Test("It comes back as it was put, in the order in which it was, once for each content.")
  func roundTrip() throws {
    try withStore { folder, launchGuard in
      var nodes = try (0..<3).map { try #require(HeldBackNode.sample($0)) }
      for node in nodes + [nodes[0]] { try launchGuard.holdBack(node) }
      #expect(try launchGuard.heldBack() == [nodes[1], nodes[2], nodes[0]])
      nodes[1].build = ""
      try launchGuard.holdBack(nodes[1])
      #expect(try launchGuard.heldBack() == [nodes[2], nodes[0], nodes[1]])
      #expect(folder.names.filter { $0.hasPrefix("held-") }.count == 3)
      try launchGuard.letGo(of: nodes[2])
      #expect(try launchGuard.heldBack() == [nodes[0], nodes[1]])
      for name in folder.names { #expect(try folder.appending(path: name).mode == 0o600) }
    }
  }

  @Test("It is bounded in count and bytes; the oldest goes, and the last one always stays.")
  func bounds() throws {
    var options = FileStateStore.Options()
    options.heldBackNodes = 2
    try withStore(options) { _, launchGuard in
      let nodes = try (0..<4).map { try #require(HeldBackNode.sample($0)) }
      for node in nodes { try launchGuard.holdBack(node) }
      #expect(try launchGuard.heldBack() == Array(nodes.suffix(2)))
    }
    options.heldBackBytes = 1
    try withStore(options) { _, launchGuard in
      let nodes = try (0..<4).map { try #require(HeldBackNode.sample($0)) }
      for node in nodes { try launchGuard.holdBack(node) }
      #expect(try launchGuard.heldBack() == Array(nodes.suffix(1)))
    }
  }

  @Test("With any bit of it flipped, or cut off anywhere, it is whole or left out.")
  func damage() throws {
    let node = try #require(HeldBackNode.sample())
    let bytes = node.encoded()
    func check(_ bytes: [UInt8], _ comment: Comment) {
      do {
        let read = try HeldBackNode(decoding: bytes, limits: RestorationLimits())
        #expect(read == node, comment)
      } catch {
        #expect(error.code == .damaged || error.code == .fromNewerVersion, comment)
      }
    }
    #expect(try HeldBackNode(decoding: bytes, limits: RestorationLimits()) == node)
    for length in bytes.indices { check(Array(bytes[..<length]), "length \(length)") }
    for bit in 0..<bytes.count * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      check(flipped, "bit \(bit)")
    }
  }

  @Test("It is put back where it stood, at most once, and only below its parent.")
  func putsBack() throws {
    let archive = StateArchive.tree()
    let node = try #require(HeldBackNode.sample())
    var same = archive
    #expect(!node.putBack(into: &same) && same == archive && node.stands(in: archive))
    var without = archive
    without.records = without.records.filter { $0.key.rawValue < 3 || $0.key.rawValue > 4 }
    without.records[NodeNumber(2)]?.children = [
      SlotRecord(slot: .only, children: [NodeNumber(5)])
    ]
    #expect(!node.stands(in: without))
    #expect(node.putBack(into: &without))
    #expect(without.records == archive.records)
    var orphaned = archive
    orphaned.records = [:]
    #expect(!node.putBack(into: &orphaned) && orphaned.records.isEmpty)
  }
}

extension StateArchive {
  /// A root 1 with a box 2 that holds 3, with 4 below it, and 5.
  fileprivate static func tree(_ version: Int = 0) -> StateArchive {
    var archive = StateArchive(
      header: ArchiveHeader(scene: "main", date: Date(timeIntervalSinceReferenceDate: 7)),
      root: NodeNumber(1),
      nextNumber: 6
    )
    let parents: [(UInt64, UInt64?, [UInt64])] = [
      (1, nil, [2]), (2, 1, [3, 5]), (3, 2, [4]), (4, 3, []), (5, 2, []),
    ]
    for (number, parent, children) in parents {
      archive.records[NodeNumber(number)] = NodeRecord(
        number: NodeNumber(number),
        parent: parent.map { NodeNumber($0) },
        identifier: "n\(number)-\(version)",
        className: "row",
        children: [SlotRecord(slot: .only, children: children.map { NodeNumber($0) })]
      )
    }
    return archive
  }
}

extension HeldBackNode {
  /// The node 3 of a tree.
  static func sample(_ version: Int = 0) -> HeldBackNode? {
    HeldBackNode(
      cutting: NodeNumber(3),
      outOf: .tree(version),
      stage: .decoding,
      deaths: 2,
      build: "build 1",
      date: Date(timeIntervalSinceReferenceDate: 77)
    )
  }
}
