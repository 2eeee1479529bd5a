import Foundation

@testable import RestorationCore

/// A segment as a later version of the package may write it: with items of kinds that are unknown.
struct NewerSegment {
  /// What follows the two saves that it holds.
  var position = JournalPosition()

  /// Its bytes, and where the unknown items lie in them.
  var bytes: [UInt8] = []
  var unknown: [ItemRange] = []

  /// The unknown items of the first save, the last of which no scene owns.
  static let items = [
    ArchiveItem(kind: 90, flags: 0, scene: 1, node: 2, body: [0xA1, 0x01, 0x61, 0x78]),
    ArchiveItem(kind: 91, flags: 2, scene: 1, node: 4, body: [0x81, 0x01]),
    ArchiveItem(kind: 92, flags: 2, scene: 1, node: nil, body: [0x01]),
    ArchiveItem(kind: 93, flags: 6, scene: nil, node: nil, body: [0xF6]),
  ]

  /// Writes a scene anew, and then saves it once more when that has reached the disk.
  init(_ archive: StateArchive, then date: Date, number: UInt64, after last: JournalPosition) {
    let head = SegmentHead(number: number, salt: 99, predecessor: last, synced: last.sequence)
    var writer = JournalWriter()
    writer.begin(head)
    let scene = SceneItem(
      header: archive.header,
      root: archive.root,
      nextNumber: archive.nextNumber,
      appState: archive.appState
    )
    writer.append(scene, as: 1)
    writer.appendReplacement(scene: 1)
    for record in archive.records.values.sorted(by: { $0.number < $1.number }) {
      writer.append(record, scene: 1)
    }
    for item in Self.items {
      let start = writer.bytes.count
      writer.append(item.kind, flags: item.flags, scene: item.scene, node: item.node) {
        $0.writeRaw(item.body)
      }
      unknown.append(ItemRange(offset: start, length: writer.bytes.count - start))
    }
    let chain = writer.commit(sequence: last.sequence + 1, synced: last.sequence, scenes: [])
    bytes = writer.bytes
    writer.begin(salt: head.salt, after: chain)
    let update = JournalCommit.SceneUpdate(scene: 1, date: date)
    let sequence = last.sequence + 2
    let newChain = writer.commit(sequence: sequence, synced: sequence - 1, scenes: [update])
    bytes += writer.bytes
    position = JournalPosition(
      .segment,
      number: number,
      end: UInt64(bytes.count),
      sequence: sequence,
      chain: newChain
    )
  }
}
