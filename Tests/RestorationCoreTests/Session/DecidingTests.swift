import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

/// Contracts 11, 25 and 27: whether a scene is restored, and what becomes of what was not.
@MainActor
@Suite("Deciding whether to restore")
struct DecidingTests {
  private let store = RecordingStore()

  init() throws { try Self.prepare(store) }

  /// Saves a row with a probe.
  private static func prepare(_ store: RecordingStore) throws {
    try store.erase()
    var configuration = SessionConfiguration()
    configuration.schema = 2
    configuration.now = { Date(timeIntervalSinceReferenceDate: 1_000) }
    let app = TestApp(store, configuration: configuration)
    app.restore(Row("root", [Probe("a", number: 1)]))
    app.save()
  }

  private func app(_ change: (inout SessionConfiguration) -> Void) -> TestApp {
    var configuration = SessionConfiguration()
    configuration.schema = 2
    configuration.now = { Date(timeIntervalSinceReferenceDate: 1_060) }
    change(&configuration)
    return TestApp(store, configuration: configuration)
  }

  /// Expects an outcome, a fresh start, and that the archive is set aside exactly once.
  private func expect(_ outcome: RestorationOutcome, _ app: TestApp) throws {
    let root = Row("root", [Probe("fresh")])
    let report = app.restore(root)
    #expect(report.outcome == outcome)
    #expect(report.reasons == [.vetoed])
    #expect(report.header?.schema == 2)
    #expect(root.items.map(\.restorationIdentifier) == ["fresh"])
    #expect(app.save().outcome == .saved)
    #expect(store.lastChanges?.setsAside == outcome.rawValue)
    #expect(store.lastChanges?.replacesEverything == true)
    root.add(Probe("more"))
    app.save()
    let changes = try #require(store.lastChanges)
    #expect(changes.setsAside == nil && !changes.replacesEverything)
  }

  @Test("P18: the app may veto a restore after it saw the header; what was saved is set aside.")
  func veto() throws {
    try expect(.vetoed, app { $0.shouldRestore = { $0.schema != 2 } })
  }

  @Test("P267: a restore that was refused can be asked for later, as long as nothing was saved.")
  func vetoedAtFirst() throws {
    let allows = Noted(false)
    let app = app { $0.shouldRestore = { _ in allows.value } }
    let root = Row("root")
    #expect(app.restore(root).outcome == .vetoed)
    allows.value = true
    #expect(app.restore(root).outcome == .restored)
    #expect(root.item("a", as: Probe.self)?.number == 1)
    #expect(app.save().outcome == .nothingChanged)
  }

  @Test("P345: an archive older than the app allows is stale; one of exactly that age is not.")
  func stale() throws {
    #expect(app { $0.maximumAge = 60 }.restore(Row("root")).outcome == .restored)
    try expect(.stale, app { $0.maximumAge = 59 })
  }

  @Test("P338: an archive of a newer schema is not restored; one of an older schema is.")
  func newerSchema() throws {
    #expect(app { $0.schema = 3 }.restore(Row("root")).outcome == .restored)
    try expect(.fromNewerVersion, app { $0.schema = 1 })
  }

  @Test("An archive is set aside only when the store took the save that replaces it.")
  func setsAsideOnce() throws {
    let app = app { $0.shouldRestore = { _ in false } }
    app.restore(Row("root"))
    store.failWrites(with: StateStoreError(.outOfSpace, "No room."))
    app.save()
    store.failWrites(with: nil)
    app.save()
    #expect(store.lastChanges?.setsAside == "vetoed")
  }

  @Test("P17, P129: the app may veto a save, and what is saved stays as it is.")
  func saveVeto() throws {
    let allows = Noted(false)
    let root = Row("root")
    let app = app { $0.shouldSave = { _ in allows.value } }
    app.restore(root)
    let before = try store.archive()
    root.add(Probe("b"))
    #expect(app.save().outcome == .vetoed)
    #expect(try store.archive() == before)
    allows.value = true
    app.save()
    #expect(try store.archive()?.records.count == 3)
  }

  @Test(
    "B01, B41, P200, P237: unavailable is not absent; nothing is overwritten, and it comes later."
  )
  func unavailable() throws {
    for code in [StateStoreError.Code.unavailable, .locked, .inputOutput, .fromNewerVersion] {
      let before = try store.archive()
      let app = app { _ in }
      let root = Row("root", [Probe("fresh")])
      store.failReads(with: StateStoreError(code, "Not now."))
      let report = app.restore(root)
      #expect(report.outcome == (code == .fromNewerVersion ? .fromNewerVersion : .unavailable))
      #expect(report.reasons == [.store])
      #expect(root.items.count == 1)
      root.add(Probe("b"))
      #expect(app.save().outcome == .refused)
      #expect(try store.archive() == before)
      store.failReads(with: nil)
      #expect(app.restore(root).outcome == .restored)
      #expect(root.item("a", as: Probe.self)?.number == 1)
      #expect(app.save().outcome == .nothingChanged)
    }
  }

  @Test("P249: a store that is damaged beyond use starts the app afresh and is set aside.")
  func damaged() throws {
    store.failReads(with: StateStoreError(.damaged, "Broken."))
    let app = app { _ in }
    #expect(app.restore(Row("root")).outcome == .damaged)
    app.save()
    #expect(store.lastChanges?.setsAside == "damaged")
  }

