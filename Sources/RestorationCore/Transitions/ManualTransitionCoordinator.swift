/// Lets a test, or whoever drives an interactive transition, say when each transition ends, and how.
///
/// ```swift
/// let coordinator = ManualTransitionCoordinator()
/// session.transitionQueue(of: "main")?.coordinator = coordinator
/// stack.push(screen)
/// coordinator.cancel()  // and the screen is gone again
/// ```
public final class ManualTransitionCoordinator: TransitionCoordinator {
  private var latest: Transition?

  /// The transition that is under way, or `nil`.
  ///
  /// One that was ended by others, as by a scene that was closed, is under way no more.
  public var running: Transition? { latest?.isRunning == true ? latest : nil }

  /// How many transitions have begun so far.
  public private(set) var begun = 0

  /// Makes the coordinator.
  public init() {}

  /// Keeps the transition until it is told how to end.
  public func begin(_ transition: Transition) {
    begun += 1
    latest = transition
  }

  /// Finishes the transition that is under way.
  ///
  /// - Returns: Whether one was.
  @discardableResult
  public func finish() -> Bool {
    end { $0.finish() }
  }

  /// Cancels the transition that is under way.
  ///
  /// - Returns: Whether one was.
  @discardableResult
  public func cancel() -> Bool {
    end { $0.cancel() }
  }

  /// Finishes transitions until none is under way.
  public func finishAll() {
    while finish() {}
  }

  private func end(_ body: (Transition) -> Void) -> Bool {
    guard let transition = running else { return false }
    // The next one may begin within the call.
    latest = nil
    body(transition)
    return true
  }
}
