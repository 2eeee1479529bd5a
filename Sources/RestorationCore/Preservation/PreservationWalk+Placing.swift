// MARK: - Placing nodes

extension PreservationWalk {
  /// Finds or makes the node of a child, and notes where it stands now.
  func place(
    _ child: any Restorable,
    in parent: LiveNode,
    _ slot: ContainerSlot,
    next: inout [LiveNode]
  ) -> LiveNode? {
    let tracker = child.restorationTracker
    let identifier = child.restorationIdentifier ?? ""
    let known = scene.node(for: child, tracker)
    guard isSavable(child, identifier, below: parent, slot, isNew: known == nil) else { return nil }
    guard let node = known else {
      let node = scene.add(child, tracker, scene.traits[child], below: parent, slot, identifier)
      node.placedPass = pass
      suspects.append(node.number)
      if listAsLeaf(node, child, tracker, node.traits) {
        node.listedPass = pass
      } else {
        next.append(node)
      }
      return node
    }
    let place = LiveNode.Place(parent: parent, slot: slot, identifier: identifier)
    guard node.placedPass != pass, node.parentNumber != nil else {
      refuse(place, for: node)
      return nil
    }
    guard node.isChild(of: parent) || mayMove(node, below: parent) else {
      tangles.append(Tangle(child: node, place: place))
      return nil
    }
    node.placedPass = pass
    if !node.isChild(of: parent), let former = node.parent, former.listedPass != pass {
      next.append(former)
      suspects.append(former.number)
    }
    move(node, to: place, next: &next)
    return node
  }

  /// Whether a node may be moved below another one now: not within itself, and not before its parent
  /// was asked that is to be, since others may list the node without its having left.
  private func mayMove(_ node: LiveNode, below parent: LiveNode) -> Bool {
    guard !parent.isWithin(node) else { return false }
    guard let former = node.parent, former.isAskedAgain, former.object != nil else { return true }
    return former.listedPass == pass
  }

  /// Leaves a node where it stands that is listed elsewhere too, where it may come to stand once it has
  /// left.
  func refuse(_ place: LiveNode.Place, for node: LiveNode) {
    if let parent = place.parent { scene.askAgain(parent) }
    if let parent = node.parent { scene.askAgain(parent) }
    reportTwoPlaces(node, at: place)
  }

  private func move(_ node: LiveNode, to place: LiveNode.Place, next: inout [LiveNode]) {
    guard
      node.parentNumber != place.parent?.number || node.slot != place.slot
        || !node.identifier.hasSameBytes(as: place.identifier)
    else { return }
    node.stand(below: place.parent)
    node.slot = place.slot
    node.identifier = place.identifier
    node.hasMoved = true
    suspects.append(node.number)
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
      let children = next.slots.flatMap(\.children).filter { $0.isChild(of: next) }
      if depth >= settings.limits.depthOfNodes, !children.isEmpty { deep.append(next) }
      pending += children
    }
    return deep
  }

  /// Whether a child takes part at all.
  ///
  /// If it never will, its parent is asked at each save, since the child has no node that could
  /// tell of a change.
  private func isSavable(
    _ child: any Restorable,
    _ identifier: String,
    below parent: LiveNode,
    _ slot: ContainerSlot,
    isNew: Bool
  ) -> Bool {
    if identifier.isEmpty {
      scene.askAgain(parent)
      reportCutOff(child, below: parent)
      return false
    }
    if child.isRestorationTransient {
      scene.askAgain(parent)
      return false
    }
    return isWithinLimits(identifier, below: parent, slot, isNew: isNew)
  }

  private func isWithinLimits(
    _ identifier: String,
    below parent: LiveNode,
    _ slot: ContainerSlot,
    isNew: Bool
  ) -> Bool {
    let limits = settings.limits
    let excess: String?
    if parent.depth >= limits.depthOfNodes {
      excess = "It stands \(parent.depth + 1) levels deep, and the limit is \(limits.depthOfNodes)."
    } else if isNew, scene.nodes.count >= limits.nodes {
      excess = "The scene has \(scene.nodes.count) nodes already, and the limit is \(limits.nodes)."
    } else if identifier.utf8.count > limits.stringLength {
      excess =
        "Its identifier has \(identifier.utf8.count) bytes, and the limit is "
        + "\(limits.stringLength)."
    } else {
      excess = nil
    }
    guard let excess else { return true }
    scene.askAgain(parent)
    report(
      .limitExceeded,
      at: parent.path,
      "A child in '\(slot.name)' was not saved. \(excess)",
      remedy: "Keep the tree smaller, or raise the limit in the session's configuration."
    )
    return false
  }
}

// MARK: - Removing nodes

extension PreservationWalk {
  func removeDropped() {
    guard !dropped.isEmpty else { return }
    var listed: [NodeNumber: Set<NodeNumber>] = [:]
    let gone = dropped.filter { node in
      guard node.placedPass != pass else { return false }
      guard let parent = node.parent, parent.stands(in: scene) else { return true }
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
      if next.stands(in: scene), next.object != nil { scene.wake(next) }
      pending += childrenThatLeave(with: next)
    }
  }

  func remove(_ node: LiveNode) {
    var pending = [node]
    while let next = pending.popLast() {
      // A node that joined another scene left this one already, and what stood below it did not.
      if next.stands(in: scene) {
        if next.hasRecord { result.removed.append(next.number) }
        scene.remove(next)
      }
      pending += childrenThatLeave(with: next)
    }
  }

  /// The children of a node that leaves the scene, or has left it.
  ///
  /// If its object is back already, as another node with the same number, they are that one's.
  private func childrenThatLeave(with node: LiveNode) -> [LiveNode] {
    if let other = scene.node(node.number), other !== node { return [] }
    return node.slots.flatMap(\.children).filter { $0.isChild(of: node) }
  }
}
