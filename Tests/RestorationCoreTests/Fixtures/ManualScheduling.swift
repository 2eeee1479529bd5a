import RestorationCore
import Synchronization

/// Keeps what is scheduled and delivered until the test runs it.
@MainActor
final class ManualScheduling: SaveScheduling {
  private(set) var delays: [Duration] = []
  private var actions: [@MainActor () -> Void] = []
  private let answers = Mutex<[@MainActor @Sendable () -> Void]>([])

  nonisolated init() {}

  var pending: Int { actions.count }

  /// How many answers of a store wait to be delivered.
  nonisolated var deliveries: Int { answers.withLock { $0.count } }

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    delays.append(delay)
    actions.append(action)
  }

  nonisolated func deliver(_ action: @escaping @MainActor @Sendable () -> Void) {
    answers.withLock { $0.append(action) }
  }

  /// Runs what is scheduled now.
  func run() {
    let due = actions
    actions = []
    for action in due { action() }
  }

  /// Delivers what the store has answered.
  func deliver() {
    let due = answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
    for action in due { action() }
  }
}
