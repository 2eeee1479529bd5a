import RestorationCore
import RestorationTestSupport
import Testing

/// What is hidden stays unread until it is needed, and loses nothing.
@MainActor
@Suite("Sleeping nodes")
struct SleepingTests {
  private let store = RecordingStore()

  /// A row of three probes of which the first is shown, saved and restored.
  private func restored(
    _ item: (Int) -> any Restorable = { Probe("p\($0)", number: $0 + 1) }
  )
    -> (app: TestApp, root: Row)
  {
    let saved = Row("root", (0..<3).map(item))
    saved.show(0)
    let saving = TestApp(store)
    saving.restore(saved)
    saving.save()
    let root = Row("root")
    let app = TestApp(store)
    app.restore(root)
    return (app, root)
  }

  @Test(
    "P41, P94, P149, P181, P194: hidden nodes are made and sleep; showing one wakes it, with its hooks."
  )
  func shown() throws {
    let (app, root) = restored()
    let hidden = try #require(root.item("p1", as: Probe.self))
    #expect(hidden.restorationTracker?.isAsleep == true)
    #expect(hidden.decodes == 0 && hidden.finishes == 0)
    root.show(1)
    #expect(hidden.number == 2)
    #expect(hidden.decodes == 1 && hidden.finishes == 1)
    #expect(root.item("p2", as: Probe.self)?.decodes == 0)
    #expect(app.session.treeDescription(scene: "main")?.contains("p2 Probe, asleep") == true)
  }

  @Test("The report counts the nodes that sleep.")
  func counted() {
    let saved = Row("root", [Probe("a"), Row("b", [Probe("c")])])
    saved.show(0)
    let saving = TestApp(store)
    saving.restore(saved)
    saving.save()
    let report = TestApp(store).restore(Row("root"))
    #expect(report.sleepingNodes == 2 && report.restoredNodes == 4)
    #expect(report.outcome == .restored)
  }

  @Test(
    "P2, P42, P96, P255, P168, P346: unread bytes are carried through later saves, over generations."
  )
  func carriedThrough() throws {
    _ = restored()
    let first = try #require(try store.archive())
    for generation in 1...3 {
      let root = Row("root")
      let app = TestApp(store)
      app.restore(root)
      let shown = try #require(root.item("p0", as: Probe.self))
      shown.number = generation * 10
      root.item("p2", as: Probe.self)?.invalidateRestorableState()
      app.save()
      let archive = try #require(try store.archive())
      for name in ["p1", "p2"] { #expect(archive.record(name) == first.record(name)) }
    }
    let root = Row("root")
    let app = TestApp(store)
    app.restore(root)
    defer { app.session.close(scene: "main") }
    root.show(2)
    #expect(root.item("p2", as: Probe.self)?.number == 3)
  }

  @Test("A store that is handed everything again gets the bytes of sleeping nodes too.")
  func fullSave() throws {
    let (app, root) = restored()
    let before = try #require(try store.archive()?.record("p1"))
    root.item("p0", as: Probe.self)?.number = 50
    try app.session.eraseAll()
    app.save()
    #expect(try #require(store.lastChanges).updated.count == 4)
    #expect(try store.archive()?.record("p1") == before)
  }

  @Test("P98: reading or writing a restored property of a sleeping node wakes it first, once.")
  func propertyWakes() throws {
    let (app, root) = restored { index in
      let probe = Probe("p\(index)")
      probe.text = "text \(index)"
      return probe
    }
    let read = try #require(root.item("p1", as: Probe.self))
    #expect(read.text == "text 1")
    #expect(read.text == "text 1" && read.decodes == 1)
    let written = try #require(root.item("p2", as: Probe.self))
    written.text = "new"
    #expect(written.text == "new" && written.decodes == 1)
    app.save()
    #expect(store.lastChanges?.updated.map(\.identifier) == ["p2"])
  }

  @Test("A node can be woken before its hand-written state is changed, so that the change stays.")
  func wokenByHand() throws {
    let (app, root) = restored()
    let probe = try #require(root.item("p1", as: Probe.self))
    probe.restorationTracker?.wake()
    #expect(probe.number == 2)
    probe.number = 20
    root.show(1)
    #expect(probe.number == 20 && probe.decodes == 1)
    app.save()
    #expect(store.lastChanges?.updated.map(\.identifier) == ["root", "p1"])
  }

  @Test("Asking for the node at a path wakes it.")
  func askedFor() throws {
    let (app, _) = restored()
    let path = try IdentifierPath(parsing: "root/p1")
    let node = try #require(app.session.restorable(at: path, in: "main") as? Probe)
    #expect(node.number == 2)
    #expect(node.restorationTracker?.isAsleep == false)
  }

  @Test("A reference wakes its target, which is decoded and finished once.")
  func reference() throws {
    let saved = Row("root", [Probe("a"), Probe("b", number: 5)])
    saved.show(0)
    let target = try #require(saved.item("b", as: Probe.self))
    saved.item("a", as: Probe.self)?.encoding = { _, encoder in
      encoder.encodeReference(target, forKey: "friend")
    }
    let saving = TestApp(store)
    saving.restore(saved)
    saving.save()
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, at: "**/a") { request, _ in
      let probe = Probe(request.identifier)
      probe.decoding = { probe, decoder in
        let friend = try decoder.decodeReference(Probe.self, forKey: "friend")
        probe.number = friend?.number ?? -1
      }
      return probe
    }
    let root = Row("root")
    let report = TestApp(store, registry: registry).restore(root)
    #expect(report.sleepingNodes == 0)
    #expect(root.item("a", as: Probe.self)?.number == 5)
    let woken = try #require(root.item("b", as: Probe.self))
    #expect(woken.decodes == 1 && woken.finishes == 1)
  }

