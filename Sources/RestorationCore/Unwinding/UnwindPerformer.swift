/// Carries out one unwind: the veto, the preparation, the action, then step after step.
@MainActor
final class UnwindPerformer {
  private let request: UnwindRequest
  private let scene: LiveScene
  private let answer: @MainActor (UnwindResult) -> Void

  /// How many steps are done.
  private var done = 0

  /// Whether steps are being taken now, so that one that ends at once is not followed from within.
  private var isGoingOn = false

  /// How the step that was taken last ended; `nil` while it is under way.
  private var ended: TransitionOutcome?

  /// Makes a performer, which tells of the result once.
  init(
    _ request: UnwindRequest,
    in scene: LiveScene,
    answer: @escaping @MainActor (UnwindResult) -> Void
  ) {
    self.request = request
    self.scene = scene
    self.answer = answer
  }

  /// Carries out what a search found.
  func run(_ search: UnwindSearch) {
    guard let plan = search.plan, let target = scene.object(of: plan.target) else {
      return answer(.notFound(asked: search.asked))
    }
    if request.isFromGesture, !request.source.shouldUnwind(plan) {
      return answer(.vetoed(by: plan.source))
    }
    request.source.prepareForUnwind(plan)
    scene.wakeIfNeeded(target)
    target.performUnwind(plan)
    goOn(with: plan)
  }

  private func goOn(with plan: UnwindPlan) {
    isGoingOn = true
    defer { isGoingOn = false }
    while done < plan.steps.count {
      let step = plan.steps[done]
      ended = nil
      let outcome = take(step, of: plan) { self.noteEnd($0, of: plan) }
      if case .refused(let reason) = outcome { return interrupt(plan, reason) }
      guard let ended else { return }
      guard ended != .cancelled else { return interrupt(plan, "It was cancelled.") }
      done += 1
    }
    answer(.performed(plan))
  }

  private func noteEnd(_ outcome: TransitionOutcome, of plan: UnwindPlan) {
    ended = outcome
    guard !isGoingOn else { return }
    guard outcome != .cancelled else { return interrupt(plan, "It was cancelled.") }
    done += 1
    goOn(with: plan)
  }

  private func interrupt(_ plan: UnwindPlan, _ reason: String) {
    answer(.interrupted(plan, after: done, because: reason))
  }

  /// Checks a step against the tree as it is now, and takes it.
  private func take(
    _ step: UnwindPlan.Step,
    of plan: UnwindPlan,
    didEnd: @escaping @MainActor (TransitionOutcome) -> Void
  ) -> NavigationOutcome {
    guard let parent = scene.object(of: step.parent), let child = scene.object(of: step.child)
    else { return .refused("\(step.parent.name) or \(step.child.name) is gone.") }
    switch step.kind {
    case .dismiss:
      guard let presenter = parent as? any Presenting else {
        return .refused("\(step.parent.name) presents nothing any more.")
      }
      return scene.queue.change(presenter, by: { presenter.dismiss(child) }, didEnd: didEnd)
    case .reveal:
      guard let container = parent as? any RestorableContainer,
        scene.isChild(child, of: container, isPresented: false)
      else { return .refused("\(step.child.name) is no longer in \(step.parent.name).") }
      return scene.queue.change(
        container,
        by: { container.unwind(plan, toward: child) },
        didEnd: didEnd
      )
    }
  }
}
