// MARK: - Plain objects and presentations

extension RestorationWalk {
  func restoreObjects(
    _ recorded: [SlotRecord],
    of parent: Pending,
    _ found: inout FoundChildren
  ) {
    guard let slot = recorded.first(where: { $0.slot == .object }) else {
      if !scene.registrations.objects(under: parent.object).isEmpty { parent.node.mark() }
      return
    }
    let built = ChildEncoder()
    built.encode(scene.registrations.objects(under: parent.object), in: .object)
    let first = found.all.count
    let restored = self.children(of: parent, in: slot, built: built.slots.first, &found)
    for child in restored {
      if let object = child.object {
        scene.registrations.register(object, under: parent.object)
      }
    }
    // The order of registration decides, not that of the archive.
    var children: [LiveNode] = []
    for object in scene.registrations.objects(under: parent.object) {
      guard let index = found.index(of: ObjectIdentifier(object)), index >= first else {
        parent.node.mark()
        continue
      }
      let node = adopt(&found.all[index], object, below: parent, in: .object)
      if let node { children.append(node) }
    }
    parent.node.slots.append(LiveNode.Slot(slot: .object, children: children))
  }

  func restorePresented(
    _ recorded: [SlotRecord],
    of parent: Pending,
    _ found: inout FoundChildren
  ) {
    guard let slot = recorded.first(where: { $0.slot == .presented }) else {
      if parent.node.traits.presentation(of: parent.object) != nil { parent.node.mark() }
      return
    }
    guard let presenter = parent.node.traits.presenter(parent.object) else {
      guard !slot.children.isEmpty else { return }
      note(
        .leftOut,
        at: path(of: parent),
        "A node was presented here, and a \(type(of: parent.object)) cannot present.",
        remedy: "Adopt Presenting, or put a node that does in this place."
      )
      return
    }
    let built = ChildEncoder()
    built.encode(presenter.restorablePresentation?.presented, in: .presented)
    let first = found.all.count
    _ = self.children(of: parent, in: slot, built: built.slots.first, &found)
    var children: [LiveNode] = []
    if found.all.count > first, let object = found.object(of: found.all[first]) {
      let node = adopt(&found.all[first], object, below: parent, in: .presented)
      if let node { children.append(node) }
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
}
