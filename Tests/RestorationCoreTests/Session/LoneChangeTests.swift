import Foundation
import RestorationCore
import Synchronization
import Testing

/// The save of one node that changed goes a way of its own, of which nothing may be seen.
@MainActor
@Suite("A change of one node alone")
struct LoneChangeTests {
  private let store = ChoosyStore()
  private let leaf = Promising(restorationIdentifier: "leaf")

  /// An app that was saved once, whose leaf has changed since.
  private func changedApp() -> TestApp {
    let app = TestApp(store)
    app.restore(Row("root", [leaf, Promising(restorationIdentifier: "other")]))
    app.save()
    leaf.text = "changed"
    return app
  }

  private func savedText() throws -> String? {
    let root = Row("root")
    TestApp(store).restore(root)
    return root.item("leaf", as: Promising.self)?.text
  }

  @Test("It is handed over without a batch, and not again when nothing has changed since.")
  func handedOver() throws {
    let app = changedApp()
    let report = app.save()
    #expect(report.outcome == .saved && report.updatedRecords == 1 && report.encodedNodes == 1)
    #expect(store.records == 1 && store.batches == 1)
    leaf.invalidateRestorableState()
    #expect(app.save().outcome == .nothingChanged)
    #expect(store.records == 1 && store.batches == 1)
    #expect(try savedText() == "changed")
  }

  @Test("What the store has of one save is not touched by the next, which has as many bytes.")
  func kept() throws {
    let app = changedApp()
    let texts = ["one", "two", "six", "ten"]
    var archives: [StateArchive] = []
    for text in texts {
      leaf.text = text
      app.save()
      archives.append(try #require(try store.load(scene: "main")?.archive))
    }
    #expect(store.records == texts.count && store.batches == 1)
    for (text, archive) in zip(texts, archives) {
      let record = archive.records.values.first { $0.identifier == "leaf" }
      #expect(record.flatMap { StateDecoder.text(of: $0) } == text)
    }
  }

  @Test("Of saves of as many bytes, more and fewer, one as a batch, one failed, each is whole.")
  func lengths() throws {
    let app = changedApp()
    var expected = "changed"
    for (index, length) in [5, 5, 9, 5, 5, 2, 2, 2].enumerated() {
      expected = String(repeating: "\(index)", count: length)
      leaf.text = expected
      // One is declined and becomes a batch, and one fails; then the next brings what it held.
      let full = StateStoreError(.outOfSpace, "No room.")
      store.answer(with: index == 6 ? .failure(full) : .success(index != 3))
      #expect(app.save().outcome == (index == 6 ? .failed(full) : .saved))
      #expect(try savedText() == (index == 6 ? "55" : expected))
    }
    #expect(try savedText() == expected)
  }

  @Test("What is marked while it is asked for its place, or for the time, is saved too.")
  func markedMeanwhile() throws {
    let app = TestApp(store)
    let meddler = Meddler()
    let other = Promising(restorationIdentifier: "other")
    app.restore(Row("root", [meddler, other]))
    app.save()
    func otherText() throws -> String? {
      let archive = try store.load(scene: "main")?.archive
      let record = archive?.records.values.first { $0.identifier == "other" }
      return record.flatMap { StateDecoder.text(of: $0) }
    }
    meddler.whenAsked = { other.text = "by the way" }
    meddler.invalidateRestorableState()
    app.save()
    meddler.whenAsked = nil
    app.save()
    #expect(try otherText() == "by the way")
    app.session.configuration.now = {
      other.text = "in time"
      return Date(timeIntervalSinceReferenceDate: 1)
    }
    meddler.invalidateRestorableState()
    app.save()
    app.session.configuration.now = { Date(timeIntervalSinceReferenceDate: 2) }
    app.save()
    #expect(try otherText() == "in time")
  }

  @Test("A save that is asked for while it is asked for its place comes afterwards.")
  func savedMeanwhile() throws {
    let app = TestApp(store)
    let meddler = Meddler()
    app.restore(Row("root", [meddler]))
    app.save()
    var outcomes: [SaveReport.Outcome] = []
    meddler.whenAsked = {
      meddler.whenAsked = nil
      outcomes.append(app.save().outcome)
    }
    meddler.number = 7
    meddler.invalidateRestorableState()
    #expect(app.save().outcome == .saved)
    #expect(outcomes == [.deferred])
    #expect(store.records == 1)
  }

  @Test("An object that was registered under a node without a tracker stands in its way no longer.")
  func registered() throws {
    let app = changedApp()
    let (node, object) = (BareLeaf("elsewhere"), BareLeaf("registered"))
    app.session.register(object, under: node)
    app.session.unregister(object, under: node)
    app.save()
    #expect(store.records == 1)
  }

  @Test("Its header says what the app's configuration says then.")
  func header() throws {
    let app = changedApp()
    app.save()
    #expect(try store.load(scene: "main")?.archive.header.appVersion == "")
    app.session.configuration.appVersion = "1.2"
    leaf.text = "changed again"
    app.save()
    #expect(try store.load(scene: "main")?.archive.header.appVersion == "1.2")
    #expect(store.records == 2 && store.batches == 1)
  }

  @Test("A store that declines it gets it in a batch, and the node is asked no second time.")
  func declined() throws {
    let app = changedApp()
    let encodes = leaf.encodes
    store.answer(with: .success(false))
    #expect(app.save().outcome == .saved)
    #expect(store.batches == 2 && leaf.encodes == encodes + 1)
    #expect(try savedText() == "changed")
  }

  @Test("If it fails, the node is marked again, and what it reverts to is handed over.")
  func failed() throws {
    let app = changedApp()
    let full = StateStoreError(.outOfSpace, "No room.")
    store.answer(with: .failure(full))
    #expect(app.save().outcome == .failed(full))
    #expect(app.session.health.lastError == full && app.session.health.pendingChanges == 1)
    store.answer(with: .success(true))
    leaf.text = ""
    #expect(app.save().updatedRecords == 1)
    #expect(app.session.health.lastError == nil && app.session.health.pendingChanges == 0)
    #expect(try savedText() == "")
  }

  @Test("Archives and reports are those of a store that takes batches alone.")
  func sameAsBatch() throws {
    let one = Twin(InMemoryStateStore())
    let other = Twin(BatchStore())
    for (index, step) in Twin.steps.enumerated() {
      step(one)
      step(other)
      #expect(one.app.save() == other.app.save(), "step \(index)")
      #expect(try one.archive == other.archive, "step \(index)")
    }
  }
}

/// A node that does something whenever it is asked for its name.
private final class Meddler: Restorable {
  let restorationTracker: RestorationTracker? = RestorationTracker()
  var whenAsked: (() -> Void)?
  var number = 0

