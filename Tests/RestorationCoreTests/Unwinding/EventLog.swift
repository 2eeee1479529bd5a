/// What happened, in order.
@MainActor
final class EventLog {
  private(set) var events: [String] = []

  func note(_ event: String) {
    events.append(event)
  }

  /// The events so far, which are forgotten.
  func take() -> [String] {
    defer { events = [] }
    return events
  }
}