  @Test("P6, P189, P251: nothing saved is an outcome of its own.")
  func nothingSaved() throws {
    let report = TestApp().restore(Row("root"))
    #expect(report.outcome == .nothingSaved && report.diagnostics.isEmpty)
  }

  @Test("A root with another identifier is not restored into, and what was saved is set aside.")
  func otherRoot() throws {
    for identifier in ["other", "", nil] {
      let root = Row(identifier, [Probe("fresh")])
      let app = app { _ in }
      let report = app.restore(root)
      #expect(report.reasons == [.otherRoot])
      #expect(report.restoredNodes == 0)
      #expect(root.items.count == 1)
      if identifier == nil || identifier == "" {
        #expect(app.save().outcome == .refused)
      }
    }
    let app = app { _ in }
    let root = Row("other")
    app.restore(root)
    app.save()
    #expect(store.lastChanges?.setsAside == "partial")
    #expect(try store.archive()?.records.values.map(\.identifier) == ["other"])
  }

  @Test("P227: state of the app that belongs to no node comes back, scene by scene.")
  func appState() throws {
    let written = Noted(1)
    let read = Noted<[String]>([])
    let change: (inout SessionConfiguration) -> Void = { configuration in
      configuration.encodeAppState = { encoder, scene in
        encoder.encode("\(scene) \(written.value)", forKey: "state")
      }
      configuration.decodeAppState = { decoder, _ in
        read.add(try decoder.decodeIfPresent(forKey: "state") ?? "none")
      }
    }
    let root = Row("root")
    let saving = app(change)
    saving.restore(root)
    #expect(read.value == ["none"])
    saving.save()
    let batches = store.batches.count
    #expect(saving.save().outcome == .nothingChanged)
    written.value = 2
    #expect(saving.save().outcome == .saved)
    #expect(store.batches.count == batches + 1)
    #expect(store.lastChanges?.updated.isEmpty == true)
    app(change).restore(Row("root"))
    #expect(read.value == ["none", "main 2"])
    // A session that does not write it keeps what is there.
    let other = app { _ in }
    let again = Row("root")
    other.restore(again)
    again.add(Probe("b"))
    store.failWrites(with: StateStoreError(.outOfSpace, "No room."))
    other.save()
    store.failWrites(with: nil)
    other.save()
    app(change).restore(Row("root"))
    #expect(read.value.last == "main 2")
  }

  @Test("Errors in the app's own state are reported, and it keeps what was saved last.")
  func appStateErrors() throws {
    let app = app {
      $0.encodeAppState = { encoder, _ in
        encoder.encode(1, forKey: "a")
        throw Mishap()
      }
      $0.decodeAppState = { _, _ in throw Mishap() }
    }
    let report = app.restore(Row("root"))
    #expect(report.reasons == [.failed])
    #expect(report.restoredNodes == 2)
    #expect(app.save().reasons == [.failed])
    let careless = self.app {
      $0.encodeAppState = { encoder, _ in
        encoder.encode(1, forKey: "a")
        encoder.encode(2, forKey: "a")
        encoder.encodeReference(Probe("outside"), forKey: "b")
      }
    }
    careless.restore(Row("root"))
    #expect(Set(careless.save().reasons) == [.duplicateKey, .referenceOutsideTree])
  }

  /// Restores into a row, and returns what the next two saves of a change set aside.
  private func setAside(
    _ registry: RestorationClassRegistry = .fixtures(),
    _ item: Probe? = nil,
    _ change: (RestorationSession) -> Void = { _ in }
  ) -> [String?] {
    let app = TestApp(store, registry: registry)
    app.session.configuration.schema = 2
    change(app.session)
    let root = Row("root", item.map { [$0] } ?? [])
    app.restore(root)
    return (0..<2).map { number in
      root.add(Probe("more\(number)"))
      app.save()
      #expect(store.lastChanges?.replacesEverything == false)
      return store.lastChanges?.setsAside
    }
  }

  @Test("What could not be made or read is set aside before the next save replaces it, once.")
  func setsAsideFailures() throws {
    #expect(setAside(RestorationClassRegistry()) == ["partial", nil])
    try DecidingTests.prepare(store)
    var registry = RestorationClassRegistry()
    registry.register(Probe.self, named: "probe") { _, _ in throw Mishap() }
    #expect(setAside(registry) == ["partial", nil])
    try DecidingTests.prepare(store)
    let fragile = Probe("a")
    fragile.decoding = { _, _ in throw Mishap() }
    #expect(setAside(.fixtures(), fragile) == ["partial", nil])
    try DecidingTests.prepare(store)
    #expect(
      setAside { session in
        session.hooks.willRestore = { request, _ in
          if request.identifier == "a" { throw Mishap() }
        }
      } == ["partial", nil]
    )
  }

  @Test("What a factory declines is not set aside, and neither is what came back whole.")
  func setsNothingAside() {
    #expect(setAside() == [nil, nil])
    var registry = RestorationClassRegistry()
    registry.register(Probe.self, named: "probe") { _, _ in nil }
    #expect(setAside(registry) == [nil, nil])
  }
}
