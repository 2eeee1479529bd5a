import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

/// Contracts 9 to 11 and 23: when a save happens, and what a failing store costs.
@MainActor
@Suite("A session that saves")
struct SavingTests {
  private let store = RecordingStore()

  @Test("A failed save changes nothing on disk, and the next one hands over again what it held.")
  func failingStore() throws {
    let probe = Probe("a")
    let root = Row("root", [probe, Probe("b")])
    let app = TestApp(store)
    app.restore(root)
    app.save()
    let before = try store.archive()
    let error = StateStoreError(.outOfSpace, "No room.")
    store.failWrites(with: error)
    probe.number = 5
    #expect(app.save().outcome == .failed(error))
    #expect(try store.archive() == before)
    store.failWrites(with: nil)
    #expect(app.save().outcome == .saved)
    #expect(store.lastChanges?.replacesEverything == false)
    #expect(store.lastChanges?.updated.map(\.identifier) == ["a"])
    #expect(app.save().outcome == .nothingChanged)
  }

  @Test("A node that is removed while the store fails is gone after the next save.")
  func removedWhileFailing() throws {
    let root = Row("root", [Probe("a"), Probe("b")])
    let app = TestApp(store)
    app.restore(root)
    app.save()
    store.failWrites(with: StateStoreError(.readOnly, "Read only."))
    root.set([])
    app.save()
    store.failWrites(with: nil)
    app.save()
    #expect(try store.archive()?.records.count == 1)
  }

  @Test("P52: a save within a restore is deferred, and runs at its end with what was navigated.")
  func withinRestore() throws {
    let saving = TestApp(store)
    saving.restore(Row("root", [Probe("a", number: 1)]))
    saving.save()
    let root = Row("root")
    let app = TestApp(store)
    let outcomes = Noted<[SaveReport.Outcome]>([])
    app.session.registry.register(Probe.self, at: "root/a") { request, _ in
      outcomes.value.append(app.session.save().outcome)
      let probe = Probe(request.identifier)
      probe.finishing = { probe in
        probe.text = "finished"
        probe.performNavigation {
          root.add(Probe("pushed"))
          return .performed
        }
      }
      return probe
    }
    let batches = store.batches.count
    app.restore(root)
    #expect(outcomes.value == [.deferred])
    #expect(store.batches.count == batches + 1)
    #expect(try store.archive()?.record("pushed") != nil)
    #expect(app.save().outcome == .nothingChanged)
  }

  @Test("Whoever waits for a save that is due within a restore is answered at its end.")
  func completionWithinRestore() {
    let scheduling = ManualScheduling()
    var configuration = SessionConfiguration()
    configuration.scheduling = scheduling
    let root = Probe("root")
    let app = TestApp(store, configuration: configuration)
    let first = TestApp(store)
    first.restore(Probe("root"))
    first.save()
    let answers = Noted<[SaveReport.Outcome]>([])
    root.finishing = { _ in
      app.session.save { answers.value.append($0.outcome) }
      scheduling.run()
    }
    app.restore(root)
    #expect(answers.value == [.nothingChanged])
  }

  @Test("A save within an encode is deferred and comes later.")
  func withinEncode() {
    let scheduling = ManualScheduling()
    var configuration = SessionConfiguration()
    configuration.scheduling = scheduling
    let probe = Probe("root")
    let app = TestApp(store, configuration: configuration)
    let outcomes = Noted<[SaveReport.Outcome]>([])
    probe.encoding = { probe, encoder in
      if outcomes.value.isEmpty { outcomes.value.append(app.session.save().outcome) }
      encoder.encode(outcomes.value.count, forKey: "number")
    }
    app.restore(probe)
    #expect(app.save().outcome == .saved)
    #expect(outcomes.value == [.deferred])
    #expect(scheduling.pending == 1)
    scheduling.run()
    #expect(probe.encodes == 2)
  }

  @Test("B06: a marked change is saved by itself, once for many, after the configured delay.")
  func automatic() throws {
    let scheduling = ManualScheduling()
    var configuration = SessionConfiguration()
    configuration.scheduling = scheduling
    let probe = Probe("a")
    let root = Row("root", [probe])
    let session = RestorationSession(
      store: store,
      registry: .fixtures(),
      configuration: configuration
    )
    session.restore(root, in: "main")
    #expect(scheduling.delays == [.milliseconds(100)])
    scheduling.run()
    #expect(try store.archive()?.records.count == 2)
    for index in 0..<10 { probe.text = "text \(index)" }
    root.add(Probe("b"))
    #expect(scheduling.pending == 1)
    scheduling.run()
    #expect(store.batches.count == 2)
    #expect(try store.archive()?.records.count == 3)
    #expect(scheduling.pending == 0)
  }

  @Test("A save that the session made by itself tells the handler when it fails.")
  func automaticFailure() {
    let scheduling = ManualScheduling()
    var configuration = SessionConfiguration()
    configuration.scheduling = scheduling
    let app = TestApp(store, configuration: configuration)
    let messages = Noted<[String]>([])
    app.session.diagnosticHandler = { messages.add($0.message) }
    app.restore(Probe("root"))
    store.failWrites(with: StateStoreError(.outOfSpace, "No room."))
    app.session.setNeedsSave()
    scheduling.run()
    #expect(messages.value == ["A save failed: No room."])
  }

  @Test("Completions and async forms answer once the store has it.")
  func completions() async {
    let app = TestApp(store)
    app.restore(Probe("root"))
    #expect(await app.session.saved().outcome == .saved)
    #expect(store.batches.count == 1)
    #expect(await app.session.saved().outcome == .nothingChanged)
  }

  @Test("B43: a root that is gone, or has no identifier, never replaces a good archive.")
  func deadRoot() throws {
    let session = RestorationSession(store: store, registry: .fixtures())
    session.configuration.savesAutomatically = false
    var root: Row? = Row("root", [Probe("a")])
    if let root { session.restore(root, in: "main") }
    session.save()
    let good = try store.archive()
    for identifier in [nil, ""] {
      root?.restorationIdentifier = identifier
      let report = session.save()
      #expect(report.outcome == .refused)
      #expect(report.reasons == [.store])
      #expect(try #require(report.diagnostics.first).message.contains("no restoration identifier"))
    }
    root = nil
    let report = session.save()
    #expect(report.outcome == .refused)
    #expect(try #require(report.diagnostics.first).message.contains("The root is gone"))
    #expect(try store.archive() == good)
  }

  @Test("P196: a session without scenes saves nothing, and asks no store.")
  func noScenes() {
    let app = TestApp(store)
    #expect(app.save().outcome == .nothingChanged)
    #expect(store.batches.isEmpty)
  }

  @Test("Making a session touches no store.")
  func making() {
    store.failReads(with: StateStoreError(.unavailable, "Locked."))
    _ = TestApp(store)
    #expect(store.batches.isEmpty)
  }

  @Test("The header says who saved, when and in which layout.")
  func header() throws {
    var configuration = SessionConfiguration()
    configuration.appVersion = "1.2"
    configuration.schema = 4
    configuration.layoutClass = { "compact" }
    configuration.now = { Date(timeIntervalSinceReferenceDate: 77) }
    let app = TestApp(store, configuration: configuration)
    app.restore(Probe("root"), in: "window")
    app.save()
    let header = try #require(try store.archive("window")?.header)
    #expect(header.scene == "window" && header.appVersion == "1.2" && header.schema == 4)
    #expect(header.layoutClass == "compact" && !header.system.isEmpty)
    #expect(header.date == Date(timeIntervalSinceReferenceDate: 77))
  }
}
