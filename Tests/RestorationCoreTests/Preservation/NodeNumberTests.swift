import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

/// Contracts 4 and 5: a record's number lasts as long as its node.
@MainActor
@Suite("Node numbers in a live tree")
struct NodeNumberTests {
  private let store = RecordingStore()

  private func open(_ root: any Restorable, in scene: String = "main") -> TestApp {
    let app = TestApp(store)
    app.restore(root, in: scene)
    app.save()
    return app
  }

  private func numbers() throws -> [String: NodeNumber] {
    let archive = try #require(try store.archive())
    return Dictionary(
      uniqueKeysWithValues: archive.records.values.map { ($0.identifier, $0.number) }
    )
  }

  @Test("P45, P151: a node that moves between containers keeps its number and its state.")
  func move() throws {
    let probe = Probe("a", number: 3)
    let first = Row("first", [probe])
    let second = Row("second", [])
    let app = open(Row("root", [first, second]))
    let before = try #require(try store.archive()?.record("a"))
    first.set([])
    second.set([probe])
    app.save()
    let archive = try #require(try store.archive())
    let after = try #require(archive.record("a"))
    #expect(after.number == before.number)
    #expect(after.state == before.state)
    #expect(after.parent == archive.number("second"))
    #expect(archive.record("first")?.children.first == SlotRecord(slot: .only, children: []))
    #expect(archive.records.count == 4)
  }

  @Test("A subtree that moves keeps the numbers of all its nodes, in either order of marking.")
  func moveSubtree() throws {
    for inward in [true, false] {
      let leaf = Probe("leaf")
      let inner = Row("inner", [leaf])
      let shallow = Row("shallow", inward ? [inner] : [])
      let deep = Row("deep", inward ? [] : [inner])
      let app = open(Row("root", [shallow, Row("between", [deep])]))
      let before = try numbers()
      if inward {
        shallow.set([])
        deep.set([inner])
      } else {
        deep.set([])
        shallow.set([inner])
      }
      let report = app.save()
      #expect(report.diagnostics.isEmpty)
      #expect(report.removedRecords == 0)
      #expect(try numbers() == before)
      try app.session.discard(scene: "main")
    }
  }

  @Test("Nodes that change places with those above them keep their numbers, at any depth.")
  func turnOver() throws {
    for depth in 2...6 {
      let rows = (0..<depth).map { Row("row\($0)") }
      let root = Row("root", [rows[0]])
      for (row, next) in zip(rows, rows.dropFirst()) { row.set([next]) }
      let app = open(root)
      let before = try numbers()
      root.set([])
      for row in rows { row.set([]) }
      root.set([rows[depth - 1]])
      for (row, next) in zip(rows.reversed(), rows.reversed().dropFirst()) { row.set([next]) }
      let report = app.save()
      #expect(report.diagnostics.isEmpty)
      #expect(try numbers() == before)
      #expect(try #require(try store.archive()).record("row0")?.parent == before["row1"])
      #expect(app.save().outcome == .nothingChanged)
      try app.session.discard(scene: "main")
    }
  }

  @Test("P99: trees that are put together anew at random keep all numbers, and lose no node.")
  func shuffledTrees() throws {
    var random = SeededGenerator(seed: 4)
    let root = Row("root")
    let rows = (0..<12).map { Row("row\($0)") }
    root.set(rows)
    let app = open(root)
    let before = try numbers()
    for _ in 0..<200 {
      root.set([])
      for row in rows { row.set([]) }
      var placed = [root]
      for row in rows.shuffled(using: &random) {
        let parent = try #require(placed.randomElement(using: &random))
        parent.add(row)
        placed.append(row)
      }
      let report = app.save()
      #expect(report.diagnostics.isEmpty)
      #expect(try numbers() == before)
      let archive = try #require(try store.archive())
      for row in [root] + rows {
        let children = row.items.compactMap { item in
          item.restorationIdentifier.flatMap { before[$0] }
        }
        #expect(
          archive.record(try #require(row.restorationIdentifier))?.children.first?.children
            == children
        )
      }
    }
  }

