import RestorationCore
import RestorationTestSupport
import Testing

/// Contracts 8 and 10: what a save asks, and what it writes.
@MainActor
@Suite("Change tracking")
struct ChangeTrackingTests {
  private let store = RecordingStore()

  private func open(_ root: any Restorable) -> TestApp {
    let app = TestApp(store)
    app.restore(root)
    return app
  }

  @Test("B47: the first state is saved even if nothing was touched.")
  func firstSave() throws {
    let app = open(Row("root", [Probe("a")]))
    #expect(app.save().outcome == .saved)
    let archive = try #require(try store.archive())
    #expect(archive.records.count == 2)
    #expect(archive.header.scene == "main")
  }

  @Test("A second save with nothing changed does not even call the store.")
  func secondSave() {
    let items: [any Restorable] = [
      Probe("a"), Promising(restorationIdentifier: "b"), BareLeaf("c"), BareBox("d", [Probe("e")]),
      TrackedLeaf("f"),
    ]
    let app = open(Row("root", items))
    app.save()
    #expect(store.batches.count == 1)
    for _ in 0..<3 { #expect(app.save().outcome == .nothingChanged) }
    #expect(store.batches.count == 1)
  }

  @Test("Only records that differ are handed to the store.")
  func onlyChanges() throws {
    let items = (0..<20).map { Probe("item\($0)", number: $0) }
    let app = open(Row("root", items))
    app.save()
    items[7].number = 100
    items[7].text = "changed"
    app.save()
    let changes = try #require(store.lastChanges)
    #expect(changes.updated.map(\.identifier) == ["item7"])
    #expect(changes.removed.isEmpty)
    #expect(!changes.replacesEverything)
  }

  @Test("A class that promises to mark its changes is asked only when it is marked.")
  func promise() {
    let node = Promising(restorationIdentifier: "a")
    let app = open(Row("root", [node]))
    app.save()
    app.save()
    #expect(node.encodes == 1)
    node.invalidateRestorableState()
    app.save()
    #expect(node.encodes == 2)
    node.text = "x"
    app.save()
    app.save()
    #expect(node.encodes == 3)
  }

  @Test("Forgetting to mark a change of hand-written keys costs no state.")
  func handWrittenKeys() throws {
    let probe = Probe("a")
    let leaf = BareLeaf("b")
    let app = open(Row("root", [probe, leaf]))
    app.save()
    probe.number = 5
    leaf.number = 6
    leaf.text = "untracked"
    app.save()
    #expect(try #require(store.lastChanges).updated.map(\.identifier) == ["a", "b"])
  }

  @Test("P140, P141: keys that are written only sometimes appear and vanish without being marked.")
  func conditionalKeys() throws {
    let probe = Probe("a")
    probe.encoding = { probe, encoder in
      if probe.number > 0 { encoder.encode(probe.number, forKey: "number") }
    }
    let app = open(Row("root", [probe]))
    app.save()
    let empty = try #require(try store.archive()?.record("a")).state
    probe.number = 1
    app.save()
    #expect(try #require(try store.archive()?.record("a")).state != empty)
    probe.number = 0
    app.save()
    #expect(try #require(try store.archive()?.record("a")).state == empty)
  }

  @Test("The promise of a class is not inherited: a subclass is asked until it promises too.")
  func promiseIsNotInherited() {
    class Base: RestorableController {
      override class var tracksChanges: Bool { self == Base.self }
    }
    final class Derived: Base {
      var encodes = 0
      override func encodeRestorableState(to encoder: StateEncoder) throws {
        try super.encodeRestorableState(to: encoder)
        encodes += 1
        encoder.encode(encodes, forKey: "count")
      }
    }
    let node = Derived(restorationIdentifier: "a")
    let app = open(Row("root", [node, RestorableController(restorationIdentifier: "plain")]))
    app.save()
    app.save()
    #expect(node.encodes == 2)
    #expect(RestorableController.tracksChanges)
    #expect(!Derived.tracksChanges)
  }

  @Test("P172: a custom container that marks nothing has its children found at each save.")
  func untrackedContainer() throws {
    let box = BareBox("box", [Probe("a")])
    let app = open(box)
    app.save()
    box.items = [Probe("b"), Probe("c")]
    let report = app.save()
    #expect(report.updatedRecords == 3)
    #expect(report.removedRecords == 1)
    let archive = try #require(try store.archive())
    #expect(archive.records.values.map(\.identifier).sorted() == ["b", "box", "c"])
  }

  @Test("P202: each node is asked exactly once at a save.")
  func askedOnce() {
    let probe = Probe("a")
    let app = open(Row("root", [BareBox("box", [probe])]))
    probe.invalidateRestorableState()
    probe.text = "x"
    app.save()
    #expect(probe.encodes == 1)
  }

  @Test("Every node is asked at each save if a hook writes, since what it writes may change.")
  func hooksAskEveryNode() throws {
    let stamp = Noted(0)
    var hooks = CoderHooks()
    hooks.didEncode = { node, encoder in encoder.encode(stamp.value, forKey: "stamp") }
    let app = TestApp(store, hooks: hooks)
    let node = Promising(restorationIdentifier: "a")
    let root = Row("root", [node])
    app.restore(root)
    app.save()
    #expect(app.save().outcome == .nothingChanged)
    stamp.value = 1
    #expect(app.save().updatedRecords == 2)
  }

  @Test("P175: hooks that are replaced while running are the ones that the next save runs.")
  func replacedHooks() throws {
    let app = open(Row("root", [Promising(restorationIdentifier: "a")]))
    app.save()
    app.session.hooks.willEncode = { _, encoder in encoder.encode(1, forKey: "hook") }
    #expect(app.save().updatedRecords == 2)
    app.session.hooks = CoderHooks()
    app.session.hooks.didEncode = { _, encoder in encoder.encode(2, forKey: "hook") }
    #expect(app.save().updatedRecords == 2)
  }

  @Test("P273: a marked node whose bytes are equal is not handed over.")
  func equalBytes() {
    let probe = Probe("a")
    let app = open(Row("root", [probe]))
    app.save()
    probe.text = "x"
    probe.text = ""
    probe.invalidateRestorableState()
    #expect(app.save().outcome == .nothingChanged)
    #expect(store.batches.count == 1)
  }

  @Test("Marking a node that stands in no scene does nothing.")
  func markOutsideScene() {
    let probe = Probe("a")
    probe.text = "x"
    probe.invalidateRestorableState()
    #expect(probe.restorationTracker?.isAsleep == false)
  }
}
