extension Restorable {
  /// The controllers that can be seen of this node if it is shown: the node itself, unless what it
  /// presents covers it, and the same below; parents before children.
  var visibleRestorableControllers: [RestorableController] {
    var visible: [RestorableController] = []
    forEachVisibleController { visible.append($0) }
    return visible
  }

  /// Visits what can be seen of this node if it is shown, parents before children.
  ///
  /// What a visit shows in a controller's place is visited, and what it hides is not.
  func forEachVisibleController(_ visit: (RestorableController) -> Void) {
    var pending: [any Restorable] = [self]
    while let next = pending.popLast() {
      guard presentation(of: next)?.style.coversPresenter != true else {
        if let presented = presentation(of: next)?.presented { pending.append(presented) }
        continue
      }
      if let controller = next as? RestorableController { visit(controller) }
      if let presented = presentation(of: next)?.presented { pending.append(presented) }
      if let container = next as? any RestorableContainer {
        pending += container.visibleRestorableChildren.reversed()
      }
    }
  }

  private func presentation(of node: any Restorable) -> Presentation? {
    (node as? any Presenting)?.restorablePresentation
  }

  /// What is shown of this node before a change, or nothing if it is hidden itself.
  var controllersBeforeChange: [RestorableController] {
    // What covers a presenter is shown though the presenter is not.
    if let controller = self as? RestorableController, controller.appearance == .disappeared,
      controller.restorablePresentation?.style.coversPresenter != true
    {
      return []
    }
    return visibleRestorableControllers
  }

  /// Shows and hides what a change made visible or covered, if this node is shown itself.
  ///
  /// - Parameter before: The ``controllersBeforeChange``.
  func updateAppearance(since before: [RestorableController]) {
    guard before.contains(where: { $0.appearance.isShown }) else { return }
    let after = visibleRestorableControllers
    let shown = Set(after.map { ObjectIdentifier($0) })
    let leaving = before.filter {
      !shown.contains(ObjectIdentifier($0)) && $0.beginOwnTransition(false)
    }
    let entering = after.filter { $0.beginOwnTransition(true) }
    let change = AppearanceChange(leaving: leaving.reversed(), entering: entering.reversed())
    if let transition = liveScene?.queue.applied {
      transition.hold(change)
    } else {
      change.end()
    }
  }
}
