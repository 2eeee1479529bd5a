/// Finds out what changed in a scene since it was saved last.
///
/// First the lists of children of all nodes that have to be asked are gone through, so that every
/// node of the tree has its number; then those nodes write their state, and what differs from the
/// last record is collected. Nodes that promise to mark their changes and did not are not touched.
@MainActor
final class PreservationWalk {
  /// What a save found.
  struct Result {
    var updated: [NodeRecord] = []
    var removed: [NodeNumber] = []
    var encodedNodes = 0
    var diagnostics: [RestorationDiagnostic] = []
  }

  /// A child that is listed by a node which stood below it a moment ago.
  struct Tangle {
    let child: LiveNode
    let place: LiveNode.Place
  }

  let scene: LiveScene
  let settings: CodingSettings
  let pass: Int
  let encoder: StateEncoder
  var result = Result()

  /// Nodes whose records may differ.
  var suspects: [LiveNode] = []

  /// Nodes that their parent no longer lists.
  var dropped: [LiveNode] = []

  /// Children that cannot be placed before everything else is.
  var tangles: [Tangle] = []

  /// Makes a walk over a scene.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - pass: A number that no other walk over the scene had.
  ///   - settings: What the session has at the time.
  init(over scene: LiveScene, pass: Int, settings: CodingSettings) {
    self.scene = scene
    self.pass = pass
    self.settings = settings
    encoder = StateEncoder(context: settings.context, links: scene)
  }

  /// Walks a scene whose root is `root`.
  func run(from root: any Restorable) -> Result {
    scene.wakeNodesShownUnnoticed()
    placeNodes(from: root, all: settings.hooks.encodes)
    for node in suspects where node.scene === scene { encode(node) }
    // What left the tree and came back before it was saved has its number again.
    result.removed += scene.lostNumbers.filter { scene.node($0) == nil }
    scene.lostNumbers = []
    return result
  }

  /// Gives every node its number and place; what changed is still to be written by the next save.
  func list(from root: any Restorable) {
    placeNodes(from: root, all: false)
    for node in suspects where node.scene === scene {
      node.unmark()
      node.mark()
    }
    scene.lostNumbers += result.removed
  }

  /// Gives the nodes below marked ones their numbers and places, and leaves the marks.
  func listBelowMarkedNodes() {
    suspects = scene.marked
    listChildren(of: scene.marked)
    untangle()
    removeDropped()
    for node in suspects where node.scene === scene { node.mark() }
    scene.lostNumbers += result.removed
  }

  private func placeNodes(from root: any Restorable, all: Bool) {
    var pending = scene.nodesToAsk(all: all)
    if let changed = placeRoot(root) { pending.append(changed) }
    suspects = pending
    listChildren(of: pending)
    untangle()
    removeDropped()
  }

  /// Gives the root its node, and returns it if it is new or has another identifier.
  private func placeRoot(_ root: any Restorable) -> LiveNode? {
    let identifier = root.restorationIdentifier ?? ""
    // A root that joined another scene, as a part of its tree, left this one.
    if let node = scene.rootNode, node.object === root, node.scene === scene {
      guard !node.identifier.hasSameBytes(as: identifier) else { return nil }
      node.identifier = identifier
      return node
    }
    if let node = scene.rootNode { remove(node) }
    let place = LiveNode.Place(parent: nil, slot: .only, identifier: identifier)
    scene.rootNode = scene.add(root, at: place)
    return scene.rootNode
  }
}

// MARK: - Listing children

extension PreservationWalk {
  private func listChildren(of nodes: [LiveNode]) {
    // Those nearer to the root come first: a node that is listed twice keeps its place at each save.
    var pending = nodes.sorted { $0.depth > $1.depth }
    while let node = pending.popLast() {
      guard let object = node.object, node.scene === scene, node.listedPass != pass else {
        continue
      }
      node.listedPass = pass
      if hasChangedPlace(node, object), let parent = node.parent { pending.append(parent) }
      pending += listChildren(of: node, object)
      if node.hasMoved { suspects.append(node) }
    }
  }

  /// Lists again what could not be placed, now that all else is, for as long as it helps.
  ///
  /// A node may come to stand above one that it stood below. Only when the latter has its new place
  /// can that be told from a node that is listed within itself.
  private func untangle() {
    var left = Int.max
    while !tangles.isEmpty, tangles.count < left {
      left = tangles.count
      let parents = tangles.compactMap(\.place.parent)
      tangles = []
      parents.forEach(forgetListing)
      listChildren(of: parents)
    }
    for tangle in tangles { reportTwoPlaces(tangle.child, at: tangle.place) }
  }

  /// Lets the children of a node be listed again in this pass.
  func forgetListing(of node: LiveNode) {
    node.listedPass = 0
    for child in node.slots.flatMap(\.children) where child.parent === node { child.placedPass = 0 }
  }

  private func hasChangedPlace(_ node: LiveNode, _ object: any Restorable) -> Bool {
    let identifier = object.restorationIdentifier ?? ""
    return !identifier.hasSameBytes(as: node.identifier) || object.isRestorationTransient
  }

  /// Puts the children of a node in their places, and returns the nodes that have to be listed next.
  private func listChildren(of node: LiveNode, _ object: any Restorable) -> [LiveNode] {
    var next: [LiveNode] = []
    var slots: [LiveNode.Slot] = []
    let kept = node.slots
    node.slots = []
    for listed in lists(of: node, object) {
      var children: [LiveNode] = []
      for child in listed.children {
        let place = LiveNode.Place(
          parent: node,
          slot: listed.slot,
          identifier: child.restorationIdentifier ?? ""
        )
        guard let placed = self.place(child, at: place, next: &next) else { continue }
        children.append(placed)
      }
      if listed.identifiersAreUnique { diagnoseDuplicates(children) }
      slots.append(LiveNode.Slot(slot: listed.slot, children: children))
      node.slots = slots
    }
    if !isSame(kept, slots) { node.hasMoved = true }
    dropped += kept.flatMap(\.children).filter { $0.placedPass != pass }
    return next
  }

  private func lists(of node: LiveNode, _ object: any Restorable) -> [ChildEncoder.Slot] {
    if (object as? any Presenting)?.restorablePresentation?.isTransient == true {
      scene.alwaysAsk(node)
    }
    return scene.listedChildren(of: object)
  }

  private func isSame(_ lhs: [LiveNode.Slot], _ rhs: [LiveNode.Slot]) -> Bool {
    lhs.elementsEqual(rhs) { lhs, rhs in
      lhs.slot == rhs.slot && lhs.children.elementsEqual(rhs.children) { $0 === $1 }
    }
  }

  private func diagnoseDuplicates(_ children: [LiveNode]) {
    var seen: Set<ExactString> = []
    for child in children where !seen.insert(ExactString(child.identifier)).inserted {
      report(
        .duplicateIdentifier,
        at: child.path,
        "Two siblings share the identifier '\(child.identifier)' where it must be unique.",
        remedy: "Give each of them an identifier of its own, so that they can be told apart."
      )
    }
  }
}
