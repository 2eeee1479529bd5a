extension RestorationWalk {
  /// A child that was found or made, and what is needed to go on with it.
  private struct Found {
    let object: any Restorable
    let recordedClass: RecordedClass?

    /// The number of the record, which is looked up again where it is needed: a slot may have a
    /// great many children.
    let number: NodeNumber
    private let count: Int32
    var isAttached = false

    /// Whether it may have children of its own.
    var hasMore = false

    /// Whether the record lists no children.
    let isRecordedAsLeaf: Bool

    /// Whether the record says so, as it does of what can present.
    let presentsNothing: Bool

    init(_ object: any Restorable, _ wanted: borrowing Wanted) {
      self.object = object
      recordedClass = wanted.recordedClass
      number = wanted.record.number
      count = Int32(clamping: wanted.component.ordinal)
      presentsNothing = wanted.record.presentsNothingAlone(wanted.layout)
      isRecordedAsLeaf = presentsNothing || wanted.layout.children == nil
    }

    /// How many siblings of the same identifier stand before it in its slot.
    var ordinal: Int { Int(count) }
  }

  /// The children of a node that were found or made, in the archive's order.
  private struct FoundChildren {
    var all: [Found] = []

    /// The first of those that were not looked for yet.
    private var next = 0
    private var indices: [ObjectIdentifier: Int]?

    /// The index of a child that is not attached yet; containers mostly list them in this order.
    mutating func index(of child: any Restorable) -> Int? {
      if next < all.count, all[next].object === child, !all[next].isAttached {
        next += 1
        return next - 1
      }
      if indices?.count != all.count {
        indices = Dictionary(
          all.indices.map { (ObjectIdentifier(all[$0].object), $0) },
          uniquingKeysWith: { $1 }
        )
      }
      guard let index = indices?[ObjectIdentifier(child)], !all[index].isAttached else {
        return nil
      }
      next = index + 1
      return index
    }
  }

  /// Finds or makes the children of a node, and hands them to it.
  func restoreChildren(of parent: Pending) {
    let recorded = parent.layout.children.map(parent.record.lists) ?? []
    var found = FoundChildren()
    scene.watch?.note = LaunchNote(parent.record.number, .container)
    restoreContained(recorded, of: parent, &found)
    restoreObjects(recorded, of: parent, &found)
    restorePresented(recorded, of: parent, &found)
    if !matches(parent.node, recorded) { parent.node.mark() }
    // By index, since an iterator would retain each child.
    for index in found.all.indices.reversed() {
      if found.all[index].hasMore { wait(for: found.all[index], below: parent) }
      if !found.all[index].isAttached { leftOut.append(found.all[index].object) }
    }
  }

  /// Lets a child wait for its own children.
  private func wait(for child: Found, below parent: Pending) {
    guard let node = scene.node(for: child.object), let record = archive.record(child.number) else {
      return
    }
    let component = component(of: child, record)
    pending.append(
      Pending(
        node: node,
        object: child.object,
        record: record,
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
      for (child, number) in zip(slot.children, record.children) where child.number != number {
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
    parent.node.isListed = !parent.node.mustAlwaysBeAsked
    for slot in listed.slots {
      var children: [LiveNode] = []
      children.reserveCapacity(min(slot.children.count, found.all.count))
      for child in slot.children {
        guard let index = found.index(of: child) else { continue }
        let node = adopt(&found.all[index], below: parent, in: slot.slot)
        if let node { children.append(node) }
      }
      parent.node.slots.append(LiveNode.Slot(slot: slot.slot, children: children))
      if children.count != slot.children.count { parent.node.mark() }
    }
    for index in found.all.indices where !found.all[index].isAttached {
      let child = found.all[index]
      note(
        .leftOut,
        at: path(of: child, below: parent),
        "The container \(type(of: container)) did not take the \(type(of: child.object)).",
        remedy: "See what the container does about holes; what stands above a hole may be cut off."
      )
    }
  }

  /// Gives a child its node, and lets it wait for its own children, if there may be any.
  private func adopt(
    _ child: inout Found,
    below parent: Pending,
    in slot: ContainerSlot
  ) -> LiveNode? {
    // The record was there when the child was found.
    guard let record = archive.record(child.number) else { return nil }
    child.isAttached = true
    let own = child.object.restorationIdentifier ?? ""
    let place = LiveNode.Place(
      parent: parent.node,
      slot: slot,
      identifier: own.isEmpty ? record.identifier : own
    )
    let node = adopt(child.object, as: record, of: child.recordedClass, at: place) {
      path(of: child, below: parent)
    }
    child.hasMore = !isLeaf(node, child)
    return node
  }

  /// Whether a node has no children, neither in its record nor now, so that it is done with.
  private func isLeaf(_ node: LiveNode, _ child: Found) -> Bool {
    guard !node.traits.isContainer, child.isRecordedAsLeaf,
      !child.presentsNothing || node.traits.isPresenting,
      node.traits.isAlone(child.object, scene.registrations)
    else { return false }
    if child.presentsNothing {
      _ = node.becomeLeaf()
      node.presentsNothing = true
    }
    return true
  }

  private func path(of node: Pending) -> IdentifierPath { places.path(node.place) }

  private func path(of child: Found, below parent: Pending) -> IdentifierPath {
    let path = places.path(parent.place)
    guard let record = archive.record(child.number) else { return path }
    return path.appending(component(of: child, record))
  }

  private func decodeContainerState(
    of container: any RestorableContainer,
    _ parent: Pending,
    _ children: ChildDecoder
  ) {
    var decoder = reader.containerDecoder(of: parent)
    defer { reader.pool.giveBack(&decoder) }
    decoder.restoredChildren = children
    do {
      try container.decodeContainerState(from: decoder)
    } catch {
      note(
        .failed,
        at: path(of: parent),
        "The container failed to read its state: \(error)",
        remedy: "It keeps what the launch set; mend what it threw."
      )
    }
  }

  // MARK: - Plain objects and presentations

  private func restoreObjects(
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
    _ = children(of: parent, in: slot, built: built.slots.first, &found)
    for child in found.all.dropFirst(first) {
      scene.registrations.register(child.object, under: parent.object)
    }
    // The order of registration decides, not that of the archive.
    let indices = Dictionary(
      found.all.indices.dropFirst(first).map { (ObjectIdentifier(found.all[$0].object), $0) },
      uniquingKeysWith: { $1 }
    )
    var children: [LiveNode] = []
    for object in scene.registrations.objects(under: parent.object) {
      guard let index = indices[ObjectIdentifier(object)] else {
        parent.node.mark()
        continue
      }
      let node = adopt(&found.all[index], below: parent, in: .object)
      if let node { children.append(node) }
    }
    parent.node.slots.append(LiveNode.Slot(slot: .object, children: children))
  }

  private func restorePresented(
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
    _ = children(of: parent, in: slot, built: built.slots.first, &found)
    var children: [LiveNode] = []
    if found.all.count > first {
      let node = adopt(&found.all[first], below: parent, in: .presented)
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

  // MARK: - Finding and making

  /// Finds or makes the objects of a slot, in the archive's order, with holes for the rest.
  private func children(
    of parent: Pending,
    in slot: SlotRecord,
    built: ChildEncoder.Slot?,
    _ found: inout FoundChildren
  ) -> [RestoredChild] {
    // What the parent does with its children follows.
    defer { scene.watch?.note = LaunchNote(parent.record.number, .container) }
    let matcher = SlotMatcher(built: built) {
      slot.children.compactMap { archive.record($0)?.identifier }
    }
    var ordinals = OrdinalCounter()
    var children: [RestoredChild] = []
    let expected = min(slot.children.count, archive.recordCount)
    children.reserveCapacity(expected)
    found.all.reserveCapacity(found.all.count + expected)
    for number in slot.children {
      guard let wanted = wanted(number, below: parent, in: slot.slot, &ordinals, children) else {
        children.append(
          RestoredChild(identifier: "", object: nil, wasBuiltByLaunch: false, number: number)
        )
        continue
      }
      let identifier = wanted.component.identifier
      let match = matcher.match(identifier, wanted.component.ordinal)
      let object =
        isHeldBack(wanted, below: parent)
        ? nil : object(for: wanted, match: match, parent: parent)
      if let object { found.all.append(Found(object, wanted)) }
      children.append(
        RestoredChild(
          identifier: identifier,
          object: object,
          wasBuiltByLaunch: object != nil && object === match,
          number: number
        )
      )
    }
    return children
  }

  /// Whether a child is a hole, since the app died of it.
  private func isHeldBack(_ wanted: Wanted, below parent: Pending) -> Bool {
    let number = wanted.record.number
    scene.watch?.note = LaunchNote(number, .making)
    guard !scene.heldBack.isEmpty, let deaths = scene.heldBack[number] else { return false }
    note(
      .heldBack,
      at: places.path(parent.place).appending(wanted.component),
      "The app died \(deaths) times in a row when it restored this, so it is held back.",
      remedy: "It is set aside; a new build tries it again, as bringBack(_:) does."
    )
    return true
  }

  /// What is to be known of a child, unless the archive contradicts itself about it.
  private func wanted(
    _ number: NodeNumber,
    below parent: Pending,
    in slot: ContainerSlot,
    _ ordinals: inout OrdinalCounter,
    _ earlier: [RestoredChild]
  ) -> Wanted? {
    guard let record = archive.record(number), record.number == number else {
      noteUnsound(number, below: parent, in: slot)
      return nil
    }
    let layout = record.layout
    guard layout.parent == parent.record.number.rawValue, record.holds(slot.name, in: layout.slot),
      let range = layout.identifier, !range.isEmpty, visited.insert(number)
    else {
      noteUnsound(number, below: parent, in: slot)
      return nil
    }
    let identifier = record.text(range)
    guard isWithinLimits(identifier, below: parent) else { return nil }
    let component = IdentifierPath.Component(
      identifier: identifier,
      slot: slot,
      ordinal: ordinals.next(identifier, after: earlier)
    )
    return Wanted(
      record: record,
      layout: layout,
      recordedClass: classes.find(layout.className, in: record),
      component: component,
      patterns: settings.registry.advance(parent.patterns, by: component)
    )
  }

  private func noteUnsound(_ number: NodeNumber, below parent: Pending, in slot: ContainerSlot) {
    note(
      .damaged,
      at: path(of: parent),
      "The record \(number) of a child in '\(slot.name)' is missing or contradicts its parent.",
      remedy: "The child is left out."
    )
  }

  private func isWithinLimits(_ identifier: String, below parent: Pending) -> Bool {
    guard parent.node.depth < settings.limits.depth else {
      note(
        .limitExceeded,
        at: path(of: parent),
        "The child '\(identifier)' stands deeper than the limit of "
          + "\(settings.limits.depth) levels.",
        remedy: "It is left out; raise the limit in the session's configuration."
      )
      return false
    }
    guard visited.count <= settings.limits.nodes else {
      note(
        .limitExceeded,
        at: path(of: parent),
        "The child '\(identifier)' is beyond the limit of \(settings.limits.nodes) nodes.",
        remedy: "It is left out; raise the limit in the session's configuration."
      )
      return false
    }
    return true
  }
}
