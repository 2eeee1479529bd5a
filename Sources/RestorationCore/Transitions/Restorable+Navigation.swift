// MARK: - Navigating

extension Restorable {
  /// Carries out a step of navigation, after the scene's restore and after the steps before it.
  ///
  /// The scene's ``TransitionCoordinator`` animates what the step changes of this node's children or
  /// presentation, and a step that is cancelled is taken back. Outside a scene, and for a node that
  /// has no ``restorationTracker``, the step runs at once.
  ///
  /// - Parameter step: Changes this node at once, or refuses and says why.
  /// - Returns: What the step returned, or ``NavigationOutcome/deferred`` if it has to wait.
  @discardableResult
  public func performNavigation(
    _ step: @escaping @MainActor () -> NavigationOutcome
  ) -> NavigationOutcome {
    guard let queue = liveScene?.queue else { return step() }
    var outcome = NavigationOutcome.deferred
    queue.append { [weak queue] end in
      guard let queue else { return end(.nothingToDo) }
      outcome = queue.change(self, by: step, didEnd: end)
    }
    return outcome
  }
}

// MARK: - Following

extension Restorable {
  /// Runs something when all transitions of the scene have ended.
  ///
  /// That is after all steps and all dismissals, in whatever layout and style; if no transition runs
  /// or waits, it is at once. It does not depend on anything appearing, which nothing does below a sheet. It runs exactly
  /// once, also if a transition is cancelled.
  public func afterTransitions(_ followUp: @escaping @MainActor () -> Void) {
    follow(FollowUp { _ in followUp() })
  }

  /// Runs something when all transitions of the scene have ended, and tells it how.
  ///
  /// The outcome is `cancelled` if one of those that it waited for was, and `nothingToDo` if it
  /// waited for none.
  public func afterTransitions(
    _ followUp: @escaping @MainActor (TransitionOutcome) -> Void
  ) {
    follow(FollowUp(followUp))
  }

  /// Waits until all transitions of the scene have ended, and tells how.
  public func settled() async -> TransitionOutcome {
    await withCheckedContinuation { continuation in
      follow(FollowUp { continuation.resume(returning: $0) })
    }
  }

  func follow(_ followUp: FollowUp) {
    if let queue = liveScene?.queue {
      queue.add(followUp)
    } else {
      followUp.run()
    }
  }
}
