import Foundation
import RestorationCore
import RestorationTestSupport
import Synchronization
import Testing

/// Going back to a generation: open scenes become what they were, and what they are now is kept.
@MainActor
@Suite("Going back")
struct GoingBackTests {
  private let store = GenerationStore()

  private func savedTwice() throws -> (app: TestApp, root: Row, old: StateGeneration) {
    let app = TestApp(store)
    let root = Row("root", [Probe("a", number: 1), Probe("gone", number: 2)])
    app.restore(root)
    app.save()
    let old = try #require(try app.session.generations().first)
    root.item("a", as: Probe.self)?.number = 10
    root.set([root.items[0], Probe("new", number: 3)])
    return (app, root, old)
  }

  @Test("The root stays, what is in both is reused, and all has the state of then.")
  func goesBack() throws {
    let (app, root, old) = try savedTwice()
    let a = root.items[0]
    let reports = app.session.restore(generation: old)
    #expect(reports.map(\.outcome) == [.restored])
    #expect(root.items.map(\.restorationIdentifier) == ["a", "gone"])
    #expect(root.items[0] === a)
    #expect(root.item("a", as: Probe.self)?.number == 1)
    #expect(root.item("gone", as: Probe.self)?.number == 2)
  }

  @Test("P337: what is there now is saved first, kept by the next save, and can be gone back to.")
  func keepsPresent() throws {
    let (app, root, old) = try savedTwice()
    app.session.restore(generation: old)
    let present = try #require(try app.session.generations().first)
    #expect(try store.load(scene: "main", from: present)?.archive.record("new") != nil)
    #expect(app.save().outcome == .saved)
    #expect(store.lastChanges?.setsAside == "before going back to 1")
    #expect(store.lastChanges?.replacesEverything == true)
    #expect(app.save().outcome == .nothingChanged)
    #expect(app.session.restore(generation: present).map(\.outcome) == [.restored])
    #expect(root.items.map(\.restorationIdentifier) == ["a", "new"])
    #expect(root.item("a", as: Probe.self)?.number == 10)
  }

  @Test("No number that was ever given is given again after going back.")
  func numbers() throws {
    let (app, root, old) = try savedTwice()
    app.save()
    let taken = try #require(try store.load(scene: "main")?.archive.number("new"))
    app.session.restore(generation: old)
    root.add(Probe("later"))
    app.save()
    let later = try #require(try store.load(scene: "main")?.archive.number("later"))
    #expect(later > taken)
  }

  @Test("If the present cannot be saved nothing is given up, and the report says why.")
  func cannotSave() throws {
    let (app, root, old) = try savedTwice()
    store.failWrites(with: StateStoreError(.outOfSpace, "No room."))
    let reports = app.session.restore(generation: old)
    #expect(reports.map(\.outcome) == [.unavailable])
    #expect(root.items.map(\.restorationIdentifier) == ["a", "new"])
    store.failWrites(with: nil)
    #expect(app.save().outcome == .saved)
  }

  @Test("A scene that the generation does not know, or a newer version wrote, stays as it is.")
  func unknownScene() throws {
    let (app, _, old) = try savedTwice()
    let other = Row("root", [Probe("x")])
    app.restore(other, in: "other")
    let reports = app.session.restore(generation: old)
    #expect(reports.map(\.scene) == ["main", "other"])
    #expect(reports.map(\.outcome) == [.restored, .nothingSaved])
    #expect(other.items.map(\.restorationIdentifier) == ["x"])
    app.session.configuration.schema = -1
    #expect(app.session.restore(generation: old)[0].outcome == .fromNewerVersion)
  }

  @Test("A scene that is not open is restored from a generation like from the last save.")
  func notOpen() throws {
    let (app, _, old) = try savedTwice()
    app.session.close(scene: "main")
    let root = Row("root")
    let launched = TestApp(store)
    let report = launched.session.restore(root, in: "main", from: old)
    #expect(report.outcome == .restored)
    #expect(root.items.map(\.restorationIdentifier) == ["a", "gone"])
    launched.save()
    #expect(store.lastChanges?.setsAside == "before going back to 1")
  }

  @Test("A scene that a generation does not know is opened without loss of what was saved last.")
  func opensInVain() throws {
    let (app, _, old) = try savedTwice()
    let other = Row("root", [Probe("x", number: 7)])
    app.restore(other, in: "other")
    app.save()
    let launched = TestApp(store)
    let root = Row("root")
    let report = launched.session.restore(root, in: "other", from: old)
    #expect(report.outcome == .nothingSaved)
    #expect(report.diagnostics.first?.remedy.contains("call restore(_:in:)") == true)
    #expect(launched.save().outcome == .saved)
    #expect(store.lastChanges?.setsAside == "before going back to 1")
  }

