import RestorationCore
import RestorationTestSupport
import Testing

/// Contracts 21 and 22, as far as the engine decides.
@MainActor
@Suite("Slots and holes")
struct SlotTests {
  @Test("A slot recorded as empty is emptied; one without a record keeps what the launch built.")
  func emptySlot() throws {
    let store = RecordingStore()
    let saving = TestApp(store)
    saving.restore(Pair("root", nil, Probe("b")))
    saving.save()
    var archive = try #require(try store.archive())
    let root = try #require(archive.root)
    let restored = Pair("root", Probe("x"), Probe("b"))
    TestApp(store).restore(restored)
    #expect(restored.left == nil)
    archive.records[root]?.children.removeAll { $0.slot == .left }
    try store.commit([SceneChanges(replacingWith: archive)])
    let kept = Pair("root", Probe("x"), Probe("b"))
    TestApp(store).restore(kept)
    #expect(kept.left?.restorationIdentifier == "x")
  }

  @Test("P178, P334: a child that did not come back does not shift its neighbours' state.")
  func noShift() throws {
    let store = RecordingStore()
    let saving = TestApp(store)
    saving.restore(Row("root", (0..<5).map { Probe("p\($0)", number: $0) }))
    saving.save()
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, at: "**/p2") { _, _ in nil }
    let root = Row("root")
    TestApp(store, registry: registry).restore(root)
    #expect(root.items.compactMap { ($0 as? Probe)?.number } == [0, 1, 3, 4])
  }

  @Test("A container sees its holes, and which children the launch built.")
  func holes() throws {
    final class Seeing: RestorableController, RestorableContainer {
      var items: [any Restorable] = []
      var seen: [String] = []
      func encodeChildren(to encoder: ChildEncoder) { encoder.encode(items) }
      func restoreChildren(from decoder: ChildDecoder) {
        let children = decoder.children() ?? []
        seen = children.map { child in
          let kind = child.object == nil ? "hole" : child.wasBuiltByLaunch ? "built" : "made"
          return "\(child.identifier) \(kind)"
        }
        let objects = decoder.objects() ?? []
        #expect(objects.elementsEqual(children.compactMap(\.object)) { $0 === $1 })
        #expect(decoder.objects(in: .presented) == nil)
        updateChildren { items = objects }
      }
    }
    let store = RecordingStore()
    let saved = Seeing(restorationIdentifier: "root")
    saved.items = [Probe("built"), Promising(restorationIdentifier: "gone"), Probe("made")]
    let saving = TestApp(store)
    saving.restore(saved)
    saving.save()
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Promising.self, named: "promising") { _, _ in nil }
    let root = Seeing(restorationIdentifier: "root")
    root.items = [Probe("built")]
    TestApp(store, registry: registry).restore(root)
    #expect(root.seen == ["built built", "gone hole", "made made"])
  }

  @Test("Children that a container does not take are reported, and the rest goes on.")
  func refused() throws {
    final class Refusing: RestorableController, RestorableContainer {
      var items: [any Restorable] = []
      func encodeChildren(to encoder: ChildEncoder) { encoder.encode(items) }
      func restoreChildren(from decoder: ChildDecoder) {}
    }
    let store = RecordingStore()
    let saved = Refusing(restorationIdentifier: "root")
    saved.items = [Probe("a")]
    let saving = TestApp(store)
    saving.restore(saved)
    saving.save()
    let app = TestApp(store)
    let report = app.restore(Refusing(restorationIdentifier: "root"))
    #expect(report.reasons == [.leftOut])
    #expect(report.diagnostics.first?.path?.description == "root/a")
    app.save()
    #expect(try store.archive()?.records.count == 1)
  }

  @Test("A node that contained others and is no container any more is reported.")
  func noContainer() throws {
    let store = RecordingStore()
    let saving = TestApp(store)
    saving.restore(Row("root", [Row("a", [Probe("x")])]))
    saving.save()
    let report = TestApp(store).restore(Row("root", [Probe("a")]))
    #expect(report.reasons == [.otherClass, .leftOut])
  }

  @Test(
    "Children that the archive does not know stay where the container leaves them, and are saved."
  )
  func unknownChildren() throws {
    final class Keeping: RestorableController, RestorableContainer {
      var items: [any Restorable] = []
      override class var tracksChanges: Bool { true }
      func encodeChildren(to encoder: ChildEncoder) { encoder.encode(items) }
      func restoreChildren(from decoder: ChildDecoder) {
        let restored = decoder.objects() ?? []
        let kept = items.filter { item in !restored.contains { $0 === item } }
        items = restored + kept
      }
    }
    func keeping(_ items: [any Restorable]) -> Keeping {
      let root = Keeping(restorationIdentifier: "root")
      root.items = items
      return root
    }
    let store = RecordingStore()
    let saving = TestApp(store)
    saving.restore(keeping([Probe("a", number: 1)]))
    saving.save()
    let root = keeping([Probe("new", number: 2), Probe("a")])
    let app = TestApp(store)
    #expect(app.restore(root).outcome == .restored)
    #expect(root.items.map(\.restorationIdentifier) == ["a", "new"])
    app.save()
    #expect(try store.archive()?.records.count == 3)
  }

  @Test(
    "P39, P187, P204, P316, P335, B54: a whole nest of containers comes back below the given root."
  )
  func nest() throws {
    let harness = RestorationHarness(registry: .fixtures()) { _ in Pair("root", nil, nil) }
    harness.root.set(
      Row(
        "menu",
        [BareBox("box", [Row("stack", [Probe("a", number: 1), Probe("a", number: 2)])])]
      ),
      Pair("split", BareLeaf("leaf", number: 3), Row("detail", [TrackedLeaf("t")]))
    )
    let before = harness.treeDescription
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(harness.treeDescription == before)
  }
}
