import RestorationCore
import RestorationTestSupport

/// Grows and cuts the tree of one scene at random.
struct SceneGarden {
  private(set) var archive: StateArchive

  /// Takes over the tree of a scene; what is planted in it has numbers from a given one on.
  init(_ archive: StateArchive, header: ArchiveHeader, from number: UInt64) {
    self.archive = archive
    self.archive.header = header
    self.archive.nextNumber = max(archive.nextNumber, number)
  }

  /// Plants a tree of random size.
  init(planting header: ArchiveHeader, from number: UInt64, _ random: inout SeededGenerator) {
    archive = StateArchive(header: header, nextNumber: number)
    let root = NodeNumber(number)
    archive.root = root
    archive.nextNumber += 1
    archive.records[root] = NodeRecord(
      number: root,
      parent: nil,
      identifier: "root",
      state: body(&random)
    )
    archive.appState = body(&random)
    grow(1 + random.below(30), &random)
  }

  /// Does one to three random things to the tree.
  mutating func work(_ random: inout SeededGenerator) {
    for _ in 0...random.below(3) {
      switch random.below(12) {
      case 0: grow(1 + random.below(25), &random)
      case 1 where archive.records.count > 8: cut(&random)
      case 2: move(&random)
      case 3: archive.appState = body(&random)
      default: rewrite(&random)
      }
    }
    if archive.records.count > 60 { cut(&random) }
  }
}

// MARK: - What is done

extension SceneGarden {
  private mutating func grow(_ count: Int, _ random: inout SeededGenerator) {
    for _ in 0..<count {
      let parent = anyNode(&random)
      let record = NodeRecord(
        number: NodeNumber(archive.nextNumber),
        parent: parent,
        slot: random.below(3) == 0 ? ContainerSlot("side") : .only,
        identifier: ["row", "zeile\u{308}", "🧭"][random.below(3)],
        className: random.below(2) == 0 ? "Row" : nil,
        classVersion: random.below(3),
        state: body(&random),
        containerState: random.below(4) == 0 ? body(&random) : NodeRecord.emptyState
      )
      archive.nextNumber += 1
      archive.records[record.number] = record
      insert(record, &random)
    }
  }

  /// Takes out a node with all that hangs below it, or leaves its first child in its place.
  private mutating func cut(_ random: inout SeededGenerator) {
    let victim = anyNode(&random)
    guard let record = archive.records[victim], let parent = record.parent else { return }
    takeOut(record)
    if let heir = record.children.first?.children.first, var child = archive.records[heir] {
      if random.below(2) == 0 {
        takeOut(child)
        child.parent = parent
        archive.records[heir] = child
        insert(child, &random)
      }
    }
    for number in below(victim) { archive.records[number] = nil }
  }

  /// Hangs a node elsewhere, or among its siblings.
  private mutating func move(_ random: inout SeededGenerator) {
    let number = anyNode(&random)
    guard var record = archive.records[number], record.parent != nil else { return }
    let barred = Set(below(number))
    let target = anyNode(&random)
    takeOut(record)
    if !barred.contains(target) { record.parent = target }
    archive.records[number] = record
    insert(record, &random)
  }

  private mutating func rewrite(_ random: inout SeededGenerator) {
    for _ in 0...random.below(4) {
      let number = anyNode(&random)
      let state = body(&random)
      archive.records[number]?.state = state
    }
  }

  private mutating func insert(_ record: NodeRecord, _ random: inout SeededGenerator) {
    guard let parent = record.parent else { return }
    var lists = archive.records[parent]?.children ?? []
    if let index = lists.firstIndex(where: { $0.slot == record.slot }) {
      let place = random.below(lists[index].children.count + 1)
      lists[index].children.insert(record.number, at: place)
    } else {
      lists.append(SlotRecord(slot: record.slot, children: [record.number]))
    }
    archive.records[parent]?.children = lists
  }

  private mutating func takeOut(_ record: NodeRecord) {
    guard let parent = record.parent else { return }
    var lists = archive.records[parent]?.children ?? []
    for index in lists.indices { lists[index].children.removeAll { $0 == record.number } }
    archive.records[parent]?.children = lists
  }
}

// MARK: - What it takes

extension SceneGarden {
  private func anyNode(_ random: inout SeededGenerator) -> NodeNumber {
    let numbers = archive.records.keys.sorted()
    return numbers[random.below(numbers.count)]
  }

  /// A node and all that hangs below it.
  private func below(_ number: NodeNumber) -> [NodeNumber] {
    var result = [number]
    var index = 0
    while index < result.count {
      result += archive.records[result[index]]?.children.flatMap(\.children) ?? []
      index += 1
    }
    return result
  }

  /// A map of one entry, some of which are long enough for several pages.
  private func body(_ random: inout SeededGenerator) -> [UInt8] {
    let lengths = [0, 8, 50, 200]
    let length = random.below(100) == 0 ? 9_000 : lengths[random.below(lengths.count)]
    let head: [UInt8] = [0xA1, 0x61, 0x76, 0x59, UInt8(length >> 8), UInt8(length & 255)]
    var bytes = head
    bytes.reserveCapacity(length + 8)
    while bytes.count < head.count + length {
      withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) }
    }
    return Array(bytes.prefix(head.count + length))
  }
}
