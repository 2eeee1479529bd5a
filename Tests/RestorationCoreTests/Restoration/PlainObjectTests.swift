import RestorationCore
import RestorationTestSupport
import Testing

/// Contract 32: plain objects take part, and live as long as their parent.
@MainActor
@Suite("Plain objects")
struct PlainObjectTests {
  @Test("An object that the launch registers is matched; one that it does not is made by class.")
  func matchedOrMade() throws {
    let harness = RestorationHarness(registry: .fixtures()) { session in
      let root = Row("root")
      session.register(BareLeaf("source"), under: root)
      return root
    }
    let source = try #require(
      harness.session.registeredObjects(under: harness.root).first as? BareLeaf
    )
    source.number = 3
    harness.session.register(BareLeaf("made", number: 4), under: harness.root)
    #expect(try harness.restartAndRestore().outcome == .restored)
    let objects = harness.session.registeredObjects(under: harness.root).compactMap {
      $0 as? BareLeaf
    }
    #expect(objects.map(\.restorationIdentifier) == ["source", "made"])
    #expect(objects.map(\.number) == [3, 4])
    #expect(objects.map(\.finishes) == [1, 1])
  }

  @Test("Registering twice changes nothing, and an unregistered object leaves the archive.")
  func registerTwice() throws {
    let store = RecordingStore()
    let app = TestApp(store)
    let (root, object) = (Row("root"), BareLeaf("object"))
    app.restore(root)
    app.session.register(object, under: root)
    app.session.register(object, under: root)
    app.save()
    #expect(try store.archive()?.records.count == 2)
    #expect(app.session.registeredObjects(under: root).count == 1)
    app.session.unregister(object, under: root)
    app.save()
    #expect(try store.archive()?.records.count == 1)
  }

  @Test("The session keeps an object alive as long as its parent lives, tracked or not.")
  func lifetime() {
    let app = TestApp()
    for isTracked in [true, false] {
      weak var object: BareLeaf?
      var parent: (any Restorable)? = isTracked ? Probe("a") : BareLeaf("a")
      if let parent {
        let source = BareLeaf("source")
        object = source
        app.session.register(source, under: parent)
      }
      app.save()
      #expect(object != nil)
      parent = nil
      app.save()
      #expect(object == nil)
    }
  }

  @Test("Objects may have objects of their own, and refer to each other.")
  func nested() throws {
    let harness = RestorationHarness(registry: .fixtures()) { _ in BareBox("root") }
    let outer = BareLeaf("outer", number: 1)
    harness.session.register(outer, under: harness.root)
    harness.session.register(BareLeaf("inner", number: 2), under: outer)
    #expect(try harness.restartAndRestore().outcome == .restored)
    let restored = try #require(harness.session.registeredObjects(under: harness.root).first)
    let inner = harness.session.registeredObjects(under: restored).first as? BareLeaf
    #expect(inner?.number == 2)
  }

  @Test("An object whose class declines is missing, and the node comes back.")
  func declined() throws {
    let store = RecordingStore()
    let saving = TestApp(store)
    let root = Row("root", [Probe("a")])
    saving.session.register(BareLeaf("object"), under: root)
    saving.restore(root)
    saving.save()
    var registry = RestorationClassRegistry.fixtures()
    registry.register(BareLeaf.self, named: "bareLeaf") { _, _ in nil }
    let restored = Row("root")
    let app = TestApp(store, registry: registry)
    #expect(app.restore(restored).reasons == [.declined])
    #expect(restored.items.count == 1)
    #expect(app.session.registeredObjects(under: restored).isEmpty)
  }

  @Test("An object or a sheet of the launch that the archive does not know is saved.")
  func unknownToArchive() throws {
    for hadObject in [false, true] {
      let store = RecordingStore()
      let first = TestApp(store)
      let saved = BareBox("root")
      if hadObject { first.session.register(BareLeaf("old"), under: saved) }
      first.restore(saved)
      first.save()
      // Nothing is registered, so a root of another class takes the state.
      let app = TestApp(store, registry: RestorationClassRegistry())
      let root = Row("root")
      app.session.register(BareLeaf("new"), under: root)
      root.present(Probe("sheet"))
      app.restore(root)
      app.save()
      #expect(try store.archive()?.record("new") != nil)
      #expect(try store.archive()?.record("sheet") != nil)
    }
  }
}
