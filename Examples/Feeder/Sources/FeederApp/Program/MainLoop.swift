import Foundation
import RestorationCore

/// The loop of the program: it waits for bytes, signals and timers, and for nothing else.
///
/// The main actor's queue is never drained here, so the session's saves are woken by the loop's own
/// timers.
@MainActor
final class MainLoop: SaveScheduling {
  /// What the loop tells of.
  enum Event {
    case bytes([UInt8])

    /// Nothing more came for a moment after the last bytes.
    case pause

    /// What was due, or was left by another thread, has been done.
    case work
    case signal(Int32)

    /// Nothing will come any more.
    case end
  }

  private struct Timer {
    let deadline: ContinuousClock.Instant
    let action: @MainActor () -> Void
  }

  private let signals: SignalPipe
  private let deliveries: DeliveryPipe
  private var timers: [Timer] = []

  /// Makes the loop; signals that end or change the program are its events from now on.
  init() throws {
    signals = try SignalPipe([SIGTERM, SIGHUP, SIGINT, SIGWINCH])
    deliveries = try DeliveryPipe()
  }

  nonisolated func deliver(_ action: @escaping @MainActor @Sendable () -> Void) {
    deliveries.add(action)
  }

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    timers.append(Timer(deadline: .now + delay, action: action))
  }

  /// Waits for the next event, and does what is due meanwhile.
  ///
  /// - Parameters:
  ///   - input: The file descriptor that bytes come from; `nil` if there is none.
  ///   - pause: How long to wait for bytes before an event says so; `nil` is for ever.
  /// - Returns: The event.
  func nextEvent(from input: Int32?, pause: Duration? = nil) -> Event {
    let end = pause.map { ContinuousClock.now + $0 }
    while true {
      if runTimers() { return .work }
      var waits = [
        pollfd(fd: signals.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: deliveries.reader, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&waits, 3, timeout(until: end))
      if deliveries.run() { return .work }
      if let signal = signals.next() { return .signal(signal) }
      if count > 0, waits[1].revents != 0, let input { return read(input) }
      if let end, ContinuousClock.now >= end { return .pause }
    }
  }

  /// Runs what is due, and tells whether anything was.
  private func runTimers() -> Bool {
    let now = ContinuousClock.now
    let due = timers.filter { $0.deadline <= now }
    timers.removeAll { $0.deadline <= now }
    for timer in due.sorted(by: { $0.deadline < $1.deadline }) { timer.action() }
    return !due.isEmpty
  }

  /// How many milliseconds to wait, rounded up, or -1 for ever.
  private func timeout(until end: ContinuousClock.Instant?) -> Int32 {
    guard let next = (timers.map(\.deadline) + (end.map { [$0] } ?? [])).min() else { return -1 }
    let milliseconds = (next - .now) / .milliseconds(1)
    return Int32(max(0, min(milliseconds.rounded(.up), 60_000)))
  }

  private func read(_ input: Int32) -> Event {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(input, &buffer, buffer.count)
    if count > 0 { return .bytes(Array(buffer[..<count])) }
    // Interrupted or not ready is no end: the next round of the loop waits again.
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? .bytes([]) : .end
  }
}
