import RestorationCore

/// Keeps what is scheduled until the test runs it.
@MainActor
final class ManualScheduling: SaveScheduling {
  private(set) var delays: [Duration] = []
  private var actions: [@MainActor () -> Void] = []

  nonisolated init() {}

  var pending: Int { actions.count }

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    delays.append(delay)
    actions.append(action)
  }

  /// Runs what is scheduled now.
  func run() {
    let due = actions
    actions = []
    for action in due { action() }
  }
}
