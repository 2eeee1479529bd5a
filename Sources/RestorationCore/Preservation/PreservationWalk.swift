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
  let pass: UInt32
  let encoders: NodeEncoders

  /// The one of them that each node needs, at hand.
  let stateEncoder: StateEncoder

  let hasHooks: Bool

  // No access to what is marked lasts while foreign code runs; the check that would say so costs
  // more than the access.

  @exclusivity(unchecked)
  var batch: RecordBatch

  @exclusivity(unchecked)
  var result = Result()

  /// Nodes whose records may differ, by their numbers: to hold them would be to count them.
  @exclusivity(unchecked)
  var suspects: [NodeNumber] = []

  /// The lists of children that were gone through.
  ///
  /// They hold what is listed until it is encoded: a container may have made it for the list, and a
  /// node that is encoded may let go of another one.
  @exclusivity(unchecked) private var listed: [[any Restorable]] = []

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
    self.pass = UInt32(truncatingIfNeeded: pass)
    self.settings = settings
    encoders = scene.encoders
    stateEncoder = encoders.state
    batch = RecordBatch(of: scene)
    hasHooks = settings.hooks.encodes
  }

  /// Walks a scene whose root is `root`.
  func run(from root: any Restorable) -> Result {
    scene.wakeNodesShownUnnoticed()
    placeNodes(from: root, all: hasHooks)
    encoders.state.context = settings.context
    encoders.state.limits = settings.limits
    batch.reserve(suspects.count)
    for number in suspects {
      if let node = scene.node(number) { encode(node) }
    }
    encoders.end()
    batch.cutOut()
    result.updated = batch.records
    // What left the tree and came back before it was saved has its number again.
    if !scene.lostNumbers.isEmpty {
      result.removed += scene.lostNumbers.filter { scene.node($0) == nil }
      scene.lostNumbers = []
    }
    return result
  }

  /// Gives every node its number and place; what changed is still to be written by the next save.
  func list(from root: any Restorable) {
    placeNodes(from: root, all: false)
    for number in suspects { scene.node(number)?.mark() }
    scene.lostNumbers += result.removed
  }

  /// Gives the nodes below marked ones their numbers and places, and leaves the marks.
  func listBelowMarkedNodes() {
    suspects = scene.marked.map(\.number)
    listChildren(of: scene.marked.filter { !$0.isListed })
    untangle()
    removeDropped()
    for number in suspects { scene.node(number)?.mark() }
    scene.lostNumbers += result.removed
  }

  private func placeNodes(from root: any Restorable, all: Bool) {
    var pending = scene.nodesToAsk(all: all)
    if let changed = placeRoot(root) { pending.append(changed) }
    suspects = pending.map(\.number)
    listChildren(of: pending)
    untangle()
    removeDropped()
  }

  /// Gives the root its node, and returns it if it is new or has another identifier.
  private func placeRoot(_ root: any Restorable) -> LiveNode? {
    let identifier = root.restorationIdentifier ?? ""
    // A root that joined another scene, as a part of its tree, left this one.
    if let node = scene.rootNode, node.object === root, node.stands(in: scene) {
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
    var pending = nodes.count > 1 ? deepestFirst(nodes) : nodes
    while let node = pending.popLast() {
      guard let object = node.object, node.stands(in: scene), node.listedPass != pass else {
        continue
      }
      node.listedPass = pass
      node.isAskedAgain = false
      if hasChangedPlace(node, object), let parent = node.parent { pending.append(parent) }
      pending += listChildren(of: node, object)
      if node.hasMoved { suspects.append(node.number) }
    }
  }

  private func deepestFirst(_ nodes: [LiveNode]) -> [LiveNode] {
    orderOfDescending(nodes.map(\.depth)).map { nodes[$0] }
  }

  /// The places of numbers, the highest first.
  ///
  /// It is not isolated, since a closure that is would check its executor at each comparison.
  nonisolated private func orderOfDescending(_ numbers: [Int]) -> [Int] {
    numbers.indices.sorted { numbers[$0] == numbers[$1] ? $0 < $1 : numbers[$0] > numbers[$1] }
  }

  /// Lists again what could not be placed, now that all else is, for as long as it helps.
  ///
  /// A node may come to stand above one that it stood below. Only when the latter has its new place
  /// can that be told from a node that is listed within itself.
  private func untangle() {
    var left = Int.max
    guard !tangles.isEmpty else { return }
    while !tangles.isEmpty, tangles.count < left {
      left = tangles.count
      let parents = tangles.compactMap(\.place.parent)
      tangles = []
      parents.forEach(forgetListing)
      listChildren(of: parents)
    }
    for tangle in tangles { refuse(tangle.place, for: tangle.child) }
  }

  /// Lets the children of a node be listed again in this pass.
  func forgetListing(of node: LiveNode) {
    node.listedPass = 0
    for child in node.slots.flatMap(\.children) where child.isChild(of: node) {
      child.placedPass = 0
    }
  }

  private func hasChangedPlace(_ node: LiveNode, _ object: any Restorable) -> Bool {
    let identifier = object.restorationIdentifier ?? ""
    return !identifier.hasSameBytes(as: node.identifier) || object.isRestorationTransient
  }

  /// Puts the children of a node in their places, and returns the nodes that have to be listed next.
  private func listChildren(of node: LiveNode, _ object: any Restorable) -> [LiveNode] {
    if listAsLeaf(node, object) { return [] }
    var next: [LiveNode] = []
    var slots: [LiveNode.Slot] = []
    let kept = node.slots
    node.slots = []
    for list in lists(of: node, object) {
      listed.append(list.children)
      var children: [LiveNode] = []
      children.reserveCapacity(list.children.count)
      // By index, since an iterator would retain each child.
      for index in list.children.indices {
        let placed = place(list.children[index], in: node, list.slot, next: &next)
        if let placed { children.append(placed) }
      }
      if list.identifiersAreUnique { diagnoseDuplicates(children) }
      slots.append(LiveNode.Slot(slot: list.slot, children: children))
      node.slots = slots
    }
    if !isSame(kept, slots) { node.hasMoved = true }
    for slot in kept {
      for child in slot.children where child.placedPass != pass { dropped.append(child) }
    }
    return next
  }

  private func lists(of node: LiveNode, _ object: any Restorable) -> [ChildEncoder.Slot] {
    let presentation = node.traits.presenter(object)?.restorablePresentation
    if presentation?.isTransient == true { scene.askAgain(node) }
    return scene.listedChildren(of: object, node.traits, presentation)
  }

  /// Lists the children of a node that had none and has none, as most nodes of most trees.
  ///
  /// - Returns: Whether that was all there is to do.
  func listAsLeaf(_ node: LiveNode, _ object: any Restorable) -> Bool {
    listAsLeaf(node, object, object.restorationTracker, node.traits)
  }

  /// The same of a node whose tracker and traits are at hand.
  func listAsLeaf(
    _ node: LiveNode,
    _ object: any Restorable,
    _ tracker: RestorationTracker?,
    _ traits: ClassTraits
  ) -> Bool {
    guard !traits.isContainer, !node.hasChildren,
      traits.isAlone(object, tracker, in: scene)
    else { return false }
    if traits.isPresenting {
      if node.becomeLeaf() { node.hasMoved = true }
    } else if !node.slots.isEmpty {
      node.slots = []
      node.hasMoved = true
    }
    return true
  }

  private func isSame(_ lhs: [LiveNode.Slot], _ rhs: [LiveNode.Slot]) -> Bool {
    guard lhs.count == rhs.count else { return false }
    for (lhs, rhs) in zip(lhs, rhs) {
      guard lhs.slot == rhs.slot, lhs.children.count == rhs.children.count else { return false }
      for index in lhs.children.indices where lhs.children[index] !== rhs.children[index] {
        return false
      }
    }
    return true
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
