import RestorationTestSupport

/// Chooses when a child is killed.
struct Trigger {
  private enum Moment {
    /// Some time after its start, whatever it does then.
    case start

    /// While it opens the store.
    case opening

    /// While it saves, when so many saves were reported.
    case saves(Int)
  }

  private let moment: Moment
  private let delay: Duration
  private var saves = 0

  init(_ random: inout SeededGenerator) {
    switch random.below(10) {
    case 0:
      moment = .start
      delay = .microseconds(random.below(60_000))
    case 1:
      moment = .opening
      delay = .microseconds(random.below(8_000))
    default:
      moment = .saves(random.below(3) == 0 ? 0 : random.below(30))
      delay = .microseconds(random.below(random.below(2) == 0 ? 300 : 8_000))
    }
  }

  /// How long after its start it is killed, if nothing else matters.
  var delayAfterStart: Duration? {
    if case .start = moment { delay } else { nil }
  }

  /// How long after a message it is killed, if it is one that was waited for.
  mutating func delay(after message: Message) -> Duration? {
    if case .saved = message { saves += 1 }
    switch (moment, message) {
    case (.opening, .opening): return delay
    case (.saves(0), .found): return delay
    case (.saves(let count), .saved) where count == saves: return delay
    default: return nil
    }
  }
}
