import Dispatch
import RestorationCore
import Synchronization

/// A main loop that runs what its timers hand it, as a toolkit's does.
///
/// A timer is an entry of a serial queue; when it is due, its action goes into an inbox, which the
/// main thread empties.
@MainActor
final class MainLoop: SaveScheduling {
  private let timers = DispatchQueue(label: "restoration-benchmarks.timers")
  private let inbox = Inbox()

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    let inbox = inbox
    if delay <= .zero {
      timers.async { inbox.post(action) }
    } else {
      timers.asyncAfter(deadline: .now() + delay / .seconds(1)) { inbox.post(action) }
    }
  }

  /// Wakes the main thread with an action: an answer is no timer.
  nonisolated func deliver(_ action: @escaping @MainActor @Sendable () -> Void) {
    inbox.post(action)
  }

  /// Runs actions until something holds.
  func run(until isDone: () -> Bool) {
    while !isDone() {
      for action in inbox.wait() { action() }
    }
  }

  /// One empty round trip: to the queue and back.
  func makeRoundTrip() {
    var isBack = false
    schedule(after: .zero) { isBack = true }
    run { isBack }
  }
}

/// Actions on their way to the main thread.
private final class Inbox: Sendable {
  private let actions = Mutex<[@MainActor () -> Void]>([])
  private let signal = DispatchSemaphore(value: 0)

  func post(_ action: @escaping @MainActor () -> Void) {
    actions.withLock { $0.append(action) }
    signal.signal()
  }

  /// Waits for actions; there may be none when it returns.
  func wait() -> [@MainActor () -> Void] {
    signal.wait()
    return actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
  }
}
