/// What animates the transitions of a scene.
///
/// A toolkit supplies its own, which ends each transition when its animation has ended:
///
/// ```swift
/// final class FadeCoordinator: TransitionCoordinator {
///   func begin(_ transition: Transition) {
///     window.fade(to: transition.entering) { transition.finish() }
///   }
/// }
/// ```
@MainActor
public protocol TransitionCoordinator: AnyObject {
  /// Animates a transition whose change the tree has taken already.
  ///
  /// The coordinator calls ``Transition/finish()`` or ``Transition/cancel()``, within this call or
  /// later; until then the scene's other transitions wait.
  func begin(_ transition: Transition)
}

/// Animates nothing: each transition ends as it begins.
public final class ImmediateTransitionCoordinator: TransitionCoordinator {
  /// Makes the coordinator.
  public init() {}

  /// Finishes the transition.
  public func begin(_ transition: Transition) {
    transition.finish()
  }
}
