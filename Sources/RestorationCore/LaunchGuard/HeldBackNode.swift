public import Foundation

/// A node that is held back, with all that is below it, since the app died when it was restored.
///
/// It is a hole in its parent until another build of the app tries it again, or
/// ``RestorationSession/bringBack(_:)`` does.
public struct HeldBackNode: Hashable, Sendable, Identifiable {
  /// What tells it from others; two that hold the same state in the same place are one.
  public let id: UInt64

  /// The name of the scene.
  public let scene: String

  /// Where the node stood.
  public let path: IdentifierPath

  /// What was being done with it when the app last died, if that is known.
  public let stage: LaunchStage?

  /// How many launches in a row had died.
  public let deaths: Int

  /// When it was held back.
  public let date: Date

  /// The node's record and those below it.
  public let archive: StateArchive

  /// The build of the app that died; empty if the next restore is to try again.
  public var build: String

  /// The number of the node's parent.
  let parent: NodeNumber

  /// Where the node stood among the children of its slot.
  let index: Int

  /// The node's number.
  public var number: NodeNumber { archive.root ?? NodeNumber(0) }
}

// MARK: - Cutting out and putting back

extension HeldBackNode {
  /// Cuts a node out of a copy of an archive, unless the node is its root or not in it.
  ///
  /// - Complexity: O(*n*) in the number of records.
  package init?(
    cutting number: NodeNumber,
    outOf archive: StateArchive,
    stage: LaunchStage?,
    deaths: Int,
    build: String,
    date: Date
  ) {
    guard var record = archive.records[number], let parent = record.parent,
      let place = archive.place(of: number, in: parent), let path = archive.path(to: number)
    else { return nil }
    var part = StateArchive(header: archive.header, root: number, nextNumber: archive.nextNumber)
    part.header.date = date
    part.records = archive.records(below: number)
    record.parent = nil
    part.records[number] = record
    id = part.identity(in: parent)
    scene = archive.header.scene
    self.path = path
    self.stage = stage
    self.deaths = deaths
    self.date = date
    self.archive = part
    self.build = build
    self.parent = parent
    index = place.index
  }

  /// Whether the node still stands in an archive, in its place and under its name.
  func stands(in archive: StateArchive) -> Bool {
    guard let own = self.archive.records[number], let record = archive.records[number] else {
      return false
    }
    return record.parent == parent && record.identifier.hasSameBytes(as: own.identifier)
  }

  /// Puts the node back into an archive, if its parent is there and its numbers are free.
  ///
  /// - Returns: Whether it stands there now and did not before.
  func putBack(into archive: inout StateArchive) -> Bool {
    guard var record = self.archive.records[number], var above = archive.records[parent],
      self.archive.records.keys.allSatisfy({ archive.records[$0] == nil })
    else { return false }
    var slots = above.children
    if let slot = slots.firstIndex(where: { $0.slot == record.slot }) {
      slots[slot].children.insert(number, at: min(index, slots[slot].children.count))
    } else {
      slots.append(SlotRecord(slot: record.slot, children: [number]))
    }
    above.children = slots
    record.parent = parent
    archive.records.merge(self.archive.records) { $1 }
    archive.records[number] = record
    archive.records[parent] = above
    archive.nextNumber = max(archive.nextNumber, self.archive.nextNumber)
    return true
  }
}

extension StateArchive {
  /// Where a node stands among the children of its parent.
  fileprivate func place(
    of number: NodeNumber,
    in parent: NodeNumber
  ) -> (slot: SlotRecord, index: Int)? {
    guard let record = records[parent] else { return nil }
    for slot in record.children {
      if let index = slot.children.firstIndex(of: number) { return (slot, index) }
    }
    return nil
  }

  /// The path of a node, as far up as its parents list it.
  fileprivate func path(to number: NodeNumber) -> IdentifierPath? {
    var components: [IdentifierPath.Component] = []
    var next = number
    // An archive that was forged may go round in circles.
    var seen: Set<NodeNumber> = []
    while let record = records[next], seen.insert(next).inserted {
      let siblings = record.parent.flatMap { place(of: next, in: $0) }
      let before = siblings.map { $0.slot.children.prefix($0.index) } ?? []
      let ordinal = before.count {
        records[$0]?.identifier.hasSameBytes(as: record.identifier) == true
      }
      guard
        let component = IdentifierPath.Component(
          recorded: record.identifier,
          slot: record.slot,
          ordinal: ordinal
        )
      else { return nil }
      components.append(component)
      guard let parent = record.parent else { break }
      next = parent
    }
    return IdentifierPath(components: components.reversed())
  }

  /// The records below a node.
  fileprivate func records(below number: NodeNumber) -> [NodeNumber: NodeRecord] {
    var found: [NodeNumber: NodeRecord] = [:]
    var pending = [number]
    while let next = pending.popLast() {
      guard let record = records[next], found[next] == nil else { continue }
      found[next] = record
      pending += record.children.flatMap(\.children)
    }
    return found
  }

  /// A number that depends on the records, their place and the scene alone.
  fileprivate func identity(in parent: NodeNumber) -> UInt64 {
    var (first, second) = (CRC32C(salt: parent.rawValue), CRC32C(salt: ~parent.rawValue))
    func add(_ bytes: some Sequence<UInt8>) {
      let bytes = Array(bytes)
      bytes.withUnsafeBytes { first.update($0) }
      Array(bytes.reversed()).withUnsafeBytes { second.update($0) }
    }
    add(header.scene.utf8)
    for record in records.values.sorted(by: { $0.number < $1.number }) {
      add(record.number.rawValue.bigEndianBytes)
      add(record.body)
    }
    return UInt64(first.value) << 32 | UInt64(second.value)
  }
}
