import Foundation

@testable import RestorationCore

/// All that is saved at one time: the archives of the scenes.
struct ScenarioWorld: Hashable, Sendable {
  var scenes: [String: StateArchive] = [:]
}

extension ScenarioWorld: CustomStringConvertible {
  var description: String {
    let parts = scenes.sorted { $0.key < $1.key }.map { name, archive in
      "\(name): \(archive.header.system), \(archive.records.count) nodes"
    }
    return "[\(parts.joined(separator: "; "))]"
  }
}

extension StateArchive {
  /// A new archive with a root alone.
  static func seedling(_ scene: String) -> StateArchive {
    let root = NodeRecord(number: NodeNumber(1), parent: nil, identifier: "root")
    return StateArchive(
      header: ArchiveHeader(scene: scene, date: Date(timeIntervalSinceReferenceDate: 0)),
      root: NodeNumber(1),
      records: [NodeNumber(1): root],
      nextNumber: 2
    )
  }

  /// Makes a few random changes, and notes a number by which the result is known.
  mutating func mutate(version: Int, using generator: inout SeededGenerator) {
    header.system = "v\(version)"
    setClock(using: &generator)
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1: grow(using: &generator)
      case 2: prune(using: &generator)
      case 3: shuffle(using: &generator)
      case 4: appState = Self.state(using: &generator)
      default: changeNode(using: &generator)
      }
    }
  }

  /// Changes the state of one node, and nothing else but the time.
  mutating func touch(using generator: inout SeededGenerator) {
    setClock(using: &generator)
    let before = records
    while records == before { changeNode(using: &generator) }
  }

  /// The clock orders nothing, so it may go where it likes.
  private mutating func setClock(using generator: inout SeededGenerator) {
    header.date = Date(timeIntervalSinceReferenceDate: .random(in: -1e6...1e6, using: &generator))
  }

  private mutating func changeNode(using generator: inout SeededGenerator) {
    let number = anyNode(using: &generator)
    records[number]?.state = Self.state(using: &generator)
  }

  private mutating func grow(using generator: inout SeededGenerator) {
    let parent = anyNode(using: &generator)
    let number = NodeNumber(nextNumber)
    nextNumber += 1
    let slot = Bool.random(using: &generator) ? ContainerSlot.only : ContainerSlot("side")
    var record = NodeRecord(
      number: number,
      parent: parent,
      slot: slot,
      identifier: "n\(number.rawValue)"
    )
    record.state = Self.state(using: &generator)
    records[number] = record
    let index = records[parent]?.children.firstIndex { $0.slot == slot }
    if let index {
      records[parent]?.children[index].children.insert(number, at: 0)
    } else {
      records[parent]?.children.append(SlotRecord(slot: slot, children: [number]))
    }
  }

  private mutating func prune(using generator: inout SeededGenerator) {
    let number = anyNode(using: &generator)
    guard number != root, let parent = records[number]?.parent else { return }
    for index in records[parent]?.children.indices ?? 0..<0 {
      records[parent]?.children[index].children.removeAll { $0 == number }
    }
    var doomed = [number]
    while let next = doomed.popLast() {
      doomed += records[next]?.children.flatMap(\.children) ?? []
      records[next] = nil
    }
  }

  private mutating func shuffle(using generator: inout SeededGenerator) {
    let number = anyNode(using: &generator)
    for index in records[number]?.children.indices ?? 0..<0 {
      records[number]?.children[index].children.shuffle(using: &generator)
    }
  }

  private func anyNode(using generator: inout SeededGenerator) -> NodeNumber {
    let numbers = records.keys.sorted()
    return numbers[Int.random(in: 0..<numbers.count, using: &generator)]
  }

  /// A map of one entry, as a node's state may be.
  private static func state(using generator: inout SeededGenerator) -> [UInt8] {
    let length = Int.random(in: 0...23, using: &generator)
    let text = (0..<length).map { _ in UInt8.random(in: 0x61...0x7A, using: &generator) }
    return [0xA1, 0x61, 0x73, 0x60 | UInt8(length)] + text
  }
}

extension SceneChanges {
  /// What makes one archive of another.
  init(from old: StateArchive?, to new: StateArchive) {
    guard let old else {
      self.init(replacingWith: new)
      return
    }
    let updated = new.records.values.filter { old.records[$0.number] != $0 }
    self.init(
      header: new.header,
      root: new.root,
      updated: updated.sorted { $0.number < $1.number },
      removed: old.records.keys.filter { new.records[$0] == nil }.sorted(),
      appState: old.appState == new.appState ? nil : new.appState,
      nextNumber: new.nextNumber
    )
  }
}