  @Test("A node that is woken when others finish is finished too, once.")
  func wokenLate() throws {
    final class Peeking: RestorableController, RestorableContainer {
      var items: [any Restorable] = []
      func encodeChildren(to encoder: ChildEncoder) { encoder.encode(items) }
      func restoreChildren(from decoder: ChildDecoder) {
        updateChildren { items = decoder.objects() ?? [] }
      }
      var visibleRestorableChildren: [any Restorable] { [] }
      override func didFinishRestoring() {
        for item in items.compactMap({ $0 as? Probe }) { item.text += "!" }
      }
    }
    let harness = RestorationHarness(registry: .fixtures()) { _ in
      Peeking(restorationIdentifier: "root")
    }
    let probe = Probe("a")
    probe.text = "seen"
    harness.root.updateChildren { harness.root.items = [probe] }
    try harness.restartAndRestore()
    let restored = try #require(harness.root.items.first as? Probe)
    #expect(restored.text == "seen!")
    #expect(restored.decodes == 1 && restored.finishes == 1)
  }

  @Test("What is visible below a node that wakes wakes with it, and no more.")
  func wakesBelow() throws {
    let inner = Row("inner", [Probe("a", number: 1), Probe("b", number: 2)])
    inner.show(1)
    let saved = Row("root", [Probe("first"), inner])
    saved.show(0)
    let saving = TestApp(store)
    saving.restore(saved)
    saving.save()
    let root = Row("root")
    let app = TestApp(store)
    app.restore(root)
    defer { app.session.close(scene: "main") }
    let row = try #require(root.item("inner", as: Row.self))
    #expect(row.item("b", as: Probe.self)?.decodes == 0)
    root.show(1)
    #expect(row.item("b", as: Probe.self)?.number == 2)
    #expect(row.item("a", as: Probe.self)?.decodes == 0)
    row.show(0)
    #expect(row.item("a", as: Probe.self)?.number == 1)
  }

