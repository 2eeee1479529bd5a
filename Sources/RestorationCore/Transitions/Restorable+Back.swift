extension Restorable {
  /// Goes back where the user is: on the visible node nearest to the user, below this one, that can.
  ///
  /// An open drawer closes, a sheet is dismissed, a stack pops, a collapsed split leaves its column,
  /// and tabs do nothing unless told. Whatever this node's scene is doing is waited for.
  ///
  /// - Returns: Whether a node handled it; if not, the host may leave.
  @discardableResult
  public func goBack() -> Bool {
    for step in BackStep.all(in: self) where step.isPossible && step.perform() { return true }
    return false
  }

  /// Has nothing to do.
  public var canHandleBack: Bool { false }

  /// Refuses.
  public func handleBack() -> NavigationOutcome {
    .refused("\(unwindName) has nowhere to go back.")
  }

  /// Does nothing.
  public func backGestureDidChange(_ phase: BackGesture.Phase) {}
}

extension RestorableContainer {
  /// The children that can be seen, the last first.
  public var backOrder: [any Restorable] { visibleRestorableChildren.reversed() }
}
