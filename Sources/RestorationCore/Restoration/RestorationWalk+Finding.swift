// MARK: - Finding and making

extension RestorationWalk {
  /// Finds or makes the objects of a slot, in the archive's order, with holes for the rest.
  func children(
    of parent: Pending,
    in slot: SlotRecord,
    built: ChildEncoder.Slot?,
    _ found: inout FoundChildren
  ) -> [RestoredChild] {
    // What the parent does with its children follows.
    defer { scene.watch?.note = LaunchNote(parent.record.number, .container) }
    let matcher = SlotMatcher(built: built) {
      slot.children.compactMap { record($0)?.identifier }
    }
    var ordinals = OrdinalCounter()
    var decoder = reader.pool.take()
    defer { reader.pool.giveBack(&decoder) }
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
      let match = matcher.match(wanted.identifier, wanted.ordinal)
      let object =
        isHeldBack(wanted, below: parent)
        ? nil : object(for: wanted, match: match, parent: parent, &decoder)
      if let object {
        let recordedClass = wanted.namesClass ? classes.current : nil
        found.append(object, wanted, of: recordedClass, at: children.count)
      }
      children.append(
        RestoredChild(
          identifier: wanted.identifier,
          object: object,
          wasBuiltByLaunch: object != nil && object === match,
          number: number
        )
      )
    }
    found.end(with: children)
    return children
  }

  /// Whether a child is a hole, since the app died of it.
  private func isHeldBack(_ wanted: borrowing Wanted, below parent: Pending) -> Bool {
    let number = wanted.record.number
    scene.watch?.note = LaunchNote(number, .making)
    guard !scene.heldBack.isEmpty, let deaths = scene.heldBack[number] else { return false }
    note(
      .heldBack,
      at: path(of: wanted, below: parent),
      "The app died \(deaths) times in a row when it restored this, so it is held back.",
      remedy: "It is set aside; a new build tries it again, as bringBack(_:) does."
    )
    return true
  }

  /// What is to be known of a child, unless the archive contradicts itself about it.
  ///
  /// It is inlined, since what it gives is large.
  @inline(__always)
  private func wanted(
    _ number: NodeNumber,
    below parent: Pending,
    in slot: ContainerSlot,
    _ ordinals: inout OrdinalCounter,
    _ earlier: [RestoredChild]
  ) -> Wanted? {
    guard let record = record(number), record.number == number else {
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
    let ordinal = ordinals.next(identifier, after: earlier)
    let patterns = settings.registry.advance(
      parent.patterns,
      by: IdentifierPath.Component(identifier: identifier, slot: slot, ordinal: ordinal)
    )
    let namesClass = classes.find(layout.className, in: record)
    return Wanted(
      record: record,
      layout: layout,
      namesClass: namesClass,
      identifier: identifier,
      slot: slot,
      ordinal: ordinal,
      patterns: patterns
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
    guard parent.node.depth < settings.limits.depthOfNodes else {
      note(
        .limitExceeded,
        at: path(of: parent),
        "The child '\(identifier)' stands deeper than the limit of "
          + "\(settings.limits.depthOfNodes) levels.",
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
