import RestorationCore
import Testing

/// What sleeps loses nothing when it leaves its place, and wakes when it is seen at last.
@MainActor
@Suite("Sleeping nodes in a changing tree")
struct SleepingChangesTests {
  private let store = RecordingStore()

  /// A row of which the first item is shown, saved and restored into what a launch built.
  private func restored(
    configuration: SessionConfiguration = SessionConfiguration(),
    _ prepare: (Row, Probe, Probe) -> Void = { _, _, _ in }
  ) -> (app: TestApp, root: Row, shown: Probe, hidden: Probe) {
    let saved = Row("root", [Probe("a", number: 1), Probe("b", number: 2)])
    saved.show(0)
    let saving = TestApp(store)
    saving.restore(saved)
    saving.save()
    let items = [Probe("a"), Probe("b")]
    let root = Row("root", items)
    prepare(root, items[0], items[1])
    let app = TestApp(store, configuration: configuration)
    app.restore(root)
    return (app, root, items[0], items[1])
  }

  @Test("A sleeping node that leaves the tree alive has its state when it joins again.")
  func leaves() {
    let (app, root, shown, hidden) = restored()
    root.set([shown])
    app.save()
    #expect(hidden.number == 2)
    root.add(hidden)
    app.save()
    let again = Row("root")
    let last = TestApp(store)
    last.restore(again)
    again.show(1)
    #expect(again.item("b", as: Probe.self)?.number == 2)
  }

  @Test("A sleeping node that joins another scene has its state, whichever is saved first.")
  func joinsAnotherScene() throws {
    for other in ["a", "z"] {
      try store.erase()
      let (app, root, shown, hidden) = restored()
      let window = Row("window")
      app.restore(window, in: other)
      root.set([shown])
      window.add(hidden)
      app.save()
      #expect(hidden.number == 2)
    }
  }

  @Test("Nodes that leave together find each other when they read their state.")
  func leaveTogether() {
    let pair = (0..<2).map { Probe("p\($0)") }
    for (probe, friend) in zip(pair, pair.reversed()) {
      probe.encoding = { _, encoder in encoder.encodeReference(friend, forKey: "friend") }
    }
    let saving = TestApp(store)
    saving.restore(Row("root", [Row("inner", pair)]))
    saving.save()
    let built = (0..<2).map { Probe("p\($0)") }
    for probe in built {
      probe.decoding = { $0.friend = try $1.decodeReference(forKey: "friend") }
    }
    let inner = Row("inner", built)
    let root = Row("root", [inner])
    root.show(5)
    let app = TestApp(store)
    app.restore(root)
    root.set([])
    app.save()
    #expect(built[0].friend === built[1] && built[1].friend === built[0])
  }

  @Test("What is shown while others read, finish, or the app's state is read, is read as well.")
  func shownWhileRestoring() {
    var root: Row?
    for step in 0..<3 {
      var configuration = SessionConfiguration()
      if step == 2 { configuration.decodeAppState = { _, _ in root?.show(1) } }
      let (_, _, _, hidden) = restored(configuration: configuration) { row, shown, _ in
        root = row
        if step == 0 { shown.decoding = { _, _ in row.show(1) } }
        if step == 1 { shown.finishing = { _ in row.show(1) } }
      }
      #expect(hidden.number == 2 && hidden.finishes == 1)
    }
  }

  @Test("An object that is registered below itself does not hang a change.")
  func registeredBelowItself() {
    let (app, root, _, hidden) = restored()
    app.session.register(root, under: root)
    #expect(app.save().reasons == [.nodeInTwoPlaces])
    root.show(1)
    #expect(hidden.number == 2)
    app.session.unregister(root, under: root)
  }

  @Test("A second restore that is refused leaves what sleeps as it is, to be saved with all else.")
  func refusedLater() throws {
    for outcome in [RestorationOutcome.vetoed, .stale, .fromNewerVersion] {
      try store.erase()
      let (app, root, _, hidden) = restored()
      switch outcome {
      case .vetoed: app.session.configuration.shouldRestore = { _ in false }
      case .stale: app.session.configuration.maximumAge = -1
      default: app.session.configuration.schema = -1
      }
      #expect(app.restore(root).outcome == outcome)
      #expect(hidden.restorationTracker?.isAsleep == true)
      app.session.configuration.schema = 0
      #expect(app.save().outcome == .saved)
      #expect(store.lastChanges?.setsAside == outcome.rawValue)
      #expect(store.lastChanges?.updated.count == 3)
      let again = Row("root")
      let last = TestApp(store)
      last.restore(again)
      again.show(1)
      #expect(again.item("b", as: Probe.self)?.number == 2)
    }
  }

  @Test("What sleeps when its scene is restored again reads its state first, and may live on.")
  func restoredAgain() {
    let (app, root, _, hidden) = restored()
    let other = TestApp(store)
    let without = Row("root")
    other.restore(without)
    without.set([without.items[0]])
    other.save()
    #expect(app.restore(root).outcome == .restored)
    #expect(root.items.count == 1)
    #expect(hidden.number == 2)
  }

  @Test("What a node fails to read that wakes within a restore is in the report of the restore.")
  func wakesWithin() {
    let told = Noted<[String]>([])
    let saving = TestApp(store)
    let saved = Row("root", [Probe("a"), Probe("b")])
    saved.show(0)
    saving.session.configuration.encodeAppState = { encoder, _ in
      encoder.encodeReference(saved.items[1], forKey: "friend")
    }
    saving.restore(saved)
    saving.save()
    let fragile = Probe("b")
    fragile.decoding = { _, _ in throw Mishap() }
    let app = TestApp(store)
    app.session.diagnosticHandler = { told.add($0.message) }
    app.session.configuration.decodeAppState = { decoder, _ in
      let friend = try decoder.decodeReference(Probe.self, forKey: "friend")
      #expect(friend === fragile)
    }
    let report = app.restore(Row("root", [Probe("a"), fragile]))
    #expect(report.outcome == .partial && report.reasons == [.failed])
    #expect(report.diagnostics.first?.path == "root/b")
    #expect(told.value.isEmpty)
  }

  @Test("A new identifier of what sleeps is no change of its state, and what follows it is.")
  func renamedAsleep() {
    let (app, _, _, hidden) = restored()
    let told = Noted<[RestorationDiagnostic.Reason]>([])
    app.session.diagnosticHandler = { told.value.append($0.reason) }
    hidden.restorationIdentifier = "renamed"
    #expect(told.value.isEmpty)
    hidden.invalidateRestorableState()
    #expect(told.value == [.changedAsleep])
    app.save()
    hidden.restorationIdentifier = "again"
    app.save()
    #expect(told.value == [.changedAsleep])
    hidden.loadRestorableStateIfNeeded()
    #expect(hidden.number == 2)
  }
}
