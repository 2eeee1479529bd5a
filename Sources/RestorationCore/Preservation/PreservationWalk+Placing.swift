// MARK: - Placing nodes

extension PreservationWalk {
  /// Finds or makes the node of a child, and notes where it stands now.
  func place(
    _ child: any Restorable,
    at place: LiveNode.Place,
    next: inout [LiveNode]
  ) -> LiveNode? {
    guard let parent = place.parent, isSavable(child, at: place) else { return nil }
    guard let node = scene.node(for: child) else {
      let node = scene.add(child, at: place)
      node.placedPass = pass
      next.append(node)
      suspects.append(node)
      return node
    }
    guard node.placedPass != pass, node.parent != nil else {
      reportTwoPlaces(node, at: place)
      return nil
    }
    guard node.parent === parent || !parent.isWithin(node) else {
      tangles.append(Tangle(child: node, place: place))
      return nil
    }
    node.placedPass = pass
    if node.parent !== parent, let former = node.parent, former.listedPass != pass {
      next.append(former)
      suspects.append(former)
    }
    move(node, to: place, next: &next)
    return node
  }

  private func move(_ node: LiveNode, to place: LiveNode.Place, next: inout [LiveNode]) {
    guard
      node.parent !== place.parent || node.slot != place.slot
        || !node.identifier.hasSameBytes(as: place.identifier)
    else { return }
    node.parent = place.parent
    node.slot = place.slot
    node.identifier = place.identifier
    node.hasMoved = true
    suspects.append(node)
    for deep in updateDepths(from: node) {
      forgetListing(of: deep)
      next.append(deep)
    }
  }

  /// Counts the depths below a node anew, and returns nodes that came to stand too deep to have
  /// children.
  private func updateDepths(from node: LiveNode) -> [LiveNode] {
    var pending = [node]
    var deep: [LiveNode] = []
    while let next = pending.popLast() {
      let depth = (next.parent?.depth ?? 0) + 1
      guard next.depth != depth else { continue }
      next.depth = depth
      let children = next.slots.flatMap(\.children).filter { $0.parent === next }
      if depth >= settings.limits.depth, !children.isEmpty { deep.append(next) }
      pending += children
    }
    return deep
  }

  /// Whether a child takes part at all.
  ///
  /// If it never will, its parent is asked at each save, since the child has no node that could
  /// tell of a change.
  private func isSavable(_ child: any Restorable, at place: LiveNode.Place) -> Bool {
    guard let parent = place.parent else { return false }
    if place.identifier.isEmpty {
      scene.alwaysAsk(parent)
      reportCutOff(child, below: parent)
      return false
    }
    if child.isRestorationTransient {
      scene.alwaysAsk(parent)
      return false
    }
    return isWithinLimits(place, below: parent, isNew: scene.node(for: child) == nil)
  }

  private func isWithinLimits(_ place: LiveNode.Place, below parent: LiveNode, isNew: Bool) -> Bool
  {
    let limits = settings.limits
    let excess: String?
    if parent.depth >= limits.depth {
      excess = "It stands \(parent.depth + 1) levels deep, and the limit is \(limits.depth)."
    } else if isNew, scene.nodes.count >= limits.nodes {
      excess = "The scene has \(scene.nodes.count) nodes already, and the limit is \(limits.nodes)."
    } else if place.identifier.utf8.count > limits.stringLength {
      excess =
        "Its identifier has \(place.identifier.utf8.count) bytes, and the limit is "
        + "\(limits.stringLength)."
    } else {
      excess = nil
    }
    guard let excess else { return true }
    scene.alwaysAsk(parent)
    report(
      .limitExceeded,
      at: parent.path,
      "A child in '\(place.slot.name)' was not saved. \(excess)",
      remedy: "Keep the tree smaller, or raise the limit in the session's configuration."
    )
    return false
  }
}

// MARK: - Removing nodes

extension PreservationWalk {
  func removeDropped() {
    var listed: [NodeNumber: Set<NodeNumber>] = [:]
    let gone = dropped.filter { node in
      guard node.placedPass != pass else { return false }
      guard let parent = node.parent, parent.scene === scene else { return true }
      let siblings =
        listed[parent.number] ?? Set(parent.slots.flatMap { $0.children.map(\.number) })
      listed[parent.number] = siblings
      return !siblings.contains(node.number)
    }
    wakeSurvivors(below: gone)
    gone.forEach(remove)
  }

  /// Lets objects that outlive their nodes read their state, as long as all that they refer to is
  /// there: they may join a tree again, and nothing of this archive would reach them then.
  private func wakeSurvivors(below nodes: [LiveNode]) {
    var pending = nodes
    while scene.sleepingNodes > 0, let next = pending.popLast() {
      if next.scene === scene, next.object != nil { scene.wake(next) }
      pending += next.slots.flatMap(\.children).filter { $0.parent === next }
    }
  }

  func remove(_ node: LiveNode) {
    var pending = [node]
    while let next = pending.popLast() {
      // A node that joined another scene left this one already, and what stood below it did not.
      if next.scene === scene {
        if next.record != nil { result.removed.append(next.number) }
        scene.remove(next)
      }
      pending += next.slots.flatMap(\.children).filter { $0.parent === next }
    }
  }
}
