import Foundation
import Observation
import RestorationCore
import Synchronization
import Testing

/// What a session tells of how well saving goes, and saves that survive a power loss.
@MainActor
@Suite("The health of a session")
struct HealthTests {
  private let error = StateStoreError(.outOfSpace, "No room.")

  @Test(
    "Health is the last good save, the changes that wait, and the last error until a save is good."
  )
  func health() {
    let store = RecordingStore()
    var configuration = SessionConfiguration()
    let now = Noted(Date(timeIntervalSinceReferenceDate: 10))
    configuration.now = { now.value }
    let app = TestApp(store, configuration: configuration)
    #expect(app.session.health == SaveHealth())
    let node = Promising(restorationIdentifier: "root")
    app.restore(node)
    app.save()
    #expect(app.session.health.lastSave == now.value)
    let good = now.value
    now.value += 60
    node.text = "a"
    #expect(app.session.health.pendingChanges == 1)
    store.failWrites(with: error)
    app.save()
    let health = app.session.health
    #expect(health.lastSave == good && health.lastError == error && health.pendingChanges == 1)
    store.failWrites(with: nil)
    app.save()
    #expect(app.session.health.lastSave == now.value)
    #expect(app.session.health.lastError == nil && app.session.health.pendingChanges == 0)
  }

  @Test("A save that is refused, since what is saved cannot be read, is told until one is good.")
  func refused() {
    let store = RecordingStore()
    let error = StateStoreError(.locked, "Another process has it.")
    store.failReads(with: error)
    let app = TestApp(store)
    let node = Promising(restorationIdentifier: "root")
    #expect(app.restore(node).outcome == .unavailable)
    #expect(app.save().outcome == .refused)
    #expect(app.session.health.lastError == error && app.session.health.lastSave == nil)
    store.failReads(with: nil)
    app.session.restore(node, in: "main")
    #expect(app.save().outcome == .saved)
    #expect(app.session.health.lastError == nil && app.session.health.lastSave != nil)
  }

  @Test("Health can be observed.")
  func observed() {
    let app = TestApp(RecordingStore())
    let node = Promising(restorationIdentifier: "root")
    app.restore(node)
    app.save()
    for change in [{ node.text = "a" }, { _ = app.save() }] {
      let count = Mutex(0)
      withObservationTracking {
        _ = app.session.health
      } onChange: {
        count.withLock { $0 += 1 }
      }
      change()
      #expect(count.withLock { $0 } == 1)
    }
  }

  @Test("A flush saves and then waits for the disk, also if nothing changed.")
  func flush() {
    let store = SlowStore()
    let app = TestApp(store)
    app.restore(Probe("root"))
    #expect(app.session.flush().outcome == .saved)
    #expect(app.session.flush().outcome == .nothingChanged)
    #expect(store.calls == ["committed", "flushed", "flushed"])
    store.failFlushes(with: error)
    #expect(app.session.flush().outcome == .failed(error))
    #expect(app.session.health.lastError == error)
  }

  @Test(
    "A flush of what could not be saved says so, and asks no disk; within a restore it is put off."
  )
  func flushFails() {
    let store = RecordingStore()
    let app = TestApp(store)
    let root = Probe("root")
    app.restore(root)
    store.failWrites(with: error)
    #expect(app.session.flush().outcome == .failed(error))
    store.failWrites(with: nil)
    app.save()
    var outcome: SaveReport.Outcome?
    root.finishing = { _ in outcome = app.session.flush().outcome }
    app.restore(root)
    #expect(outcome == .deferred)
  }
}
