import RestorationCore
import RestorationTestSupport
import Testing

/// Contracts 27 and 36: several windows, closing, discarding and erasing.
@MainActor
@Suite("Scenes")
struct SceneTests {
  private let store = RecordingStore()

  @Test(
    "B40, B44, P109, P231: two scenes are saved in one batch, and each comes back with its own."
  )
  func twoScenes() throws {
    let app = TestApp(store)
    app.restore(Row("root", [Probe("a", number: 1)]), in: "one")
    app.restore(Row("root", [Probe("a", number: 2)]), in: "two")
    app.save()
    #expect(store.batches.count == 1 && store.batches[0].count == 2)
    let again = TestApp(store)
    for (scene, number) in [("two", 2), ("one", 1)] {
      let root = Row("root")
      #expect(again.restore(root, in: scene).outcome == .restored)
      #expect(root.item("a", as: Probe.self)?.number == number)
    }
    #expect(try again.session.savedScenes().map(\.scene) == ["one", "two"])
  }

  @Test("Only the scene that changed is handed over.")
  func oneChanges() {
    let app = TestApp(store)
    let probe = Probe("root")
    app.restore(probe, in: "one")
    app.restore(Probe("root"), in: "two")
    app.save()
    probe.number = 3
    app.save()
    #expect(store.batches.last?.map(\.header.scene) == ["one"])
  }

  @Test("A scene that cannot be saved does not keep the others from being saved.")
  func oneRefused() throws {
    let app = TestApp(store)
    let root = Probe("root")
    app.restore(root, in: "one")
    app.restore(Probe("root"), in: "two")
    root.restorationIdentifier = nil
    let report = app.save()
    #expect(report.outcome == .saved && report.reasons == [.store])
    #expect(try store.scenes().map(\.scene) == ["two"])
  }

  @Test("P233: a closed scene is kept; a discarded one is forgotten; neither is saved any more.")
  func closing() throws {
    let app = TestApp(store)
    let (first, second) = (Probe("root"), Probe("root"))
    app.restore(first, in: "one")
    app.restore(second, in: "two")
    app.save()
    app.session.close(scene: "one")
    try app.session.discard(scene: "two")
    first.number = 1
    second.number = 1
    #expect(app.save().outcome == .nothingChanged)
    #expect(try app.session.savedScenes().map(\.scene) == ["one"])
    #expect(app.session.treeDescription(scene: "one") == nil)
    #expect(first.restorationTracker?.isAsleep == false)
    app.restore(first, in: "one")
    #expect(first.number == 0)
  }

  @Test("Erasing forgets everything, and open scenes are saved afresh and whole.")
  func erasing() throws {
    let app = TestApp(store)
    app.restore(Row("root", [Probe("a")]), in: "one")
    app.save()
    try app.session.eraseAll()
    #expect(try app.session.savedScenes().isEmpty)
    #expect(app.save().outcome == .saved)
    #expect(try store.archive("one")?.records.count == 2)
    #expect(store.lastChanges?.setsAside == nil)
  }

  @Test("What was erased is not written again, and what sleeps keeps its state.")
  func erasesForGood() throws {
    let saving = TestApp(store)
    saving.session.configuration.encodeAppState = { encoder, _ in
      encoder.encode("secret", forKey: "state")
    }
    let steady = Promising(restorationIdentifier: "steady")
    steady.text = "kept"
    let row = Row("row", [Probe("shown", number: 1), Probe("hidden", number: 2)])
    row.show(0)
    saving.restore(Row("root", [Probe("a", number: 9), steady, row]))
    saving.save()
    let app = TestApp(store)
    let root = Row("root")
    app.restore(root)
    let probe = try #require(root.item("a", as: Probe.self))
    probe.encoding = { _, _ in throw Mishap() }
    try app.session.eraseAll()
    let report = app.save()
    #expect(report.outcome == .saved && report.reasons == [.failed])
    let archive = try #require(try store.archive())
    #expect(archive.records.count == 6)
    #expect(archive.appState == NodeRecord.emptyState)
    #expect(archive.record("a")?.state == NodeRecord.emptyState)
    #expect(archive.record("steady").flatMap { StateDecoder.text(of: $0) } == "kept")
    let again = Row("root")
    let last = TestApp(store)
    last.restore(again)
    let restored = try #require(again.item("row", as: Row.self))
    restored.show(1)
    #expect(restored.item("hidden", as: Probe.self)?.number == 2)
  }

