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
    if !former.isEmpty { release(former) }
    var line: [AnyObject]?
    let children = restorableChildren
    // By index, since an iterator would retain each child.
    for index in children.indices where children[index] is RestorableController {
      // Not by way of a conditional cast, which would retain it once more.
      let child = unsafeDowncast(children[index], to: RestorableController.self)
      let holder = child.isHeldByNobody ? nil : child.enclosingRestorable
      if holder === self { continue }
      let above = line ?? RestorableController.line(upFrom: self)
      line = above
      child.checkIsFree(for: self, above, holder)
      child.enclosingRestorable = self
    }
    // First, since a save within a callback is to write the change.
    restorationTracker?.node?.markChanged()
    updateAppearance(since: visible)
  }

  /// Lets go of the controllers that the container no longer holds.
  private func release(_ former: [RestorableController]) {
    let kept = Set(containedControllers.map { ObjectIdentifier($0) })
    for child in former
    where child.enclosingRestorable === self && !kept.contains(ObjectIdentifier(child)) {
      child.enclosingRestorable = nil
    }
  }

  private var containedControllers: [RestorableController] {
    var controllers: [RestorableController] = []
    for child in restorableChildren {
      if let controller = child as? RestorableController { controllers.append(controller) }
    }
    return controllers
  }
}

extension RestorableController {
  /// Ends the program with a message if the controller cannot stand below a node: if it stands
  /// elsewhere, or the node stands below it.
  func checkIsFree(for parent: any Restorable) {
    checkIsFree(for: parent, Self.line(upFrom: parent), enclosingRestorable)
  }

  /// The same, given the node and all above it, and the container that holds the controller.
  fileprivate func checkIsFree(
    for parent: any Restorable,
    _ line: [AnyObject],
    _ holder: (any Restorable)?
  ) {
    if !isHeldByNobody, let other = holder ?? presentingRestorable, other !== parent {
      preconditionFailure(
        "\(name(of: self)) stands in \(name(of: other)) already; take it out there before it joins "
          + "\(name(of: parent))."
      )
    }
    for node in line {
      precondition(
        node !== self,
        "\(name(of: self)) cannot stand within itself, and \(name(of: parent)) stands below it."
      )
    }
  }

  /// A node and all controllers above it.
  fileprivate static func line(upFrom node: any Restorable) -> [AnyObject] {
    var line: [AnyObject] = []
    var next: (any Restorable)? = node
    while let node = next {
      line.append(node)
      let controller = node as? RestorableController
      next = controller?.enclosingRestorable ?? controller?.presentingRestorable
    }
    return line
  }

  private func name(of node: any Restorable) -> String {
    "\(type(of: node)) '\(node.restorationIdentifier ?? "")'"
  }
}
