/// Decides when the session saves by itself: when changes pause, and at the latest after a bound.
///
/// It is told the time, as what has passed since some moment, and asks no clock.
struct SaveTiming {
  /// What to do when a timer fires.
  enum Step: Equatable {
    /// Nothing: the timer is out of date.
    case nothing
    case save
    case wait(Duration)
  }

  /// When the first and the last change came that wait for a save.
  private var changes: (first: Duration, last: Duration)?

  /// When the timer is due that waits for a pause, if one runs.
  private var due: Duration?

  /// How many saves have failed in a row.
  private var failures = 0

  /// Tells a timer from those that were started before it.
  private(set) var timer = 0
}

// MARK: - Changes

extension SaveTiming {
  /// Notes a change, and returns how long a timer has to run, if none does.
  mutating func noteChange(at now: Duration, delay: Duration) -> Duration? {
    changes = (changes?.first ?? now, now)
    guard due == nil else { return nil }
    return start(delay, at: now)
  }

  /// What to do when the timer with a number fires.
  mutating func fire(_ timer: Int, at now: Duration, delay: Duration, maximum: Duration) -> Step {
    guard timer == self.timer else { return .nothing }
    guard let changes, let due else { return failures > 0 ? .save : .nothing }
    // Whoever runs the timer before its time wants the save now.
    guard now >= due else { return .save }
    let rest = min(
      delay - (now - changes.last),
      maximum - (now - changes.first)
    )
    guard rest > .zero else { return .save }
    return .wait(start(rest, at: now))
  }

  /// Notes that a save takes all changes so far.
  mutating func noteSave() {
    changes = nil
    due = nil
  }

  private mutating func start(_ delay: Duration, at now: Duration) -> Duration {
    due = now + delay
    timer += 1
    return delay
  }
}

// MARK: - Failures

extension SaveTiming {
  /// Notes that a save succeeded.
  mutating func noteSuccess() {
    failures = 0
  }

  /// Notes that a save failed, and returns how long a timer has to run before it is tried again, if
  /// no change has started one.
  mutating func noteFailure(first: Duration, maximum: Duration) -> Duration? {
    var delay = min(first, maximum)
    for _ in 0..<min(failures, 20) {
      // Not by doubling and comparing, which may overflow.
      delay = delay > maximum / 2 ? maximum : delay * 2
    }
    failures += 1
    guard due == nil else { return nil }
    timer += 1
    return delay
  }
}