  @Test("What is erased within a restore is not written again either.")
  func erasesWithinRestore() throws {
    let saving = TestApp(store)
    saving.session.configuration.encodeAppState = { encoder, _ in
      encoder.encode("secret", forKey: "state")
    }
    saving.restore(Row("root", [Probe("a", number: 9)]))
    saving.save()
    let app = TestApp(store)
    app.session.hooks.willRestore = { request, _ in
      if request.identifier == "a" { try app.session.eraseAll() }
    }
    let root = Row("root")
    app.restore(root)
    let probe = try #require(root.item("a", as: Probe.self))
    #expect(probe.number == 9)
    probe.encoding = { _, _ in throw Mishap() }
    app.save()
    #expect(try store.archive()?.appState == NodeRecord.emptyState)
    #expect(try store.archive()?.record("a")?.state == NodeRecord.emptyState)
  }

  @Test("Erasing within a restore or a save is followed by a whole save.")
  func erasingWithin() throws {
    let saving = TestApp(store)
    saving.restore(Row("root", [Probe("a"), Probe("b")]))
    saving.save()
    let app = TestApp(store)
    app.session.hooks.willRestore = { request, _ in
      if request.identifier == "a" { try app.session.eraseAll() }
    }
    let root = Row("root")
    app.restore(root)
    root.item("a", as: Probe.self)?.number = 9
    app.save()
    #expect(try store.archive()?.records.count == 3)
    app.session.hooks.willRestore = nil
    let erases = Noted(true)
    let probe = Probe("root")
    probe.encoding = { _, _ in
      if erases.value { try app.session.eraseAll() }
      erases.value = false
    }
    app.restore(probe, in: "later")
    root.item("b", as: Probe.self)?.number = 9
    #expect(app.save().outcome == .deferred)
    app.save()
    #expect(try store.archive()?.records.count == 3)
    #expect(try store.archive("later")?.records.count == 1)
  }

  @Test("P326: a scene that is not opened yet waits untouched while others are saved.")
  func notOpened() throws {
    let saving = TestApp(store)
    saving.restore(Probe("root", number: 4), in: "later")
    saving.save()
    let before = try store.archive("later")
    let app = TestApp(store)
    let splash = Probe("splash")
    app.restore(splash, in: "splash")
    for number in 1...3 {
      splash.number = number
      app.save()
    }
    #expect(try store.archive("later") == before)
    let root = Probe("root")
    app.restore(root, in: "later")
    #expect(root.number == 4)
  }

  @Test("Of two sessions on one store, the one that restored a scene last saves it, and says so.")
  func twoSessions() throws {
    let (first, second) = (TestApp(store), TestApp(store))
    let roots = [Probe("root", number: 1), Probe("root", number: 2)]
    first.restore(roots[0])
    #expect(first.save().outcome == .saved)
    second.restore(roots[1])
    roots[0].number = 10
    roots[1].number = 20
    let report = first.save()
    #expect(report.outcome == .refused && report.reasons == [.store])
    #expect(second.save().outcome == .saved)
    first.restore(roots[0])
    #expect(roots[0].number == 20)
    #expect(first.save().outcome == .nothingChanged)
    #expect(second.save().outcome == .refused)
  }

