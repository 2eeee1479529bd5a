import RestorationCore
import Testing

/// Contracts 11, 23 and 27: whatever the app does while it is asked, what is saved stays whole.
@MainActor
@Suite("Calls from within callbacks")
struct ReentrancyTests {
  private let store = RecordingStore()

  /// The nodes whose encode is to do something, in a tree that is saved.
  private func savedApp() -> (app: TestApp, nodes: [Probe]) {
    let app = TestApp(store)
    let nodes = [Probe("a", number: 1), Probe("b", number: 2)]
    app.restore(Row("root", nodes))
    app.save()
    for node in nodes { node.number += 10 }
    return (app, nodes)
  }

  @Test("A scene that is closed while a save asks its nodes is left as it was saved.")
  func closedWhileSaving() throws {
    for index in 0...1 {
      for isFull in [false, true] {
        let (app, nodes) = savedApp()
        let before = try store.archive()
        if isFull {
          store.failWrites(with: StateStoreError(.outOfSpace, "It is full."))
          app.save()
          store.failWrites(with: nil)
        }
        nodes[index].encoding = { _, _ in app.session.close(scene: "main") }
        #expect(app.save().outcome == .nothingChanged)
        #expect(try store.archive() == before)
      }
    }
  }

  @Test("A scene that is discarded while a save asks its nodes stays forgotten.")
  func discardedWhileSaving() throws {
    for index in 0...1 {
      let (app, nodes) = savedApp()
      nodes[index].encoding = { _, _ in try app.session.discard(scene: "main") }
      app.save()
      #expect(try store.archive() == nil)
    }
  }

  @Test("A scene that is closed when the app is asked whether to save it is not saved.")
  func closedBeforeSaving() throws {
    let (app, _) = savedApp()
    let before = try store.archive()
    app.session.configuration.shouldSave = { _ in
      app.session.close(scene: "main")
      return true
    }
    app.save()
    #expect(try store.archive() == before)
  }

  @Test("Whatever one of two scenes does to the other while it is saved, both stay whole.")
  func closesTheOther() throws {
    for (name, other) in [("one", "two"), ("two", "one")] {
      let app = TestApp(store)
      let probes = ["one": Probe("p"), "two": Probe("p")]
      for (scene, probe) in probes { app.restore(Row("root", [probe]), in: scene) }
      app.save()
      for probe in probes.values { probe.number += 1 }
      probes[name]?.encoding = { probe, encoder in
        app.session.close(scene: other)
        encoder.encode(probe.number, forKey: "number")
      }
      app.save()
      for scene in ["one", "two"] {
        let root = Row("root")
        #expect(TestApp(store).restore(root, in: scene).outcome == .restored)
        #expect(root.item("p", as: Probe.self)?.number == (scene == name ? 1 : 0))
        try store.discard(scene: scene)
      }
    }
  }

  @Test("A container that changes before a save has written it is asked again by the next one.")
  func changesBeforeItIsAsked() throws {
    let app = TestApp(store)
    let nodes = [Probe("a"), Probe("b")]
    let root = Row("root", nodes)
    app.restore(root)
    app.save()
    nodes[0].encoding = { _, _ in
      nodes[0].encoding = nil
      root.add(Probe("c"))
    }
    nodes[0].invalidateRestorableState()
    root.set(nodes.reversed())
    app.save()
    app.save()
    let archive = try #require(try store.archive())
    let numbers = try ["b", "a", "c"].map { try #require(archive.number($0)) }
    #expect(archive.record("root")?.children.first?.children == numbers)
  }

  @Test("What is erased when the app is asked whether to restore is saved afresh.")
  func erasedBeforeRestoring() throws {
    _ = savedApp()
    let root = Row("root")
    let app = TestApp(store)
    app.session.configuration.shouldRestore = { _ in
      do { try app.session.eraseAll() } catch { Issue.record(error) }
      return true
    }
    app.restore(root)
    #expect(app.save().outcome == .saved)
    #expect(try store.archive()?.records.count == 3)
  }

  @Test("After an erase that failed half-way the next save hands over everything.")
  func eraseFails() throws {
    let store = HalfErasingStore()
    let app = TestApp(store)
    let probe = Probe("a")
    app.restore(Row("root", [probe, Probe("b")]))
    app.save()
    #expect(throws: StateStoreError.self) { try app.session.eraseAll() }
    probe.number = 7
    app.save()
    #expect(try store.load(scene: "main")?.archive.records.count == 3)
  }

  @Test("A save asked for while a node wakes is deferred, and writes nothing half read.")
  func savesWhileWaking() throws {
    let saved = Row("root", [Probe("a"), Probe("b", number: 2)])
    saved.item("b", as: Probe.self)?.text = "draft"
    saved.show(0)
    let saving = TestApp(store)
    saving.restore(saved)
    saving.save()
    let before = try store.archive()?.record("b")
    let app = TestApp(store)
    let root = Row("root")
    app.restore(root)
    var outcome: SaveReport.Outcome?
    app.session.hooks.willDecode = { _, _ in outcome = app.save().outcome }
    root.items[1].loadRestorableStateIfNeeded()
    #expect(outcome == .deferred)
    #expect(try store.archive()?.record("b") == before)
  }
}

/// A store that removes everything and says that it could not.
private final class HalfErasingStore: StateStore {
  private let memory = InMemoryStateStore()

  func scenes() throws(StateStoreError) -> [ArchiveHeader] { try memory.scenes() }

  func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
    try memory.load(scene: scene)
  }

  func commit(_ changes: [SceneChanges]) throws(StateStoreError) { try memory.commit(changes) }

  func discard(scene: String) throws(StateStoreError) { try memory.discard(scene: scene) }

  func erase() throws(StateStoreError) {
    try memory.erase()
    throw StateStoreError(.inputOutput, "The folder could not be removed.")
  }
}
