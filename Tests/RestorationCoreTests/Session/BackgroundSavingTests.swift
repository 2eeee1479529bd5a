import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

/// Saves that the session makes by itself do not wait for the store; others wait for these.
@MainActor
@Suite("Saves in the background")
struct BackgroundSavingTests {
  private let store = SlowStore()
  private let scheduling = ManualScheduling()
  private let roots = Noted<[Row]>([])
  private let full = StateStoreError(.outOfSpace, "No room.")

  /// A session whose first save was answered.
  private func savedSession(_ root: Row) -> RestorationSession {
    var configuration = SessionConfiguration()
    configuration.scheduling = scheduling
    let session = RestorationSession(
      store: store,
      registry: .fixtures(),
      configuration: configuration
    )
    roots.value.append(root)
    session.restore(root, in: "main")
    scheduling.run()
    store.answer()
    scheduling.deliver()
    return session
  }

  private func archive() throws -> StateArchive? { try store.load(scene: "main")?.archive }

  private func text(_ identifier: String) throws -> String? {
    let restored = Row("root")
    let app = TestApp(store)
    app.restore(restored)
    return restored.item(identifier, as: Probe.self)?.text
  }

  @Test("While a batch is on its way no other is handed over; what changed meanwhile follows.")
  func oneAtATime() throws {
    let probe = Probe("a")
    let session = savedSession(Row("root", [probe, Promising(restorationIdentifier: "b")]))
    probe.text = "first"
    scheduling.run()
    #expect(store.waiting == 1 && session.health.pendingChanges == 1)
    for text in ["second", "third"] {
      probe.text = text
      scheduling.run()
    }
    #expect(store.waiting == 1 && scheduling.deliveries == 0)
    store.answer()
    #expect(scheduling.deliveries == 1)
    scheduling.deliver()
    #expect(try text("a") == "first")
    scheduling.run()
    #expect(store.waiting == 1)
    store.answer()
    scheduling.deliver()
    #expect(try text("a") == "third")
    #expect(session.health.pendingChanges == 0)
    scheduling.run()
    #expect(store.waiting == 0 && scheduling.pending == 0)
  }

  @Test("An answer within the call is taken there, and nothing is delivered.")
  func answerWithinCall() {
    var configuration = SessionConfiguration()
    configuration.scheduling = scheduling
    let app = TestApp(configuration: configuration)
    var outcomes: [SaveReport.Outcome] = []
    app.restore(Probe("root"))
    app.session.save { outcomes.append($0.outcome) }
    scheduling.run()
    #expect(outcomes == [.saved] && scheduling.deliveries == 0)
  }

  @Test(
    "A synchronous save waits for the batch on its way, which another thread answers, and saves."
  )
  func synchronous() throws {
    let probe = Probe("a")
    let session = savedSession(Row("root", [probe]))
    var outcomes: [SaveReport.Outcome] = []
    session.saveHandler = { outcomes.append($0.outcome) }
    probe.text = "first"
    scheduling.run()
    probe.text = "second"
    store.answerElsewhere()
    #expect(session.save().outcome == .saved)
    #expect(store.calls.suffix(3) == ["handed over", "saved", "committed"])
    #expect(outcomes == [.saved])
    #expect(try text("a") == "second")
    // The answer was taken; that it is delivered once more changes nothing.
    scheduling.deliver()
    scheduling.run()
    #expect(outcomes == [.saved] && store.waiting == 0)
  }

  @Test("Nothing is ever built on a batch that failed: the save that waited for it holds both.")
  func failsBeforeSynchronous() throws {
    let (a, b) = (Probe("a"), Promising(restorationIdentifier: "b"))
    let session = savedSession(Row("root", [a, b]))
    b.text = "first"
    scheduling.run()
    a.text = "second"
    store.answerElsewhere(full)
    #expect(session.save().outcome == .saved)
    #expect(try text("a") == "second")
    #expect(try archive()?.record("b")?.state == archive()?.record("b")?.state)
    let restored = Row("root")
    TestApp(store).restore(restored)
    #expect(restored.item("b", as: Promising.self)?.text == "first")
  }

  @Test("A batch that failed is handed over again: changes, removals and the app's own state.")
  func failedBatch() throws {
    let (a, b) = (Promising(restorationIdentifier: "a"), Probe("b"))
    let root = Row("root", [a, b])
    let session = savedSession(root)
    let appState = Noted(1)
    session.configuration.encodeAppState = { encoder, _ in
      encoder.encode(appState.value, forKey: "state")
    }
    let gone = try #require(try archive()?.number("b"))
    a.text = "new"
    appState.value = 2
    root.set([a])
    scheduling.run()
    store.answer(full)
    scheduling.deliver()
    #expect(session.health.lastError == full)
    #expect(session.health.pendingChanges == 2)
    // It is as it was, as far as the app can tell; the store may have it or not.
    a.text = ""
    scheduling.run()
    #expect(store.waiting == 1)
    store.answer()
    scheduling.deliver()
    let saved = try #require(try archive())
    #expect(saved.records[gone] == nil && saved.records.count == 2)
    #expect(saved.appState != NodeRecord.emptyState)
    #expect(session.health.lastError == nil && session.health.pendingChanges == 0)
    let restored = Row("root")
    TestApp(store).restore(restored)
    #expect(restored.item("a", as: Promising.self)?.text == "")
  }

