// MARK: - Finding a node's scene

extension Restorable {
  /// The open scene that the node stands in, whether or not it was ever saved.
  ///
  /// - Complexity: O(*n*) in the number of ancestors that were never saved.
  package var liveScene: LiveScene? {
    var next: (any Restorable)? = self
    while let node = next {
      if let scene = node.restorationTracker?.node?.scene { return scene }
      let controller = node as? RestorableController
      next = controller?.presentingRestorable ?? controller?.enclosingRestorable
    }
    return nil
  }
}

extension LiveScene {
  /// A scene of its own for a node whose tree no session knows.
  static func detached(from node: any Restorable) -> LiveScene {
    LiveScene(
      name: "",
      root: node,
      traits: ClassTraitsTable(),
      registrations: ObjectRegistrations()
    )
  }
}

// MARK: - Going outwards

extension LiveScene {
  /// The node that contains or presents an object, and whether it presents it.
  func enclosing(of object: any Restorable) -> (outer: any Restorable, isPresenter: Bool)? {
    if let controller = object as? RestorableController {
      if let presenter = controller.presentingRestorable { return (presenter, true) }
      if let container = controller.enclosingRestorable { return (container, false) }
    }
    guard object !== root else { return nil }
    if let known = listedParent(of: object) { return known }
    listNodes?()
    return listedParent(of: object)
  }

  /// The parent that the table knows, if it still lists the object.
  private func listedParent(
    of object: any Restorable
  ) -> (outer: any Restorable, isPresenter: Bool)? {
    guard let node = node(for: object), let parent = node.parent?.object else { return nil }
    let isPresented = node.slot == .presented
    guard isChild(object, of: parent, isPresented: isPresented) else { return nil }
    return (parent, isPresented)
  }

  /// Whether an object is presented by another, or else contained in it or registered under it.
  func isChild(_ object: any Restorable, of parent: any Restorable, isPresented: Bool) -> Bool {
    if isPresented {
      return (parent as? any Presenting)?.restorablePresentation?.presented === object
    }
    if let controller = object as? RestorableController,
      let container = controller.enclosingRestorable
    {
      return container === parent
    }
    return (parent as? any RestorableContainer)?.restorableChildren.contains { $0 === object }
      ?? false || registrations.objects(under: parent).contains { $0 === object }
  }
}

// MARK: - Naming nodes

extension LiveScene {
  /// Brings the table up to date, if one of these nodes has no number yet.
  func listNodesIfNeeded(toName nodes: [any Restorable]) {
    guard let listNodes else { return }
    let isNamed = nodes.allSatisfy { node in
      self.node(for: node) != nil || passingNumbers.number(of: node) != nil
    }
    if !isNamed { listNodes() }
  }

  /// How a plan names an object.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - slot: Where it stands; `nil` for where it stood when the table was brought up to date last.
  /// - Returns: Its name.
  func planNode(_ object: any Restorable, in slot: ContainerSlot? = nil) -> UnwindPlan.Node {
    let node = node(for: object)
    return UnwindPlan.Node(
      number: node?.number ?? passingNumbers.add(object),
      name: object.unwindName,
      slot: slot ?? node?.slot ?? .only
    )
  }

  /// The slot in which an object stands now.
  ///
  /// - Complexity: O(*n*) in the number of its siblings.
  func slot(of object: any Restorable) -> ContainerSlot {
    guard let (outer, isPresenter) = enclosing(of: object) else { return .only }
    if isPresenter { return .presented }
    let slots = listedChildren(of: outer)
    return slots.first { $0.children.contains { $0 === object } }?.slot ?? .only
  }

  /// The object that a plan names.
  func object(of node: UnwindPlan.Node) -> (any Restorable)? {
    self.node(node.number)?.object ?? passingNumbers.object(for: node.number)
  }

  /// Reads the state of an object that is asleep.
  func wakeIfNeeded(_ object: any Restorable) {
    if let node = node(for: object) { wake(node) }
  }

  /// Gives the root its node, so that what stands below finds its scene.
  func addRootIfNeeded() {
    guard rootNode == nil, let root else { return }
    let identifier = root.restorationIdentifier ?? ""
    guard !identifier.isEmpty else { return }
    let place = LiveNode.Place(parent: nil, slot: .only, identifier: identifier)
    rootNode = add(root, at: place)
    rootNode?.mark()
  }
}

// MARK: - Paths

extension LiveScene {
  /// The path of an object as the tree stands now, whether or not it was ever saved; `nil` if it, or
  /// something above it, takes no part in restoration.
  ///
  /// - Complexity: O(*d* · *s*) in its depth and the number of siblings.
  func currentPath(of object: any Restorable) -> IdentifierPath? {
    var components: [IdentifierPath.Component] = []
    var next = object
    while let (outer, _) = enclosing(of: next) {
      guard let component = component(of: next, in: outer) else { return nil }
      components.append(component)
      next = outer
    }
    guard next === root, let identifier = identifier(of: next) else { return nil }
    components.append(IdentifierPath.Component(identifier: identifier))
    return IdentifierPath(components: components.reversed())
  }

  private func component(
    of object: any Restorable,
    in outer: any Restorable
  ) -> IdentifierPath.Component? {
    guard let own = identifier(of: object) else { return nil }
    for slot in listedChildren(of: outer) {
      guard let index = slot.children.firstIndex(where: { $0 === object }) else { continue }
      let ordinal = slot.children[..<index].count {
        identifier(of: $0)?.hasSameBytes(as: own) == true
      }
      return IdentifierPath.Component(identifier: own, slot: slot.slot, ordinal: ordinal)
    }
    return nil
  }

  /// The identifier of an object that takes part in restoration.
  private func identifier(of object: any Restorable) -> String? {
    guard !object.isRestorationTransient, let identifier = object.restorationIdentifier,
      !identifier.isEmpty
    else { return nil }
    return identifier
  }
}

// MARK: - Going stale

extension LiveScene {
  /// Whether a node of a plan has gone, or stands somewhere else.
  func isStale(_ plan: UnwindPlan) -> Bool {
    !zip(plan.ascent, plan.ascent.dropFirst()).allSatisfy { holds($1, $0) }
      || !zip(plan.descent, plan.descent.dropFirst()).allSatisfy { holds($0, $1) }
      || plan.steps.contains { object(of: $0.child) == nil }
  }

  private func holds(_ parent: UnwindPlan.Node, _ child: UnwindPlan.Node) -> Bool {
    guard let parent = object(of: parent), let child = object(of: child) else { return false }
    return enclosing(of: child)?.outer === parent
  }
}