  @Test("P46, P121: a node that is removed and another put in its place get different numbers.")
  func replace() throws {
    let root = Row("root", [Probe("a")])
    let app = open(root)
    let first = try #require(try numbers()["a"])
    root.set([Probe("a")])
    app.save()
    #expect(try #require(try numbers()["a"]) > first)
  }

  @Test("P44, P95: an object that is removed, saved and added again has its own number again.")
  func addAgain() throws {
    let probe = Probe("a", number: 4)
    let root = Row("root", [probe])
    let app = open(root)
    let first = try #require(try numbers()["a"])
    root.set([])
    #expect(app.save().removedRecords == 1)
    #expect(try numbers()["a"] == nil)
    root.set([probe])
    app.save()
    #expect(try numbers()["a"] == first)
    let again = TestApp(store)
    let restored = Row("root")
    again.restore(restored)
    #expect(restored.item("a", as: Probe.self)?.number == 4)
  }

  @Test("P276: a node that is removed and added again between two saves is the same node.")
  func addAgainAtOnce() throws {
    let probe = Probe("a")
    let root = Row("root", [probe])
    let app = open(root)
    let before = try numbers()
    root.set([])
    root.set([probe])
    #expect(app.save().outcome == .nothingChanged)
    #expect(try numbers() == before)
  }

  @Test("P124, P133: a node keeps its number and state when its identifier changes.")
  func renamed() throws {
    let controller = Promising(restorationIdentifier: "a")
    let leaf = BareLeaf("b", number: 2)
    let presented = Promising(restorationIdentifier: "p")
    let presenter = RestorableController(restorationIdentifier: "presenter")
    presenter.present(presented)
    let app = open(Row("root", [controller, leaf, presenter]))
    let before = try numbers()
    let state = try #require(try store.archive()?.record("b")).state
    controller.restorationIdentifier = "a2"
    leaf.restorationIdentifier = "b2"
    presented.restorationIdentifier = "p2"
    app.save()
    let after = try numbers()
    #expect(after["a2"] == before["a"])
    #expect(after["b2"] == before["b"])
    #expect(after["p2"] == before["p"])
    #expect(after.count == before.count)
    #expect(try #require(try store.archive()?.record("b2")).state == state)
  }

  @Test("P118: siblings that exchange their identifiers keep their numbers and states.")
  func exchangedIdentifiers() throws {
    let (first, second) = (Probe("a", number: 1), Probe("b", number: 2))
    let app = open(Row("root", [first, second]))
    let before = try numbers()
    (first.restorationIdentifier, second.restorationIdentifier) = ("b", "a")
    #expect(app.save().diagnostics.isEmpty)
    let after = try numbers()
    #expect(after["b"] == before["a"] && after["a"] == before["b"])
    let restored = Row("root")
    TestApp(store).restore(restored)
    #expect(restored.item("a", as: Probe.self)?.number == 2)
    #expect(restored.item("b", as: Probe.self)?.number == 1)
  }

  @Test("P73, P124: a node that takes an identifier in use keeps its state beside the other's.")
  func takenIdentifier() throws {
    let (first, second) = (Probe("a", number: 1), Probe("b", number: 2))
    let app = open(Row("root", [first, second]))
    second.restorationIdentifier = "a"
    #expect(app.save().diagnostics.isEmpty)
    let restored = Row("root")
    TestApp(store).restore(restored)
    #expect(restored.items.compactMap { ($0 as? Probe)?.number } == [1, 2])
  }

  @Test("P176: a registered object that is renamed keeps its number.")
  func renamedObject() throws {
    let root = Row("root")
    let object = Promising(restorationIdentifier: "object")
    let app = open(root)
    app.session.register(object, under: root)
    app.save()
    let before = try numbers()
    object.restorationIdentifier = "renamed"
    app.save()
    #expect(try numbers()["renamed"] == before["object"])
  }

  @Test("A root whose identifier changes keeps its number, and all below it keep theirs.")
  func renamedRoot() throws {
    let root = Row("root", [Probe("a")])
    let app = open(root)
    let before = try numbers()
    root.restorationIdentifier = "main"
    #expect(app.save().updatedRecords == 1)
    let after = try numbers()
    #expect(after["main"] == before["root"])
    #expect(after["a"] == before["a"])
  }

