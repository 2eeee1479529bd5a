extension RestorationWalk {
  /// Finds or makes the children of a node, and hands them to it.
  func restoreChildren(of parent: Pending) {
    let recorded = parent.record.children(parent.layout)
    var found = FoundChildren()
    scene.watch?.note = LaunchNote(parent.record.number, .container)
    restoreContained(recorded, of: parent, &found)
    restoreObjects(recorded, of: parent, &found)
    restorePresented(recorded, of: parent, &found)
    if !matches(parent.node, recorded) { parent.node.mark() }
    for child in found.all.reversed() where child.hasMore || !child.isAttached {
      guard let object = found.object(of: child) else { continue }
      if child.hasMore { wait(for: child, object, below: parent) }
      if !child.isAttached { leftOut.append(object) }
    }
  }

  /// Lets a child wait for its own children.
  private func wait(for child: Found, _ object: any Restorable, below parent: Pending) {
    guard let node = scene.node(for: object), let record = record(child.number) else { return }
    let component = component(of: child, record)
    pending.append(
      Pending(
        node: node,
        object: object,
        record: record,
        layout: record.layout,
        place: places.add(component, below: parent.place),
        patterns: settings.registry.advance(parent.patterns, by: component)
      )
    )
  }

  /// The last component of a child's path, as it was recorded.
  private func component(of child: Found, _ record: NodeRecord) -> IdentifierPath.Component {
    IdentifierPath.Component(
      identifier: record.identifier,
      slot: record.slot,
      ordinal: child.ordinal
    )
  }

  private func matches(_ node: LiveNode, _ recorded: [SlotRecord]) -> Bool {
    guard node.slots.count == recorded.count else { return false }
    for (slot, record) in zip(node.slots, recorded) {
      guard slot.slot == record.slot, slot.children.count == record.children.count else {
        return false
      }
      // By index, since an iterator would retain each child.
      for index in slot.children.indices
      where slot.children[index].number != record.children[index] {
        return false
      }
    }
    return true
  }

  // MARK: - Contained children

  private func restoreContained(
    _ slots: [SlotRecord],
    of parent: Pending,
    _ found: inout FoundChildren
  ) {
    let recorded = slots.filter { $0.slot != .object && $0.slot != .presented }
    guard let container = parent.node.traits.container(parent.object) else {
      guard let lost = recorded.first(where: { !$0.children.isEmpty }) else { return }
      note(
        .leftOut,
        at: path(of: parent),
        "\(lost.children.count) children were saved in '\(lost.slot.name)', and a "
          + "\(type(of: parent.object)) is no container.",
        remedy: "Adopt RestorableContainer, or put a container in this place."
      )
      return
    }
    let built = ChildEncoder()
    container.encodeChildren(to: built)
    let slots = recorded.compactMap { slot -> (slot: ContainerSlot, children: [RestoredChild])? in
      let live = built.slots.first { $0.slot == slot.slot }
      if slot.children.isEmpty, let live, takesNoPart(live) { return nil }
      return (slot: slot.slot, children: children(of: parent, in: slot, built: live, &found))
    }
    let restored = ChildDecoder(slots: slots)
    container.restoreChildren(from: restored)
    attach(container, parent, &found)
    decodeContainerState(of: container, parent, restored)
  }

  /// Whether only nodes stand in a slot that are in no archive, so that an empty record does not tell
  /// whether they stood there: they are the launch's affair.
  private func takesNoPart(_ slot: ChildEncoder.Slot) -> Bool {
    !slot.children.isEmpty
      && slot.children.allSatisfy {
        ($0.restorationIdentifier ?? "").isEmpty || $0.isRestorationTransient
      }
  }

  private func attach(
    _ container: any RestorableContainer,
    _ parent: Pending,
    _ found: inout FoundChildren
  ) {
    let listed = ChildEncoder()
    container.encodeChildren(to: listed)
    // What is marked from now on is not yet listed; what promises nothing may change unmarked.
    parent.node.isListed = !parent.node.isAskedUnmarked
    var slots: [LiveNode.Slot] = []
    for slot in listed.slots {
      attached.append(slot.children)
      var children: [LiveNode] = []
      children.reserveCapacity(min(slot.children.count, found.all.count))
      // By index, since an iterator would retain each child.
      for place in slot.children.indices {
        let address = ObjectIdentifier(slot.children[place])
        guard let index = found.index(of: address) else { continue }
        let node = adopt(&found.all[index], slot.children[place], below: parent, in: slot.slot)
        if let node { children.append(node) }
      }
      slots.append(LiveNode.Slot(slot: slot.slot, children: children))
      if children.count != slot.children.count { parent.node.mark() }
    }
    parent.node.slots += slots
    for child in found.all where !child.isAttached {
      guard let object = found.object(of: child) else { continue }
      note(
        .leftOut,
        at: path(of: child, below: parent),
        "The container \(type(of: container)) did not take the \(type(of: object)).",
        remedy: "See what the container does about holes; what stands above a hole may be cut off."
      )
    }
  }

  /// Gives a child its node, and lets it wait for its own children, if there may be any.
  func adopt(
    _ child: inout Found,
    _ object: any Restorable,
    below parent: Pending,
    in slot: ContainerSlot
  ) -> LiveNode? {
    // The record was there when the child was found.
    guard let record = record(child.number) else { return nil }
    child.isAttached = true
    let tracker = object.restorationTracker
    let own = object.restorationIdentifier ?? ""
    let identifier = own.isEmpty ? record.identifier : own
    let node = adopt(
      object,
      tracker,
      as: record,
      below: parent.node,
      slot,
      identifier,
      plainState: child.plainState
    )
    if let type = child.expectedType, !isInstance(object, of: type),
      let record = self.record(child.number)
    {
      noteOtherClass(object, node, record, type, at: path(of: child, below: parent))
    }
    child.hasMore =
      !child.isRecordedAsLeaf
      || !isLeaf(node, object, tracker, presentsNothing: child.presentsNothing)
    return node
  }

  /// Whether a node that has no children in its record has none now either, so that it is done with.
  private func isLeaf(
    _ node: LiveNode,
    _ object: any Restorable,
    _ tracker: RestorationTracker?,
    presentsNothing: Bool
  ) -> Bool {
    let traits = node.traits
    guard !traits.isContainer, !presentsNothing || traits.isPresenting,
      traits.isAlone(object, tracker, in: scene)
    else { return false }
    if presentsNothing {
      _ = node.becomeLeaf()
      node.presentsNothing = true
    }
    return true
  }

  func path(of node: Pending) -> IdentifierPath { places.path(node.place) }

  private func path(of child: Found, below parent: Pending) -> IdentifierPath {
    let path = places.path(parent.place)
    guard let record = record(child.number) else { return path }
    return path.appending(component(of: child, record))
  }
}