  @Test("A name is free again once its root is gone.")
  func deadRoot() {
    let session = RestorationSession(store: store, registry: .fixtures())
    session.configuration.savesAutomatically = false
    var root: Probe? = Probe("root")
    if let root { session.restore(root, in: "main") }
    root = nil
    let second = Probe("root")
    session.restore(second, in: "main")
    #expect(session.save().outcome == .saved)
  }

  @Test("What waits in a scene whose root is gone is run once the scene's name is used again.")
  func deadRootsQueue() {
    let session = RestorationSession(store: store, registry: .fixtures())
    session.configuration.savesAutomatically = false
    session.configuration.transitionCoordinator = ManualTransitionCoordinator()
    let item = Probe("item")
    let runs = Noted(0)
    var root: Row? = Row("root", [item])
    if let root { session.restore(root, in: "main") }
    item.present(Probe("sheet"))
    item.afterTransitions { runs.value += 1 }
    root = nil
    #expect(runs.value == 0)
    let second = Probe("root")
    session.restore(second, in: "main")
    #expect(runs.value == 1)
    #expect(session.save().outcome == .saved)
  }

  @Test("P108: one name for two live roots ends the program, and it says what to change.")
  func sameName() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let session = RestorationSession(store: .inMemory)
        let roots = [Probe("root"), Probe("root")]
        for root in roots { session.restore(root, in: "main") }
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("The scene 'main' is open with another root; close it with"))
  }

  @Test("One root for two names ends the program, and it says what to change.")
  func sameRoot() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let root = Probe("root")
        let session = RestorationSession(store: .inMemory)
        for name in ["one", "two"] { session.restore(root, in: name) }
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("The root of the scene 'two' is that of 'one' already"))
  }

  @Test("A root that another scene lists as a child still gives its own scene a sound archive.")
  func listedRoot() throws {
    let inner = Row("inner", [Probe("a", number: 3)])
    let outer = BareBox("outer", [inner])
    for names in [("one", "two"), ("two", "one")] {
      let app = TestApp(store)
      app.restore(inner, in: names.0)
      app.restore(outer, in: names.1)
      for _ in 0..<3 { app.save() }
      for name in [names.0, names.1] {
        let root = name == names.0 ? Row("inner") : BareBox("outer") as any Restorable
        let report = TestApp(store).restore(root, in: name)
        #expect(report.outcome == .restored)
      }
      try app.session.eraseAll()
      app.session.close(scene: names.0)
      app.session.close(scene: names.1)
    }
  }

  @Test("An empty name of a scene ends the program, and it says so.")
  func emptyName() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let root = Probe("root")
        RestorationSession(store: .inMemory).restore(root, in: "")
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("A scene needs a name that is not empty."))
  }

  @Test("A restore within a restore or a save ends the program, and it says so.")
  func restoreWithin() async throws {
    let restoring = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let app = TestApp()
        let root = Probe("root")
        root.encoding = { _, _ in app.restore(Probe("root"), in: "other") }
        app.restore(root)
        app.save()
      }
    }
    let output = String(decoding: try #require(restoring).standardErrorContent, as: UTF8.self)
    #expect(output.contains("A scene is restored within a save; wait for its end."))
    let nested = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let app = TestApp()
        app.restore(Probe("root"))
        app.save()
        app.session.hooks.willRestore = { _, _ in app.restore(Probe("root"), in: "other") }
        app.session.close(scene: "main")
        app.restore(Probe("root"))
      }
    }
    let other = String(decoding: try #require(nested).standardErrorContent, as: UTF8.self)
    #expect(other.contains("within the restore of another; wait for its end."))
  }

  @Test("P236, P270: a window that must not be restored is left out by the app's say.")
  func privateWindow() throws {
    var configuration = SessionConfiguration()
    configuration.shouldSave = { $0.scene != "private" }
    let app = TestApp(store, configuration: configuration)
    app.restore(Probe("root"), in: "private")
    app.restore(Probe("root"), in: "normal")
    app.save()
    #expect(try store.scenes().map(\.scene) == ["normal"])
  }
}