  @Test("P47: numbers are the same after a restart, and no number is ever given twice.")
  func restart() throws {
    let harness = RestorationHarness(registry: .fixtures()) { _ in Row("root") }
    harness.root.set([Probe("a"), Probe("a"), Probe("b")])
    let first = try harness.archive()
    try harness.restartAndRestore()
    harness.root.set(Array(harness.root.items.dropFirst()) + [Probe("c")])
    let second = try harness.archive()
    #expect(second.number("root") == first.number("root"))
    #expect(second.number("b") == first.number("b"))
    #expect(try #require(second.number("c")).rawValue >= first.nextNumber)
  }

  @Test("A node that joins another scene leaves the first one, with its state read.")
  func acrossScenes() throws {
    for names in [("a", "b"), ("b", "a")] {
      let probe = Probe("moved", number: 9)
      let inner = Row("inner", [probe])
      let from = Row("root", [inner])
      let target = Row("root")
      let app = open(from, in: names.0)
      app.restore(target, in: names.1)
      from.set([])
      target.set([inner])
      app.save()
      app.save()
      #expect(try #require(try store.archive(names.0)).records.count == 1)
      let archive = try #require(try store.archive(names.1))
      #expect(archive.records.values.map(\.identifier).sorted() == ["inner", "moved", "root"])
      #expect(app.save().outcome == .nothingChanged)
      try app.session.eraseAll()
      app.session.close(scene: names.0)
      app.session.close(scene: names.1)
    }
  }

  @Test("A node that joins a scene of another session once it is encoded is not saved in its own.")
  func acrossSessionsWhileEncoded() throws {
    let moved = Probe("moved")
    let mover = Probe("mover")
    let root = Row("root", [moved, mover])
    let elsewhere = TestApp(InMemoryStateStore())
    let app = open(root)
    mover.encoding = { _, _ in
      guard root.items.count == 2 else { return }
      root.set([mover])
      elsewhere.restore(Row("root", [moved]))
      elsewhere.save()
    }
    moved.number = 1
    moved.invalidateRestorableState()
    mover.invalidateRestorableState()
    app.save()
    #expect(try #require(try store.archive()).record("moved") == nil)
    app.save()
    let archive = try #require(try store.archive())
    #expect(archive.records.values.map(\.identifier).sorted() == ["mover", "root"])
    let number = try #require(archive.number("mover"))
    #expect(archive.record("root")?.children.first?.children == [number])
    #expect(app.save().outcome == .nothingChanged)
    withExtendedLifetime(elsewhere) {}
  }

  @Test("A subtree that was in a scene of another session and is back is saved whole.")
  func acrossSessionsAndBack() throws {
    let inner = Row("inner", [BareLeaf("bare"), Probe("probe")])
    let root = Row("root", [inner])
    let app = open(root)
    let elsewhere = TestApp(InMemoryStateStore())
    let target = Row("root")
    elsewhere.restore(target)
    root.set([])
    target.set([inner])
    elsewhere.save()
    target.set([])
    root.set([inner])
    app.save()
    let archive = try #require(try store.archive())
    #expect(archive.records.count == 4)
    let numbers = try ["bare", "probe"].map { try #require(archive.number($0)) }
    #expect(archive.record("inner")?.children.first?.children == numbers)
    #expect(app.save().outcome == .nothingChanged)
  }

  @Test("Archives whose numbers are used up still take new nodes.")
  func usedUpNumbers() throws {
    for next: UInt64 in [.max, .max - 1, 0, 1] {
      let header = ArchiveHeader(scene: "main", date: .init(timeIntervalSince1970: 0))
      let number = NodeNumber(1)
      let archive = StateArchive(
        header: header,
        root: number,
        records: [number: NodeRecord(number: number, parent: nil, identifier: "root")],
        nextNumber: next
      )
      let store = RecordingStore()
      try store.commit([SceneChanges(replacingWith: archive)])
      let app = TestApp(store)
      let root = Row("root")
      app.restore(root)
      root.set([Probe("a"), Probe("b"), Probe("c")])
      app.save()
      #expect(try #require(try store.archive()).records.count == 4)
    }
  }
}
