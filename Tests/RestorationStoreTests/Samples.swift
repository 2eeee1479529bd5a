import Foundation

@testable import RestorationCore

/// A random number generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

extension StateArchive {
  /// A small archive: a root with two children in two slots, one of which has a child.
  static func sample(_ scene: String = "main", version: Int = 1) -> StateArchive {
    let records = [
      NodeRecord(
        number: NodeNumber(1),
        parent: nil,
        identifier: "root",
        children: [
          SlotRecord(slot: ContainerSlot("left"), children: [NodeNumber(2)]),
          SlotRecord(slot: ContainerSlot("right"), children: [NodeNumber(3)]),
        ]
      ),
      NodeRecord(
        number: NodeNumber(2),
        parent: NodeNumber(1),
        slot: ContainerSlot("left"),
        identifier: "article",
        className: "Article",
        classVersion: 3,
        state: [0xA1, 0x61, 0x76, 0x18, UInt8(24 + version % 200)]
      ),
      NodeRecord(
        number: NodeNumber(3),
        parent: NodeNumber(1),
        slot: ContainerSlot("right"),
        identifier: "list",
        children: [SlotRecord(slot: .only, children: [NodeNumber(4)])],
        containerState: [0xA1, 0x00, 0x01]
      ),
      NodeRecord(
        number: NodeNumber(4),
        parent: NodeNumber(3),
        identifier: "row",
        state: [0xA1, 0x61, 0x64, 0x63, 0x61, 0x62, 0x63],
        presentation: [0xA1, 0x00, 0xF5]
      ),
    ]
    return StateArchive(
      header: ArchiveHeader(
        scene: scene,
        date: Date(timeIntervalSinceReferenceDate: 0.1 + Double(version)),
        appVersion: "1.\(version)",
        schema: -7,
        system: "Linux",
        layoutClass: "compact"
      ),
      root: NodeNumber(1),
      records: Dictionary(uniqueKeysWithValues: records.map { ($0.number, $0) }),
      appState: [0xA1, 0x61, 0x61, 0x01],
      nextNumber: 5
    )
  }

  /// An archive that takes few bytes: a root and its child.
  static func tiny(version: Int) -> StateArchive {
    let root = NodeRecord(
      number: NodeNumber(1),
      parent: nil,
      identifier: "r",
      children: [SlotRecord(slot: .only, children: [NodeNumber(2)])]
    )
    let child = NodeRecord(
      number: NodeNumber(2),
      parent: NodeNumber(1),
      identifier: "c",
      state: [0xA1, 0x61, 0x64, 0x63, 0x61, 0x62, 0x63]
    )
    return StateArchive(
      header: ArchiveHeader(
        scene: "main",
        date: Date(timeIntervalSinceReferenceDate: Double(version))
      ),
      root: NodeNumber(1),
      records: [NodeNumber(1): root, NodeNumber(2): child],
      nextNumber: 3
    )
  }

  /// An archive of some size with a tree of random shape.
  static func random(
    _ scene: String,
    count: Int,
    using generator: inout SeededGenerator
  ) -> StateArchive {
    var records: [NodeRecord] = []
    for index in 0..<count {
      let parent = index == 0 ? nil : Int.random(in: 0..<index, using: &generator)
      var record = NodeRecord(
        number: NodeNumber(UInt64(index) + 1),
        parent: parent.map { NodeNumber(UInt64($0) + 1) },
        slot: Bool.random(using: &generator) ? .only : ContainerSlot("slot"),
        identifier: ["a", "ä", "a\u{308}", "🧭", "a/b"].randomElement(using: &generator) ?? "a",
        className: Bool.random(using: &generator) ? "Class" : nil,
        classVersion: Int.random(in: -2...2, using: &generator)
      )
      let length = Int.random(in: 0...300, using: &generator)
      record.state = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      if let parent {
        let child = SlotRecord(slot: record.slot, children: [record.number])
        records[parent].children.append(child)
      }
      records.append(record)
    }
    return StateArchive(
      header: ArchiveHeader(
        scene: scene,
        date: Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &generator))
      ),
      root: records.first?.number,
      records: Dictionary(uniqueKeysWithValues: records.map { ($0.number, $0) }),
      nextNumber: UInt64(count) + 1
    )
  }

  /// The changes that make this archive of whatever was there.
  func replacing(setsAside: String? = nil) -> SceneChanges {
    SceneChanges(
      header: header,
      root: root,
      updated: Array(records.values),
      appState: appState,
      nextNumber: nextNumber,
      replacesEverything: true,
      setsAside: setsAside
    )
  }
}

extension RecordChange {
  /// The only record of some changes, under a header that says the same but the time.
  init(_ changes: SceneChanges, header: SceneHeader? = nil) {
    self.init(
      header: header ?? SceneHeader(changes.header),
      date: changes.header.date,
      root: changes.root,
      nextNumber: changes.nextNumber,
      record: changes.updated[0]
    )
  }
}

extension Collection<UInt8> {
  /// In how many bits the bytes differ from those that others begin with.
  func differingBits(from others: [UInt8]) -> Int {
    zip(self, others).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
  }
}
