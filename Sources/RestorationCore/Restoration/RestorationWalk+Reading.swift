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
    for node in nodes.all where !nodes.visible.contains(node.number) {
      if node.object?.restorationTracker != nil { scene.putToSleep(node) }
    }
    read(nodes.all)
    finish(nodes.childrenFirst)
    scene.watch?.note = .restoring
    scene.wakeNode = wakeNode
  }

  private func read(_ nodes: [LiveNode]) {
    var read: Set<NodeNumber> = []
    // A reference reaches a sleeping node while others are read: it is read at once.
    scene.wakeNode = { [reader] node in
      read.insert(node.number)
      self.report.diagnostics += reader.read(node)
    }
    for node in nodes where !node.isAsleep && read.insert(node.number).inserted {
      report.diagnostics += reader.read(node)
    }
  }

  private func finish(_ nodes: [LiveNode]) {
    var told: Set<NodeNumber> = []
    // The turn of a node that is woken only now may have passed.
    scene.wakeNode = { [reader] node in
      self.report.diagnostics += reader.read(node)
      if told.insert(node.number).inserted { node.object?.didFinishRestoring() }
    }
    for node in nodes where !node.isAsleep && told.insert(node.number).inserted {
      scene.watch?.note = LaunchNote(node.number, .finishing)
      node.object?.didFinishRestoring()
    }
    scene.wakeVisibleNodes()
  }

  private struct NodeOrder {
    var all: [LiveNode] = []
    var visible: Set<NodeNumber> = []
    var childrenFirst: [LiveNode] = []
  }

  /// All nodes: parents before children, siblings in slot order; and the other way round.
  private func nodesInOrder() -> NodeOrder {
    var order = NodeOrder()
    guard let root = scene.rootNode else { return order }
    order.visible = [root.number]
    var pending = [(node: root, isDone: false)]
    while let (node, isDone) = pending.popLast() {
      guard !isDone else {
        order.childrenFirst.append(node)
        continue
      }
      order.all.append(node)
      pending.append((node, true))
      if order.visible.contains(node.number), let object = node.object {
        for child in scene.visibleChildren(of: object) {
          if let child = scene.node(for: child) { order.visible.insert(child.number) }
        }
      }
      pending += node.slots.flatMap(\.children).reversed().map { ($0, false) }
    }
    return order
  }
}