  static var tracksChanges: Bool { true }

  var restorationIdentifier: String? {
    whenAsked?()
    return "meddler"
  }

  func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encode(number, forKey: "number")
  }
}

/// One of two apps to which the same happens.
@MainActor
private final class Twin {
  let app: TestApp
  let leaf = Promising(restorationIdentifier: "leaf")
  let root: Row
  private let store: any StateStore

  init(_ store: any StateStore) {
    var configuration = SessionConfiguration()
    configuration.now = { Date(timeIntervalSinceReferenceDate: 1) }
    self.store = store
    app = TestApp(store, configuration: configuration)
    root = Row("root", [leaf, Promising(restorationIdentifier: "other")])
    app.restore(root)
  }

  var archive: StateArchive? { get throws { try store.load(scene: "main")?.archive } }

  /// What happens to both, with a save after each.
  static let steps: [@MainActor (Twin) -> Void] = [
    { _ in },
    { $0.leaf.text = "a" },
    { $0.leaf.invalidateRestorableState() },
    { $0.leaf.text = "a longer text" },
    { $0.leaf.text = String(repeating: "much longer ", count: 200) },
    { $0.leaf.text = "short" },
    { $0.leaf.friend = Promising(restorationIdentifier: "stranger") },
    { $0.leaf.invalidateRestorableState() },
    { $0.leaf.friend = $0.root },
    { $0.leaf.invalidateRestorableState() },
    { $0.leaf.restorationIdentifier = "renamed" },
    { $0.leaf.text = "under another name" },
    { $0.root.show(1) },
    { $0.root.add(Promising(restorationIdentifier: "new")) },
    {
      $0.leaf.text = "one of two"
      $0.root.show(0)
    },
    { $0.leaf.present(Promising(restorationIdentifier: "sheet")) },
    { $0.leaf.text = "below a sheet" },
    { $0.leaf.dismissPresented() },
    { $0.leaf.text = "alone again" },
    { $0.root.restorationIdentifier = "root-2" },
    { $0.leaf.text = "below another root" },
    { $0.leaf.isRestorationTransient = true },
    { $0.leaf.text = "left out" },
  ]
}

/// A store in memory that takes single records as it is told to.
private final class ChoosyStore: RecordStore {
  private struct State {
    var records = 0
    var batches = 0
    var answer = Result<Bool, StateStoreError>.success(true)
  }

  private let memory = InMemoryStateStore()
  private let state = Mutex(State())

  var records: Int { state.withLock { $0.records } }
  var batches: Int { state.withLock { $0.batches } }

  func answer(with answer: Result<Bool, StateStoreError>) { state.withLock { $0.answer = answer } }

  func save(
    _ change: RecordChange,
    mayWait: Bool
  ) throws(StateStoreError) -> Bool {
    guard try state.withLock({ $0.answer }).get() else { return false }
    state.withLock { $0.records += 1 }
    return try memory.save(change, mayWait: mayWait)
  }

  func scenes() throws(StateStoreError) -> [ArchiveHeader] { try memory.scenes() }

  func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
    try memory.load(scene: scene)
  }

  func commit(_ changes: [SceneChanges]) throws(StateStoreError) {
    state.withLock { $0.batches += 1 }
    try memory.commit(changes)
  }

  func discard(scene: String) throws(StateStoreError) { try memory.discard(scene: scene) }

  func erase() throws(StateStoreError) { try memory.erase() }
}

/// A store in memory that takes batches alone, as one that an app brings.
private final class BatchStore: StateStore {
  private let memory = InMemoryStateStore()

  func scenes() throws(StateStoreError) -> [ArchiveHeader] { try memory.scenes() }

  func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
    try memory.load(scene: scene)
  }

  func commit(_ changes: [SceneChanges]) throws(StateStoreError) { try memory.commit(changes) }

  func discard(scene: String) throws(StateStoreError) { try memory.discard(scene: scene) }

  func erase() throws(StateStoreError) { try memory.erase() }
}
