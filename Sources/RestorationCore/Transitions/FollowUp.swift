/// What runs once after transitions, and how those ended.
@MainActor
final class FollowUp {
  private let body: @MainActor (TransitionOutcome) -> Void
  private var outcome: TransitionOutcome

  /// Whether the outcome is that of one transition alone.
  private let isOfOneTransition: Bool

  /// Makes a follow-up of everything that ends before it runs.
  init(_ body: @escaping @MainActor (TransitionOutcome) -> Void) {
    self.body = body
    outcome = .nothingToDo
    isOfOneTransition = false
  }

  /// Makes a follow-up of one transition, which ended in a certain way.
  init(of outcome: TransitionOutcome, _ body: @escaping @MainActor (TransitionOutcome) -> Void) {
    self.body = body
    self.outcome = outcome
    isOfOneTransition = true
  }

  func noteEnd(_ outcome: TransitionOutcome) {
    guard !isOfOneTransition, self.outcome != .cancelled, outcome != .nothingToDo else { return }
    self.outcome = outcome
  }

  func run() {
    body(outcome)
  }
}
