// MARK: - Appearing and disappearing

extension RestorableController {
  /// Begins to show or hide the controller with all that can be seen below it.
  ///
  /// The host calls it on the root, once the scene is restored; containers and presenters call it on
  /// what they show. It is balanced with ``endAppearanceTransition()``: calling it twice in the same
  /// direction does nothing, and calling it in the other direction before the end cancels it.
  ///
  /// A controller that is covered by what it presents is left as it is.
  public func beginAppearanceTransition(isAppearing: Bool) {
    forEachVisibleController { $0.beginOwnTransition(isAppearing) }
  }

  /// Ends what ``beginAppearanceTransition(isAppearing:)`` began.
  public func endAppearanceTransition() {
    for controller in visibleControllers.reversed() { controller.endOwnTransition() }
  }

  /// Begins to show or hide this controller alone, and says whether that is news.
  @discardableResult
  func beginOwnTransition(_ isAppearing: Bool) -> Bool {
    guard appearance.isShown != isAppearing else { return false }
    appearance = isAppearing ? .appearing : .disappearing
    if isAppearing {
      restorationTracker?.wake()
      willAppear()
    } else {
      willDisappear()
    }
    return true
  }

  func endOwnTransition() {
    switch appearance {
    case .appearing:
      appearance = .appeared
      didAppear()
    case .disappearing:
      appearance = .disappeared
      didDisappear()
    case .appeared, .disappeared:
      break
    }
  }

  /// What can be seen of this controller if it is shown; parents before children.
  var visibleControllers: [RestorableController] { visibleRestorableControllers }
}
