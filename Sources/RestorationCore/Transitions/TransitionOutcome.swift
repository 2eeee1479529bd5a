/// How a transition, or what a follow-up waited for, ended.
public enum TransitionOutcome: Hashable, Sendable {
  /// It came to its end.
  case finished
  /// It was cancelled, and the tree is as it was before. Of several, one was cancelled.
  case cancelled
  /// There was nothing to be done, or nothing to wait for.
  case nothingToDo
}
