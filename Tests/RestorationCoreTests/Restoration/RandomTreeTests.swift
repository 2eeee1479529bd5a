import RestorationCore
import RestorationTestSupport
import Testing

/// Trees of all kinds of node, changed at random between restarts.
@MainActor
@Suite("Random trees")
struct RandomTreeTests {
  /// Makes nodes and changes trees, the same way in every run.
  @MainActor
  private final class Gardener {
    private var random: SeededGenerator
    private let session: RestorationSession
    private var made = 0

    init(seed: UInt64, _ session: RestorationSession) {
      random = SeededGenerator(seed: seed)
      self.session = session
    }

    private func pick(_ upper: Int) -> Int { Int.random(in: 0..<upper, using: &random) }

    /// A node with identifiers that are often shared, and of any kind.
    private func node(_ depth: Int) -> any Restorable {
      made += 1
      let identifier = pick(12) == 0 ? nil : "n\(pick(4))"
      let children = { (self.pick(depth > 3 ? 1 : 4)) }
      switch pick(8) {
      case 0: return Row(identifier, (0..<children()).map { _ in node(depth + 1) })
      case 1: return BareBox(identifier, (0..<children()).map { _ in node(depth + 1) })
      case 2 where depth < 4: return Pair(identifier, node(depth + 1), nil)
      case 3: return BareLeaf(identifier, number: made)
      case 4:
        let node = Promising(restorationIdentifier: identifier)
        node.number = made
        return node
      case 5 where depth < 4:
        let presenter = Probe(identifier, number: made)
        presenter.present(node(depth + 1), style: pick(2) == 0 ? .popover : .fullScreen)
        return presenter
      case 6:
        let parent = Probe(identifier, number: made)
        session.register(BareLeaf("object", number: made), under: parent)
        return parent
      default: return Probe(identifier, number: made)
      }
    }

    /// Changes a few things somewhere below the root.
    func change(_ root: Row) {
      var rows = [root]
      var pending: [any Restorable] = [root]
      while let next = pending.popLast() {
        if let row = next as? Row, row !== root { rows.append(row) }
        if let container = next as? any RestorableContainer {
          pending += container.restorableChildren
        }
      }
      for _ in 0..<(1 + pick(4)) {
        let row = rows[pick(rows.count)]
        switch pick(6) {
        case 0: row.set(row.items.shuffled(using: &random))
        case 1: row.set(Array(row.items.dropFirst()))
        case 2: row.show(row.items.isEmpty || pick(2) == 0 ? nil : pick(row.items.count))
        case 3: for case let probe as Probe in row.items { probe.text += "x" }
        default: row.add(node(1))
        }
      }
    }
  }

  /// The tree as text, without the nodes that are left out and without saying who sleeps.
  private func shape(_ harness: RestorationHarness<Row>) -> [Substring] {
    var hiddenDepth = Int.max
    return harness.treeDescription.split(separator: "\n").compactMap { line in
      let depth = line.prefix { $0 == " " }.count
      if depth > hiddenDepth { return nil }
      hiddenDepth = line.contains("(no identifier)") ? depth : .max
      guard hiddenDepth == .max else { return nil }
      return line.hasSuffix(", asleep") ? line.dropLast(", asleep".count) : line
    }
  }

  @Test("Every tree comes back as it was, and saves the same records again.", arguments: 1...25)
  func restarts(seed: UInt64) throws {
    let harness = RestorationHarness(registry: .fixtures()) { _ in Row("root", [Probe("built")]) }
    for round in 0..<8 as Range<UInt64> {
      Gardener(seed: seed * 100 + round, harness.session).change(harness.root)
      let before = shape(harness)
      let first = try harness.archive()
      let report = try harness.restartAndRestore()
      #expect(report.outcome == .restored, "\(report)")
      #expect(report.restoredNodes == first.records.count)
      #expect(shape(harness) == before)
      harness.session.save()
      #expect(try harness.archive().records == first.records)
      #expect(harness.session.save().outcome == .nothingChanged)
    }
  }

  @Test(
    "A save of what changed leaves the same archive as a save of everything.",
    arguments: 1...25
  )
  func incremental(seed: UInt64) throws {
    let store = RecordingStore()
    let app = TestApp(store)
    let root = Row("root", [])
    app.restore(root)
    let gardener = Gardener(seed: seed, app.session)
    for _ in 0..<12 {
      gardener.change(root)
      app.save()
      let archive = try #require(try store.archive())
      let whole = RecordingStore()
      try whole.commit([SceneChanges(replacingWith: archive)])
      try app.session.eraseAll()
      app.save()
      #expect(try store.archive()?.records == archive.records)
      let reachable = Set(archive.records.values.flatMap { $0.children.flatMap(\.children) })
      #expect(reachable.count == archive.records.count - 1)
      #expect(
        archive.records.values.allSatisfy { record in
          record.number == archive.root || record.parent.flatMap { archive.records[$0] } != nil
        }
      )
    }
  }
}
