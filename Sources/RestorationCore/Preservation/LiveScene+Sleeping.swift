extension LiveScene {
  /// Leaves the state of a node unread for now.
  func putToSleep(_ node: LiveNode) {
    node.isAsleep = true
    sleepingNodes += 1
  }

  /// Reads the state of a node that is asleep.
  package func wake(_ node: LiveNode) {
    guard node.isAsleep else { return }
    node.isAsleep = false
    sleepingNodes -= 1
    wakeNode?(node)
  }

  /// Wakes all nodes, before the table is begun anew: what they have unread is found in no other way
  /// afterwards, and their objects may live on.
  func wakeAll() {
    guard sleepingNodes > 0 else { return }
    for node in nodes.inOrder where node.object != nil && node.stands(in: self) { wake(node) }
  }

  /// Wakes what came to be seen without being marked, if there are containers that promise nothing.
  func wakeNodesShownUnnoticed() {
    guard sleepingNodes > 0, let rootNode, askedUnmarked.contains(where: { $0.traits.isContainer })
    else {
      return
    }
    wakeVisibleNodes(below: rootNode)
  }

  /// Wakes what came to be seen while the scene was restored, when no change wakes a node.
  func wakeVisibleNodes() {
    guard let rootNode else { return }
    var before = Int.max
    // A node that wakes may show others.
    while sleepingNodes > 0, sleepingNodes < before {
      before = sleepingNodes
      wakeVisibleNodes(below: rootNode)
    }
  }

  /// Wakes what can be seen below a node that can be seen itself.
  package func wakeVisibleNodes(below node: LiveNode) {
    guard sleepingNodes > 0 else { return }
    var pending = [node]
    // An object that is registered below itself must not keep this going for ever.
    var seen: Set<NodeNumber> = []
    while let next = pending.popLast() {
      guard seen.insert(next.number).inserted else { continue }
      wake(next)
      guard let object = next.object else { continue }
      pending += visibleChildren(of: object).compactMap { self.node(for: $0) }
    }
  }

  /// The children of a node that can be seen if it can be seen itself.
  ///
  /// Those of a container without a tracker all count as seen: nothing would tell of a change.
  func visibleChildren(of object: any Restorable) -> [any Restorable] {
    var visible: [any Restorable] = []
    forEachVisibleChild(of: object, traits[object]) { visible.append($0) }
    return visible
  }

  /// Visits the children of a node of a class that can be seen if it can be seen itself.
  func forEachVisibleChild(
    of object: any Restorable,
    _ traits: ClassTraits,
    _ visit: (any Restorable) -> Void
  ) {
    if let container = traits.container(object) {
      let isTracked = container.restorationTracker != nil
      let visible =
        isTracked ? container.visibleRestorableChildren : container.restorableChildren
      // By index, since an iterator would retain each child.
      for index in visible.indices { visit(visible[index]) }
    }
    for child in registrations.objects(under: object) { visit(child) }
    if let presented = traits.presentation(of: object)?.presented { visit(presented) }
  }

  /// Reports that state was changed which the saved one will replace.
  func noteChangeOfSleeping(_ node: LiveNode) {
    report?(
      RestorationDiagnostic(
        .changedAsleep,
        at: node.path,
        "The node was changed before its saved state was read, which replaces the change.",
        remedy: "Call loadRestorableStateIfNeeded() before you change state written by hand."
      )
    )
  }

  /// Tells the session of a change, and wakes what it made visible.
  func noteChange(of node: LiveNode) {
    if sleepingNodes > 0, !isRestoring, !node.isAsleep, node.traits.isContainer {
      wakeVisibleChildren(of: node)
    }
    didChange?(node)
  }

  private func wakeVisibleChildren(of node: LiveNode) {
    guard let object = node.object else { return }
    for child in visibleChildren(of: object) {
      if let child = self.node(for: child) { wakeVisibleNodes(below: child) }
    }
  }
}
