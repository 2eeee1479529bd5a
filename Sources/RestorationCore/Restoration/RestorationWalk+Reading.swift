extension RestorationWalk {
  /// Attaches the presentations, those nearer to the root first.
  func attachPresentations() {
    for presentation in presentations {
      let presenter = presentation.presenter
      scene.watch?.note = LaunchNote(presentation.node.number, .container)
      guard let presented = presentation.presented else {
        if presenter.restorablePresentation != nil { presenter.restorablePresentation = nil }
        continue
      }
      let saved = self.presentation(of: presented, presentation)
      if presenter.restorablePresentation?.isSame(as: saved) != true {
        presenter.restorablePresentation = saved
      }
      if presenter.restorablePresentation?.presented !== presented { noteRefusal(presentation) }
    }
  }

  /// How a node is presented, as far as it can be read.
  private func presentation(
    of presented: any Restorable,
    _ pending: PendingPresentation
  ) -> Presentation {
    let decoder = reader.presentationDecoder(of: pending.record, pending.node)
    var presentation = Presentation(of: presented)
    attempt("How the node is presented", pending.node) {
      try presentation.decodeAppearance(from: decoder)
    }
    attempt("The transition delegate of the presentation", pending.node) {
      try presentation.decodeDelegate(from: decoder)
    }
    attempt("To whom the presented node replies", pending.node) {
      try presentation.decodeReplyAddress(from: decoder)
    }
    report.diagnostics += reader.diagnostics(
      on: decoder,
      of: "The presentation",
      at: pending.node.path
    )
    return presentation
  }

  private func attempt(_ what: String, _ node: LiveNode, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      note(
        .failed,
        at: node.path,
        "\(what) cannot be read: \(error)",
        remedy: "The node is presented without it."
      )
    }
  }

  private func noteRefusal(_ presentation: PendingPresentation) {
    note(
      .leftOut,
      at: presentation.node.path,
      "\(type(of: presentation.presenter)) did not present the node that it is to present.",
      remedy: "Let its restorablePresentation keep what it is set to."
    )
    presentation.node.mark()
  }

  /// Reads the state of what can be seen, and lets the rest sleep.
  func readVisibleNodes() {
    let nodes = nodesInOrder()
    let wakeNode = scene.wakeNode
    if nodes.visible < nodes.all.count {
      for node in nodes.all where !node.isSeen {
        if node.object?.restorationTracker != nil { scene.putToSleep(node) }
      }
    }
    read(nodes)
    finish(nodes)
    scene.watch?.note = .restoring
    scene.wakeNode = wakeNode
  }

  private func read(_ nodes: NodeOrder) {
    var woken: Set<NodeNumber> = []
    // A reference reaches a sleeping node while others are read: it is read at once.
    scene.wakeNode = { [reader] node in
      woken.insert(node.number)
      self.note(reader.read(node))
    }
    var decoder = reader.pool.take()
    defer { reader.pool.giveBack(&decoder) }
    // By index, since an iterator would retain the node too.
    for index in nodes.all.indices {
      let node = nodes.all[index]
      if node.isAsleep || !woken.isEmpty && woken.contains(node.number) { continue }
      note(read(node, with: &decoder))
    }
  }

  private func note(_ diagnostics: [RestorationDiagnostic]) {
    if !diagnostics.isEmpty { report.diagnostics += diagnostics }
  }

  private func finish(_ nodes: NodeOrder) {
    var woken: Set<NodeNumber> = []
    // The turn of a node that is woken only now may have passed.
    scene.wakeNode = { [reader] node in
      self.note(reader.read(node))
      if woken.insert(node.number).inserted { node.object?.didFinishRestoring() }
    }
    for index in nodes.childrenFirst {
      let node = nodes.all[Int(index)]
      if node.isAsleep || !woken.isEmpty && woken.contains(node.number) { continue }
      scene.watch?.note = LaunchNote(node.number, .finishing)
      node.object?.didFinishRestoring()
    }
    scene.wakeVisibleNodes()
  }

  private struct NodeOrder {
    /// The nodes, parents before their children.
    var all: [LiveNode] = []

    /// Where they stand there, children before their parents.
    var childrenFirst: [Int32] = []

    /// How many nodes can be seen.
    var visible = 0
  }

  /// A node with children, some of which may still be to be visited.
  @MainActor
  private struct Visit {
    /// Where the node stands among all nodes.
    let index: Int32

    private let slots: [LiveNode.Slot]
    private var slot = 0
    private var child = 0

    init(_ node: LiveNode, at index: Int32) {
      self.index = index
      slots = node.slots
    }

    mutating func nextChild() -> LiveNode? {
      while slot < slots.count {
        guard child < slots[slot].children.count else {
          (slot, child) = (slot + 1, 0)
          continue
        }
        child += 1
        return slots[slot].children[child - 1]
      }
      return nil
    }
  }

  /// All nodes: parents before children, siblings in slot order; and the other way round.
  ///
  /// Those that can be seen are marked so.
  private func nodesInOrder() -> NodeOrder {
    var order = NodeOrder()
    guard let root = scene.rootNode else { return order }
    order.all.reserveCapacity(scene.nodes.count)
    order.childrenFirst.reserveCapacity(scene.nodes.count)
    root.isSeen = true
    var visits: [Visit] = []
    var next: LiveNode? = root
    while let node = next.take() {
      let index = Int32(clamping: order.all.count)
      let isAlone = isAlone(node)
      if node.presentsNothing, !isAlone { dismissUnknownPresentation(of: node) }
      if node.isSeen {
        order.visible += 1
        if !isAlone { markVisibleChildren(of: node) }
      }
      if node.isLeaf {
        order.childrenFirst.append(index)
      } else {
        visits.append(Visit(node, at: index))
      }
      // At the end, so that the reference to it is passed on and not counted again.
      order.all.append(consume node)
      while next == nil, let last = visits.indices.last {
        next = visits[last].nextChild()
        if next == nil { order.childrenFirst.append(visits.removeLast().index) }
      }
    }
    return order
  }

  /// Whether a node that was attached without children still has none.
  private func isAlone(_ node: LiveNode) -> Bool {
    guard node.isLeaf, !node.traits.isContainer else { return false }
    // What promises to mark its changes need not be asked; most objects are out of the cache here.
    if node.traits.isController, node.traits.tracksChanges, !node.isMarked { return true }
    guard let object = node.object else { return false }
    return node.traits.isAlone(object, object.restorationTracker, in: scene)
  }

  /// Takes down what a node came to present that presented nothing when it was saved and attached.
  private func dismissUnknownPresentation(of node: LiveNode) {
    guard let object = node.object, node.traits.presentation(of: object) != nil else { return }
    scene.watch?.note = LaunchNote(node.number, .container)
    node.traits.presenter(object)?.restorablePresentation = nil
  }

  private func markVisibleChildren(of node: LiveNode) {
    guard let object = node.object else { return }
    // Mostly the same objects in the same order; then none of them has to be looked at.
    let slots = node.slots
    var (slot, place) = (0, 0)
    scene.forEachVisibleChild(of: object, node.traits) { child in
      while slot < slots.count, place == slots[slot].children.count {
        (slot, place) = (slot + 1, 0)
      }
      if slot < slots.count, slots[slot].children[place].isNode(of: child) {
        slots[slot].children[place].isSeen = true
        place += 1
      } else {
        scene.node(for: child)?.isSeen = true
      }
    }
  }
}
