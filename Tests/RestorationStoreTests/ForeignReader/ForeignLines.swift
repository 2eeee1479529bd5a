import Foundation

@testable import RestorationCore
@testable import RestorationStore

/// What our reader finds, in the words of `Scripts/read-archive.py`.
enum ForeignLines {
  /// Whether a line is the first about a file or folder.
  static func begins(with line: StateValue) -> Bool {
    [.text("state"), .text("baseline"), .text("segment")].contains(line["kind"])
  }

  /// What there is to say of a baseline.
  static func baseline(_ bytes: [UInt8]) throws -> [StateValue] {
    let baseline = try BaselineReader.baseline(in: bytes, limits: RestorationLimits())
    guard baseline.damage.isEmpty, baseline.lostScenes.isEmpty else { return [] }
    let archives = baseline.scenes.map(\.archive)
    let first = first("baseline", baseline.sequence, archives) {
      $0["generation"] = .unsigned(baseline.generation)
    }
    return [first] + (try archives.flatMap(lines))
  }

  /// What there is to say of a segment of the journal.
  static func segment(_ bytes: [UInt8]) throws -> [StateValue] {
    let limits = RestorationLimits()
    guard let head = try SegmentHead(startOf: bytes[...]) else { return [] }
    var reader = JournalReader(bytes[...], head: head, limits: limits)
    var saves: [StateValue] = []
    while case .batch(let batch) = try reader.next() {
      saves.append(
        .object([
          "kind": .text("save"), "sequence": .unsigned(batch.commit.sequence),
          "items": StateValue(batch.items.count),
        ])
      )
    }
    let index = ArchiveIndex(
      bytes[reader.offset...],
      salt: head.salt,
      end: reader.offset,
      limits: limits
    )
    let origin = head.predecessor
    let first = StateValue.object([
      "kind": .text("segment"), "number": .unsigned(head.number),
      "origin": .array([.unsigned(origin.origin.rawValue), .unsigned(origin.number)]),
      "sequence": .unsigned(origin.sequence), "hasIndex": .boolean(index != nil),
    ])
    return [first] + saves
  }

  /// What there is to say of the state of a store.
  static func state(of store: FileStateStore) throws -> [StateValue] {
    let headers = try store.scenes()
    let archives = try headers.compactMap { try store.load(scene: $0.scene)?.archive }
    let sequence = try store.withTables { tables in tables.position.sequence }
    return [first("state", sequence, archives)] + (try archives.flatMap(lines))
  }

  /// What there is to say of a snapshot.
  static func state(
    of snapshot: StateGeneration,
    in store: FileStateStore
  ) throws -> [StateValue] {
    let archives = try snapshot.scenes.compactMap { header in
      try store.load(scene: header.scene, from: snapshot)?.archive
    }
    let first = first("state", snapshot.number, archives) {
      $0["name"] = snapshot.name.map { .text($0) } ?? .null
      $0["reason"] = snapshot.reason.map { .text($0) } ?? .null
    }
    return [first] + (try archives.flatMap(lines))
  }

  /// The first lines that differ, the other reader's first.
  static func difference(_ theirs: [StateValue], _ ours: [StateValue]) -> String? {
    guard theirs != ours else { return nil }
    let count = zip(theirs, ours).prefix { $0 == $1 }.count
    let lines = [theirs, ours].map { $0.dropFirst(count).first.map { "\($0)" } ?? "the end" }
    return lines.joined(separator: " and not ")
  }

  private static func first(
    _ kind: String,
    _ sequence: UInt64,
    _ archives: [StateArchive],
    _ more: (inout [String: StateValue]) -> Void = { _ in }
  ) -> StateValue {
    var entries: [String: StateValue] = [
      "kind": .text(kind), "sequence": .unsigned(sequence),
      "scenes": .array(archives.map { .text($0.header.scene) }),
    ]
    more(&entries)
    return .object(entries)
  }
}

// MARK: - Scenes and nodes

extension ForeignLines {
  private static func lines(of archive: StateArchive) throws -> [StateValue] {
    let records = archive.records.values.sorted { $0.number < $1.number }
    return [try line(of: archive)]
      + (try records.map { try line(of: $0, archive.header.scene) })
  }

  private static func line(of archive: StateArchive) throws -> StateValue {
    let header = archive.header
    return .object([
      "kind": .text("scene"), "scene": .text(header.scene),
      "date": StateValue.double(header.date.timeIntervalSinceReferenceDate).readable,
      "appVersion": .text(header.appVersion), "schema": StateValue(header.schema),
      "system": .text(header.system), "layoutClass": header.layoutClass.map { .text($0) } ?? .null,
      "root": archive.root.map { .unsigned($0.rawValue) } ?? .null,
      "nextNumber": .unsigned(archive.nextNumber),
      "appState": try StateValue(decoding: archive.appState).readable,
    ])
  }

  private static func line(of record: NodeRecord, _ scene: String) throws -> StateValue {
    let children = record.children.map { slot in
      StateValue.object([
        "slot": .text(slot.slot.name),
        "children": .array(slot.children.map { .unsigned($0.rawValue) }),
      ])
    }
    return .object([
      "kind": .text("record"), "scene": .text(scene), "number": .unsigned(record.number.rawValue),
      "parent": record.parent.map { .unsigned($0.rawValue) } ?? .null,
      "slot": .text(record.slot.name), "identifier": .text(record.identifier),
      "className": record.className.map { .text($0) } ?? .null,
      "classVersion": StateValue(record.classVersion), "children": .array(children),
      "state": try StateValue(decoding: record.state).readable,
      "containerState": try StateValue(decoding: record.containerState).readable,
      "presentation": try StateValue(decoding: record.presentation).readable,
    ])
  }
}
