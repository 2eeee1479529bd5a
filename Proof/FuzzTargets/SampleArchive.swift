import Foundation
import RestorationCore

/// Archives to begin with.
enum SampleArchive {
  /// A small archive in which every part of every record occurs.
  static var full: StateArchive { named("main") }

  static func named(_ scene: String) -> StateArchive {
    let state = StateValue.map([
      StateValue.Entry(key: .text("text"), value: .text("é")),
      StateValue.Entry(key: .text("number"), value: .unsigned(300)),
      StateValue.Entry(key: .text("friend"), value: .tagged(39, .unsigned(3))),
    ]).encoded()
    let records = [
      NodeRecord(
        number: NodeNumber(1),
        parent: nil,
        identifier: "root",
        children: [
          SlotRecord(slot: .only, children: [NodeNumber(2)]),
          SlotRecord(slot: ContainerSlot("s"), children: [NodeNumber(3)]),
        ],
        containerState: state
      ),
      NodeRecord(
        number: NodeNumber(2),
        parent: NodeNumber(1),
        identifier: "a",
        className: "Twig",
        classVersion: -1,
        children: [SlotRecord(slot: .presented, children: [NodeNumber(4)])],
        state: state,
        presentation: [0xA1, 0x65, 0x73, 0x74, 0x79, 0x6C, 0x65, 0x00]
      ),
      NodeRecord(
        number: NodeNumber(3),
        parent: NodeNumber(1),
        slot: ContainerSlot("s"),
        identifier: "b",
        className: "Twig",
        state: state
      ),
      NodeRecord(
        number: NodeNumber(4),
        parent: NodeNumber(2),
        slot: .presented,
        identifier: "sheet",
        className: "Twig"
      ),
    ]
    return StateArchive(
      header: ArchiveHeader(
        scene: scene,
        date: Date(timeIntervalSinceReferenceDate: 0.5),
        appVersion: "1",
        schema: 2,
        system: "x",
        layoutClass: "compact"
      ),
      root: NodeNumber(1),
      records: Dictionary(uniqueKeysWithValues: records.map { ($0.number, $0) }),
      appState: [0xA1, 0x61, 0x61, 0x01],
      nextNumber: 5
    )
  }

  /// A node of it that is held back, with another one below it.
  static var heldNode: HeldBackNode? {
    HeldBackNode(
      cutting: NodeNumber(2),
      outOf: full,
      stage: .decoding,
      deaths: 2,
      build: "1",
      date: full.header.date
    )
  }
}