  @Test("Nodes without a tracker never sleep, as nothing would wake them.")
  func untracked() {
    let (_, root) = restored { BareLeaf("p\($0)", number: $0) }
    #expect(root.items.compactMap { ($0 as? BareLeaf)?.number } == [0, 1, 2])
    #expect(root.items.compactMap { ($0 as? BareLeaf)?.finishes } == [1, 1, 1])
  }

  @Test("Children of a container without a tracker do not sleep, as nothing tells when they show.")
  func untrackedContainer() throws {
    let saved = BareBox("root", [Probe("a", number: 1), Probe("b", number: 2)])
    saved.shown = 0
    let saving = TestApp(store)
    saving.restore(saved)
    saving.save()
    let root = BareBox("root")
    TestApp(store).restore(root)
    #expect(root.items.compactMap { ($0 as? Probe)?.number } == [1, 2])
  }

  @Test("A container that shows a child without marking it has it woken by the next save at last.")
  func unmarked() throws {
    final class Forgetful: RestorableController, RestorableContainer {
      var items: [any Restorable] = []
      var shown = 0
      func encodeChildren(to encoder: ChildEncoder) { encoder.encode(items) }
      func restoreChildren(from decoder: ChildDecoder) {
        updateChildren { items = decoder.objects() ?? [] }
      }
      var visibleRestorableChildren: [any Restorable] {
        items.indices.contains(shown) ? [items[shown]] : []
      }
    }
    let harness = RestorationHarness(registry: .fixtures()) { _ in
      Forgetful(restorationIdentifier: "root")
    }
    harness.root.updateChildren {
      harness.root.items = [Probe("a", number: 1), Probe("b", number: 2)]
    }
    try harness.restartAndRestore()
    harness.root.shown = 1
    #expect((harness.root.items.last as? Probe)?.number == 0)
    harness.session.save()
    #expect((harness.root.items.last as? Probe)?.number == 2)
  }

  @Test("P36: hiding a node does not ask it for its state, and it does not fall asleep again.")
  func hidden() throws {
    let (_, root) = restored()
    let probe = try #require(root.item("p0", as: Probe.self))
    root.show(1)
    #expect(probe.encodes == 0)
    #expect(probe.restorationTracker?.isAsleep == false)
    root.show(0)
    #expect(probe.decodes == 1)
  }

  @Test("A sleeping node that moves to another container keeps its unread bytes.")
  func moves() throws {
    let (app, root) = restored()
    let before = try #require(try store.archive()?.record("p2"))
    let sleeper = try #require(root.item("p2", as: Probe.self))
    let box = Row("box")
    root.set(root.items.filter { $0 !== sleeper } + [box])
    box.set([sleeper])
    app.save()
    let after = try #require(try store.archive()?.record("p2"))
    #expect(after.number == before.number && after.state == before.state)
    #expect(after.parent == (try store.archive()?.number("box")))
  }

  @Test("An error of a node that wakes later reaches the diagnostic handler.")
  func lateError() throws {
    let (_, _) = restored { index in
      let probe = Probe("p\(index)")
      probe.encoding = { _, encoder in encoder.encode("no number", forKey: "number") }
      return probe
    }
    let root = Row("root")
    let app = TestApp(store)
    let late = Noted<[String]>([])
    app.session.diagnosticHandler = { late.add("\($0)") }
    app.restore(root)
    #expect(late.value.isEmpty)
    root.show(1)
    #expect(late.value.count == 1)
    #expect(late.value.first?.hasPrefix("root/p1:") == true)
  }

  @Test(
    "P128, P137, P150: a restore in the middle of a run starts afresh, sleeping nodes included."
  )
  func restoredAgain() throws {
    let (app, root) = restored()
    root.item("p0", as: Probe.self)?.number = 99
    app.restore(root)
    #expect(root.item("p0", as: Probe.self)?.number == 1)
    #expect(root.item("p1", as: Probe.self)?.restorationTracker?.isAsleep == true)
    root.show(1)
    #expect(root.item("p1", as: Probe.self)?.number == 2)
  }
}
