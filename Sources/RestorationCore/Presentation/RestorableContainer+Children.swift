extension RestorableContainer {
  /// Changes the children, and keeps their parents, appearance and marks right.
  ///
  /// A container wraps each change in it:
  ///
  /// ```swift
  /// func show(_ map: MapScreen) {
  ///   updateChildren { self.map = map }
  /// }
  /// ```
  ///
  /// Children that derive from ``RestorableController`` have this container as their
  /// ``RestorableController/enclosingRestorable`` then, and are told if they appear or disappear. A
  /// child that stands elsewhere already, or above this container, is a programmer error.
  ///
  /// - Complexity: O(*n*) in the number of children and of visible nodes below.
  public func updateChildren(_ change: () -> Void) {
    let visible = controllersBeforeChange
    let former = containedControllers
    change()
    let current = containedControllers
    let kept = Set(current.map { ObjectIdentifier($0) })
    for child in former
    where child.enclosingRestorable === self && !kept.contains(ObjectIdentifier(child)) {
      child.enclosingRestorable = nil
    }
    for child in current where child.enclosingRestorable !== self {
      child.checkIsFree(for: self)
      child.enclosingRestorable = self
    }
    updateAppearance(since: visible)
    restorationTracker?.node?.markChanged()
  }

  private var containedControllers: [RestorableController] {
    restorableChildren.compactMap { $0 as? RestorableController }
  }
}

extension RestorableController {
  /// Ends the program with a message if the controller cannot stand below a node: if it stands
  /// elsewhere, or the node stands below it.
  func checkIsFree(for parent: any Restorable) {
    if let other = enclosingRestorable ?? presentingRestorable, other !== parent {
      preconditionFailure(
        "\(name(of: self)) stands in \(name(of: other)) already; take it out there before it joins "
          + "\(name(of: parent))."
      )
    }
    var above: (any Restorable)? = parent
    while let node = above {
      precondition(
        node !== self,
        "\(name(of: self)) cannot stand within itself, and \(name(of: parent)) stands below it."
      )
      let controller = node as? RestorableController
      above = controller?.enclosingRestorable ?? controller?.presentingRestorable
    }
  }

  private func name(of node: any Restorable) -> String {
    "\(type(of: node)) '\(node.restorationIdentifier ?? "")'"
  }
}
