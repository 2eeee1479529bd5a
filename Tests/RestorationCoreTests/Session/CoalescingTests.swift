import Foundation
import RestorationTestSupport
import Testing

@testable import RestorationCore

/// When the session saves by itself: once changes pause, and at the latest after a bound.
@MainActor
@Suite("When changes are saved")
struct CoalescingTests {
  private let store = RecordingStore()
  private let time = ManualTime()
  private let roots = Noted<[any Restorable]>([])

  private func session(_ root: any Restorable) -> RestorationSession {
    var configuration = SessionConfiguration()
    configuration.scheduling = time
    let session = RestorationSession(
      store: store,
      registry: .fixtures(),
      configuration: configuration
    )
    session.clock = { time.now }
    roots.value.append(root)
    session.restore(root, in: "main")
    time.advance(by: .milliseconds(100))
    #expect(store.batches.count == 1)
    return session
  }

  private func texts() -> [String] {
    store.batches.dropFirst().map { batch in
      batch.first?.updated.first.flatMap { record in
        StateDecoder.text(of: record)
      } ?? "?"
    }
  }

  @Test("P274: many changes before the delay ends are one save, of the last value.")
  func oneSave() {
    let node = Promising(restorationIdentifier: "root")
    let session = session(node)
    for text in ["a", "b", "c"] {
      node.text = text
      time.advance(by: .milliseconds(20))
    }
    #expect(texts() == [])
    // 100 ms after the last change, which came 20 ms ago.
    time.advance(by: .milliseconds(79))
    #expect(texts() == [])
    time.advance(by: .milliseconds(1))
    #expect(texts() == ["c"])
    #expect(session.health.pendingChanges == 0)
  }

  @Test("P307: constant change is saved at the upper bound, and a change after a pause soon.")
  func constantChange() {
    let node = Promising(restorationIdentifier: "root")
    let session = session(node)
    for count in 1...250 {
      node.text = "\(count)"
      time.advance(by: .milliseconds(10))
    }
    // A second after the first change of each, so with the values of that moment.
    #expect(texts() == ["100", "200"])
    time.advance(by: .milliseconds(100))
    #expect(texts() == ["100", "200", "250"])
    node.text = "after a pause"
    time.advance(by: .milliseconds(100))
    #expect(texts().last == "after a pause")
    #expect(session.health.lastError == nil)
  }

  @Test("Delays of any length are doubled up to the longest, and overflow nothing.")
  func longDelays() {
    for first in [Duration.milliseconds(100), .seconds(Int64.max), .zero] {
      for maximum in [Duration.seconds(1), .seconds(Int64.max)] {
        var timing = SaveTiming()
        var last = Duration.zero
        for count in 0..<200 {
          let delay = timing.noteFailure(first: first, maximum: maximum) ?? .zero
          #expect(delay >= last && delay <= maximum)
          if count == 0 { #expect(delay == min(first, maximum)) }
          last = delay
        }
        #expect(last == maximum || first == .zero || maximum > .seconds(1))
      }
    }
  }

  @Test("Who is idle causes no save, and no timer.")
  func idle() {
    let session = session(Promising(restorationIdentifier: "root"))
    time.advance(by: .seconds(3_600))
    #expect(store.batches.count == 1 && time.isIdle)
    #expect(session.health.lastError == nil)
  }

  @Test("P262: a save that comes due while the user is idle is made when the user is active again.")
  func heldWhileIdle() {
    let node = Promising(restorationIdentifier: "root")
    let session = session(node)
    let scheduling = ActiveScheduling(time)
    session.configuration.scheduling = scheduling
    node.text = "a"
    scheduling.userIsIdle = true
    time.advance(by: .seconds(3_600))
    #expect(texts() == [])
    scheduling.userIsIdle = false
    #expect(texts() == ["a"])
    #expect(session.health.pendingChanges == 0)
  }

  @Test("P131: what is asked for at once is saved at once, whatever timer runs.")
  func atOnce() {
    let node = Promising(restorationIdentifier: "root")
    let session = session(node)
    node.text = "synchronous"
    #expect(session.save().outcome == .saved)
    node.text = "answered"
    var outcome: SaveReport.Outcome?
    session.save { outcome = $0.outcome }
    time.advance(by: .zero)
    #expect(outcome == .saved)
    #expect(texts() == ["synchronous", "answered"])
    time.advance(by: .seconds(1))
    #expect(texts().count == 2)
  }

  @Test("A delay above the bound is the bound.")
  func longDelay() {
    let node = Promising(restorationIdentifier: "root")
    let session = session(node)
    session.configuration.saveDelay = .seconds(5)
    node.text = "a"
    time.advance(by: .milliseconds(999))
    #expect(texts() == [])
    time.advance(by: .milliseconds(1))
    #expect(texts() == ["a"])
  }

  @Test("A failed save is tried again with the next change, and by itself after a growing delay.")
  func retries() {
    let node = Promising(restorationIdentifier: "root")
    let session = session(node)
    store.failWrites(with: StateStoreError(.outOfSpace, "No room."))
    node.text = "a"
    time.advance(by: .milliseconds(100))
    var moments: [Duration] = []
    var count = store.batches.count
    let start = time.now
    while time.now < start + .seconds(300) {
      time.advance(by: .milliseconds(500))
      if store.batches.count > count { moments.append(time.now - start) }
      count = store.batches.count
    }
    #expect(
      moments == [1, 3, 7, 15, 31, 63, 123, 183, 243].map { Duration.seconds($0) }
    )
    node.text = "b"
    time.advance(by: .milliseconds(100))
    #expect(store.batches.count == count + 1)
    store.failWrites(with: nil)
    time.advance(by: .seconds(60))
    #expect(texts().last == "b" && session.health.lastError == nil)
    time.advance(by: .seconds(3_600))
    #expect(store.batches.count == count + 2)
    // The next failure begins with the first delay again.
    store.failWrites(with: StateStoreError(.outOfSpace, "No room."))
    node.text = "c"
    time.advance(by: .milliseconds(100))
    time.advance(by: .seconds(1))
    #expect(store.batches.count == count + 4)
  }

  @Test("A session that does not save by itself tries nothing again by itself.")
  func noRetries() {
    let session = session(Promising(restorationIdentifier: "root"))
    session.configuration.savesAutomatically = false
    store.failWrites(with: StateStoreError(.outOfSpace, "No room."))
    (session.restorable(at: "root", in: "main") as? Promising)?.text = "a"
    session.save()
    #expect(time.isIdle)
  }
}

/// A scheduling of a host that lets nothing run while its user is idle.
@MainActor
private final class ActiveScheduling: SaveScheduling {
  private let time: ManualTime
  private var held: [@MainActor () -> Void] = []

  init(_ time: ManualTime) {
    self.time = time
  }

  /// Whether the user does nothing; what came due meanwhile runs when that ends.
  var userIsIdle = false {
    didSet {
      let due = userIsIdle ? [] : held
      if !userIsIdle { held = [] }
      for action in due { action() }
    }
  }

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    time.schedule(after: delay) { [self] in
      if userIsIdle { held.append(action) } else { action() }
    }
  }
}
