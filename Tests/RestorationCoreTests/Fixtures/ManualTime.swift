import RestorationCore

/// A scheduling whose time passes when the test says so.
@MainActor
final class ManualTime: SaveScheduling {
  private struct Timer {
    let due: Duration
    let action: @MainActor () -> Void
  }

  private(set) var now = Duration.seconds(86_400)
  private var timers: [Timer] = []

  nonisolated init() {}

  /// Whether no timer runs.
  var isIdle: Bool { timers.isEmpty }

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    timers.append(Timer(due: now + delay, action: action))
  }

  /// Lets time pass, and runs what comes due on the way, in order.
  func advance(by duration: Duration) {
    let end = now + duration
    while let next = timers.indices.min(by: { timers[$0].due < timers[$1].due }),
      timers[next].due <= end
    {
      let timer = timers.remove(at: next)
      now = max(now, timer.due)
      timer.action()
    }
    now = end
  }
}
