extension RestorationWalk {
  /// A child that was found or made, and what is needed to go on with it.
  private struct Found {
    let object: any Restorable
    let record: NodeRecord
    let path: IdentifierPath
    let patterns: RestorationClassRegistry.State
    var isAttached = false
  }

  /// Finds or makes the children of a node, and hands them to it.
  func restoreChildren(of parent: Pending) {
    var found: [Found] = []
    scene.watch?.note = LaunchNote(parent.record.number, .container)
    restoreContained(of: parent, &found)
    restoreObjects(of: parent, &found)
    restorePresented(of: parent, &found)
    if !matches(parent.node, parent.record) { parent.node.mark() }
    for child in found.reversed() where child.isAttached {
      guard let node = scene.node(for: child.object) else { continue }
      pending.append(
        Pending(
          node: node,
          object: child.object,
          record: child.record,
          path: child.path,
          patterns: child.patterns
        )
      )
    }
  }

  private func matches(_ node: LiveNode, _ record: NodeRecord) -> Bool {
    node.slots.elementsEqual(record.children) { slot, record in
      slot.slot == record.slot && slot.children.map(\.number) == record.children
    }
  }

  // MARK: - Contained children

  private func restoreContained(of parent: Pending, _ found: inout [Found]) {
    let recorded = parent.record.children.filter { $0.slot != .object && $0.slot != .presented }
    guard let container = parent.object as? any RestorableContainer else {
      guard let lost = recorded.first(where: { !$0.children.isEmpty }) else { return }
      note(
        .leftOut,
        at: parent.path,
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
    _ found: inout [Found]
  ) {
    let listed = ChildEncoder()
    container.encodeChildren(to: listed)
    let indices = Dictionary(
      found.indices.map { (ObjectIdentifier(found[$0].object), $0) },
      uniquingKeysWith: { $1 }
    )
    for slot in listed.slots {
      var children: [LiveNode] = []
      for child in slot.children {
        guard let index = indices[ObjectIdentifier(child)], !found[index].isAttached else {
          continue
        }
        found[index].isAttached = true
        children.append(adopt(found[index], below: parent, in: slot.slot))
      }
      parent.node.slots.append(LiveNode.Slot(slot: slot.slot, children: children))
      if children.count != slot.children.count { parent.node.mark() }
    }
    for child in found where !child.isAttached {
      note(
        .leftOut,
        at: child.path,
        "The container \(type(of: container)) did not take the \(type(of: child.object)).",
        remedy: "See what the container does about holes; what stands above a hole may be cut off."
      )
    }
  }

  private func adopt(_ child: Found, below parent: Pending, in slot: ContainerSlot) -> LiveNode {
    let place = LiveNode.Place(
      parent: parent.node,
      slot: slot,
      identifier: identifier(of: child)
    )
    return adopt(child.object, as: child.record, at: place, path: child.path)
  }

  private func identifier(of child: Found) -> String {
    let own = child.object.restorationIdentifier ?? ""
    return own.isEmpty ? child.record.identifier : own
  }

  private func decodeContainerState(
    of container: any RestorableContainer,
    _ parent: Pending,
    _ children: ChildDecoder
  ) {
    let decoder = reader.containerDecoder(of: parent.record, path: parent.path)
    decoder.restoredChildren = children
    do {
      try container.decodeContainerState(from: decoder)
    } catch {
      note(
        .failed,
        at: parent.path,
        "The container failed to read its state: \(error)",
        remedy: "It keeps what the launch set; mend what it threw."
      )
    }
  }

  // MARK: - Plain objects and presentations

  private func restoreObjects(of parent: Pending, _ found: inout [Found]) {
    guard let slot = parent.record.children.first(where: { $0.slot == .object }) else {
      if !scene.registrations.objects(under: parent.object).isEmpty { parent.node.mark() }
      return
    }
    let built = ChildEncoder()
    built.encode(scene.registrations.objects(under: parent.object), in: .object)
    let first = found.count
    _ = children(of: parent, in: slot, built: built.slots.first, &found)
    for index in found.indices.dropFirst(first) {
      scene.registrations.register(found[index].object, under: parent.object)
    }
    // The order of registration decides, not that of the archive.
    let indices = Dictionary(
      found.indices.dropFirst(first).map { (ObjectIdentifier(found[$0].object), $0) },
      uniquingKeysWith: { $1 }
    )
    var children: [LiveNode] = []
    for object in scene.registrations.objects(under: parent.object) {
      guard let index = indices[ObjectIdentifier(object)] else {
        parent.node.mark()
        continue
      }
      found[index].isAttached = true
      children.append(adopt(found[index], below: parent, in: .object))
    }
    parent.node.slots.append(LiveNode.Slot(slot: .object, children: children))
  }

  private func restorePresented(of parent: Pending, _ found: inout [Found]) {
    guard let slot = parent.record.children.first(where: { $0.slot == .presented }) else {
      if (parent.object as? any Presenting)?.restorablePresentation != nil { parent.node.mark() }
      return
    }
    guard let presenter = parent.object as? any Presenting else {
      guard !slot.children.isEmpty else { return }
      note(
        .leftOut,
        at: parent.path,
        "A node was presented here, and a \(type(of: parent.object)) cannot present.",
        remedy: "Adopt Presenting, or put a node that does in this place."
      )
      return
    }
    let built = ChildEncoder()
    built.encode(presenter.restorablePresentation?.presented, in: .presented)
    let first = found.count
    _ = children(of: parent, in: slot, built: built.slots.first, &found)
    var children: [LiveNode] = []
    if found.count > first {
      found[first].isAttached = true
      children.append(adopt(found[first], below: parent, in: .presented))
    }
    parent.node.slots.append(LiveNode.Slot(slot: .presented, children: children))
    presentations.append(
      PendingPresentation(
        presenter: presenter,
        node: parent.node,
        record: parent.record,
        presented: children.first?.object
      )
    )
  }

  // MARK: - Finding and making

  /// Finds or makes the objects of a slot, in the archive's order, with holes for the rest.
  private func children(
    of parent: Pending,
    in slot: SlotRecord,
    built: ChildEncoder.Slot?,
    _ found: inout [Found]
  ) -> [RestoredChild] {
    var matcher = SlotMatcher(built: built, records: slot.children.map { archive.records[$0] })
    // What the parent does with its children follows.
    defer { scene.watch?.note = LaunchNote(parent.record.number, .container) }
    return slot.children.map { number in
      guard let record = soundRecord(number, below: parent, in: slot.slot) else {
        return RestoredChild(
          identifier: "",
          object: nil,
          wasBuiltByLaunch: false,
          number: number
        )
      }
      let (ordinal, match) = matcher.next(record.identifier)
      let component = IdentifierPath.Component(
        identifier: record.identifier,
        slot: slot.slot,
        ordinal: ordinal
      )
      let path = parent.path.appending(component)
      let patterns = settings.registry.advance(parent.patterns, by: component)
      let object =
        isHeldBack(number, at: path)
        ? nil : object(for: record, at: path, patterns, match: match, parent: parent)
      if let object {
        found.append(Found(object: object, record: record, path: path, patterns: patterns))
      }
      return RestoredChild(
        identifier: record.identifier,
        object: object,
        wasBuiltByLaunch: object != nil && object === match,
        number: number
      )
    }
  }

  /// Whether a child is a hole, since the app died of it.
  private func isHeldBack(_ number: NodeNumber, at path: IdentifierPath) -> Bool {
    scene.watch?.note = LaunchNote(number, .making)
    guard !scene.heldBack.isEmpty, let deaths = scene.heldBack[number] else { return false }
    note(
      .heldBack,
      at: path,
      "The app died \(deaths) times in a row when it restored this, so it is held back.",
      remedy: "It is set aside; a new build tries it again, as bringBack(_:) does."
    )
    return true
  }

  /// The record of a child, unless the archive contradicts itself about it.
  private func soundRecord(
    _ number: NodeNumber,
    below parent: Pending,
    in slot: ContainerSlot
  ) -> NodeRecord? {
    guard let record = archive.records[number], record.number == number,
      record.parent == parent.record.number, record.slot == slot, !record.identifier.isEmpty,
      visited.insert(number).inserted
    else {
      note(
        .damaged,
        at: parent.path,
        "The record \(number) of a child in '\(slot.name)' is missing or contradicts its parent.",
        remedy: "The child is left out."
      )
      return nil
    }
    guard parent.node.depth < settings.limits.depth else {
      note(
        .limitExceeded,
        at: parent.path,
        "The child '\(record.identifier)' stands deeper than the limit of "
          + "\(settings.limits.depth) levels.",
        remedy: "It is left out; raise the limit in the session's configuration."
      )
      return nil
    }
    guard visited.count <= settings.limits.nodes else {
      note(
        .limitExceeded,
        at: parent.path,
        "The child '\(record.identifier)' is beyond the limit of \(settings.limits.nodes) nodes.",
        remedy: "It is left out; raise the limit in the session's configuration."
      )
      return nil
    }
    return record
  }
}