  @Test("A scene that is opened from a generation that cannot be read loses nothing.")
  func opensUnreadable() throws {
    let (app, _, old) = try savedTwice()
    app.save()
    for code in [StateStoreError.Code.damaged, .unavailable, .locked] {
      store.failGenerations(with: StateStoreError(code, "Not now."))
      let launched = TestApp(store)
      let root = Row("root")
      let report = launched.session.restore(root, in: "main", from: old)
      #expect(report.outcome == .unavailable && report.reasons == [.store])
      #expect(report.diagnostics.first?.remedy.contains("call restore(_:in:)") == true)
      if code != .damaged { #expect(launched.save().outcome == .refused) }
      #expect(launched.session.restore(root, in: "main").outcome == .restored)
      #expect(root.items.map(\.restorationIdentifier) == ["a", "new"])
      #expect(launched.save().outcome == .nothingChanged)
    }
    store.failGenerations(with: StateStoreError(.damaged, "Broken."))
    let launched = TestApp(store)
    let root = Row("root")
    launched.session.restore(root, in: "main", from: old)
    #expect(launched.save().outcome == .saved)
    #expect(store.lastChanges?.setsAside == "before going back to 1")
  }

  @Test("A generation of a newer version does not cost what was saved last either.")
  func opensNewer() throws {
    let (app, _, old) = try savedTwice()
    app.save()
    var configuration = SessionConfiguration()
    configuration.schema = -1
    let launched = TestApp(store, configuration: configuration)
    let root = Row("root")
    let report = launched.session.restore(root, in: "main", from: old)
    #expect(report.outcome == .fromNewerVersion)
    #expect(launched.save().outcome == .saved)
    #expect(store.lastChanges?.setsAside == "before going back to 1")
  }

  @Test("If the app vetoes the save of what is there now, nothing is given up, and it is said why.")
  func vetoed() throws {
    let (app, root, old) = try savedTwice()
    let other = Row("root", [Probe("x")])
    app.restore(other, in: "other")
    app.session.configuration.shouldSave = { $0.scene != "main" }
    let reports = app.session.restore(generation: old)
    #expect(reports.map(\.outcome) == [.unavailable, .nothingSaved])
    #expect(reports.first?.diagnostics.first?.message.contains("decided not to save") == true)
    #expect(root.items.map(\.restorationIdentifier) == ["a", "new"])
    #expect(root.item("a", as: Probe.self)?.number == 10)
    let report = app.session.restore(root, in: "main", from: old)
    #expect(report.outcome == .unavailable)
    #expect(root.items.map(\.restorationIdentifier) == ["a", "new"])
    app.session.configuration.shouldSave = nil
    #expect(app.session.restore(generation: old).map(\.outcome) == [.restored, .nothingSaved])
  }

  @Test("A scene that is closed while another one goes back stays closed.")
  func closedMeanwhile() throws {
    let app = TestApp(store)
    let (first, second) = (Probe("root"), Probe("root"))
    app.restore(first, in: "one")
    app.restore(second, in: "two")
    app.save()
    let old = try #require(try app.session.generations().first)
    first.finishing = { _ in app.session.close(scene: "two") }
    #expect(app.session.restore(generation: old).map(\.scene) == ["one"])
    #expect(app.session.treeDescription(scene: "two") == nil)
  }
}

/// A store in memory that keeps every save as a generation.
private final class GenerationStore: StateStore {
  private struct State {
    var generations: [[String: StateArchive]] = []
    var lastChanges: SceneChanges?
    var error: StateStoreError?
    var generationError: StateStoreError?
  }

  private let state = Mutex(State())

  var lastChanges: SceneChanges? { state.withLock { $0.lastChanges } }

  func failWrites(with error: StateStoreError?) { state.withLock { $0.error = error } }

  func failGenerations(with error: StateStoreError?) {
    state.withLock { $0.generationError = error }
  }

  func scenes() throws(StateStoreError) -> [ArchiveHeader] {
    state.withLock { $0.generations.last?.values.map(\.header) ?? [] }
  }

  func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
    state.withLock { $0.generations.last?[scene] }.map { LoadedArchive(archive: $0) }
  }

  func commit(_ changes: [SceneChanges]) throws(StateStoreError) {
    if let error = state.withLock({ $0.error }) { throw error }
    state.withLock { state in
      var scenes = state.generations.last ?? [:]
      for change in changes {
        var archive = scenes[change.header.scene] ?? StateArchive(header: change.header)
        archive.apply(change)
        scenes[change.header.scene] = archive
      }
      state.generations.append(scenes)
      state.lastChanges = changes.first
    }
  }

  func discard(scene: String) throws(StateStoreError) {}

  func erase() throws(StateStoreError) {}

  func generations() throws(StateStoreError) -> [StateGeneration] {
    state.withLock { $0.generations }.enumerated().reversed().map { index, scenes in
      StateGeneration(
        number: UInt64(index + 1),
        scenes: scenes.values.map(\.header),
        byteCount: 0
      )
    }
  }

  func load(
    scene: String,
    from generation: StateGeneration
  ) throws(StateStoreError) -> LoadedArchive? {
    if let error = state.withLock({ $0.generationError }) { throw error }
    return state.withLock { $0.generations[Int(generation.number) - 1][scene] }
      .map { LoadedArchive(archive: $0) }
  }
}