  @Test("What a node reverts to after a failed batch is handed over all the same.")
  func reverted() throws {
    let store = RecordingStore()
    let app = TestApp(store)
    let node = Promising(restorationIdentifier: "a")
    app.restore(Row("root", [node, Promising(restorationIdentifier: "b")]))
    app.save()
    store.failWrites(with: full)
    node.text = "new"
    app.save()
    store.failWrites(with: nil)
    app.save()
    #expect(store.lastChanges?.updated.map(\.identifier) == ["a"])
    #expect(store.lastChanges?.replacesEverything == false)
    #expect(try store.archive()?.record("a") == store.lastChanges?.updated.first)
    #expect(app.save().outcome == .nothingChanged)
  }

  @Test("A first save that failed hands over everything again, and keeps what it has to keep.")
  func failedFullSave() throws {
    let store = RecordingStore()
    let saving = TestApp(store)
    saving.restore(Row("root", [Probe("a")]))
    saving.save()
    var configuration = SessionConfiguration()
    configuration.shouldRestore = { _ in false }
    let app = TestApp(store, configuration: configuration)
    app.restore(Row("root", [Probe("b"), Probe("c")]))
    store.failWrites(with: full)
    app.save()
    store.failWrites(with: nil)
    app.save()
    let changes = try #require(store.lastChanges)
    #expect(changes.replacesEverything && changes.setsAside == "vetoed")
    #expect(changes.updated.count == 3)
  }

  @Test("Discarding, erasing and restoring wait for the batch on its way.")
  func others() throws {
    let root = Row("root", [Probe("a")])
    let session = savedSession(root)
    func begin() {
      root.add(Probe("more"))
      scheduling.run()
      #expect(store.waiting == 1)
      store.answerElsewhere()
    }
    begin()
    try session.eraseAll()
    #expect(store.calls.suffix(3) == ["handed over", "saved", "erased"])
    session.save()
    begin()
    session.restore(root, in: "main")
    #expect(store.calls.suffix(2) == ["handed over", "saved"])
    begin()
    try session.discard(scene: "main")
    #expect(store.calls.suffix(3) == ["handed over", "saved", "discarded"])
  }

  @Test("Whoever waits while a batch is on its way is answered with the batch that follows.")
  func completions() {
    let probe = Probe("a")
    let session = savedSession(Row("root", [probe]))
    var answers: [String] = []
    probe.text = "first"
    session.save { answers.append("first: \($0.outcome)") }
    scheduling.run()
    probe.text = "second"
    session.save { answers.append("second: \($0.outcome)") }
    scheduling.run()
    store.answer()
    scheduling.deliver()
    #expect(answers == ["first: saved"])
    scheduling.run()
    store.answer()
    scheduling.deliver()
    #expect(answers == ["first: saved", "second: saved"])
  }

  @Test(
    "A scene that is closed waits for its batch, and one that failed is saved before it closes."
  )
  func closing() throws {
    let probe = Probe("a")
    let session = savedSession(Row("root", [probe]))
    probe.text = "last"
    scheduling.run()
    store.answerElsewhere(full)
    #expect(session.close(scene: "main").outcome == .saved)
    #expect(try text("a") == "last")
  }

  @Test("A scene that another session restores while a batch is on its way is not saved any more.")
  func successor() throws {
    let store = SlowRecordStore(slow: store)
    var configuration = SessionConfiguration()
    configuration.scheduling = scheduling
    let session = RestorationSession(
      store: store,
      registry: .fixtures(),
      configuration: configuration
    )
    let node = Promising(restorationIdentifier: "a")
    let root = Row("root", [node])
    session.restore(root, in: "main")
    scheduling.run()
    let other = TestApp(store)
    let window = Row("root")
    other.restore(window)
    store.slow.answer()
    scheduling.deliver()
    node.text = "late"
    #expect(session.save().outcome == .refused)
  }
}

/// A store that is slow with batches, and takes single records at once.
private final class SlowRecordStore: RecordStore {
  let slow: SlowStore

  init(slow: SlowStore) {
    self.slow = slow
  }

  func save(_ change: RecordChange, mayWait: Bool) throws(StateStoreError) -> Bool {
    try slow.commit([change.changes])
    return true
  }

  func commit(
    _ changes: [SceneChanges],
    completion: @escaping @Sendable (Result<Void, StateStoreError>) -> Void
  ) {
    slow.commit(changes, completion: completion)
  }

  func commit(_ changes: [SceneChanges]) throws(StateStoreError) { try slow.commit(changes) }
  func scenes() throws(StateStoreError) -> [ArchiveHeader] { try slow.scenes() }
  func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
    try slow.load(scene: scene)
  }
  func discard(scene: String) throws(StateStoreError) { try slow.discard(scene: scene) }
  func erase() throws(StateStoreError) { try slow.erase() }
}
