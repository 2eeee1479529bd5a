extension SavedScene {
  /// How many notes of damage are taken; a forged file could ask for any number of them.
  static let noteLimit = 10_000

  private var name: String { String(archive.header.scene.prefix(40)) }

  /// Notes that a node is lost.
  mutating func note(_ number: NodeNumber?, _ what: String) {
    guard damage.count < Self.noteLimit else { return }
    let node = number.map { "Node \($0)" } ?? "Something"
    damage.append(ArchiveDamage(node: number, message: "\(node) of the scene '\(name)' \(what)."))
  }

  /// Notes a damaged item, and the node that it says it is of, if that one is missing.
  mutating func note(_ range: DamagedRange) {
    let number = range.claim?.node.map { NodeNumber($0) }.flatMap { number in
      archive.records[number] == nil && number.rawValue < archive.nextNumber ? number : nil
    }
    let place = number.map { "node \($0)" } ?? "something"
    damage.append(
      ArchiveDamage(node: number, message: range.message("\(place) in the scene '\(name)'"))
    )
  }

  /// Notes nodes that others refer to, and that are not there.
  mutating func noteMissingRecords() {
    var missing = Set(damage.compactMap(\.node))
    var referred = archive.root.map { [$0] } ?? []
    for record in archive.records.values.sorted(by: { $0.number < $1.number }) {
      referred += record.children.flatMap(\.children)
    }
    for number in referred where archive.records[number] == nil {
      if missing.insert(number).inserted { note(number, "has no record that can be read") }
    }
  }

  /// Takes out nodes that claim to be roots beside the root.
  mutating func dropSecondRoots() {
    guard let root = archive.root else { return }
    let others = archive.records.values.filter { $0.parent == nil && $0.number != root }
    for number in others.map(\.number).sorted() {
      archive.records[number] = nil
      note(number, "has no parent and is not the root; it is left out")
    }
  }

  /// Takes out nodes that are their own ancestors.
  mutating func dropCycles() {
    // A node is mostly numbered after its parent; a scene in which all are has no cycle.
    let mayHaveCycles = archive.records.values.contains { record in
      record.parent.map { $0 >= record.number } ?? false
    }
    guard mayHaveCycles else { return }
    var settled: Set<NodeNumber> = []
    for start in archive.records.keys.sorted() {
      var path: [NodeNumber] = []
      var onPath: Set<NodeNumber> = []
      var next: NodeNumber? = start
      while let number = next, let record = archive.records[number], !settled.contains(number),
        onPath.insert(number).inserted
      {
        path.append(number)
        next = record.parent
      }
      if let next, onPath.contains(next), let first = path.firstIndex(of: next) {
        for number in path[first...].sorted() {
          archive.records[number] = nil
          note(number, "is its own ancestor; it is left out")
        }
      }
      settled.formUnion(path)
    }
  }
}
