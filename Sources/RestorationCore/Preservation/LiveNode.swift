/// A node that stands in a scene: its number, its place, and the record that was saved of it last.
///
/// It holds its object weakly, since the tree owns its nodes; whoever finds a live node by an
/// object's address compares the objects too, because addresses are used again.
@MainActor
package final class LiveNode {
  /// The children of one slot, in order.
  struct Slot {
    let slot: ContainerSlot
    let children: [LiveNode]

    /// The ordinals of the children, once a path was worked out.
    fileprivate var ordinals: [NodeNumber: Int]?

    init(slot: ContainerSlot, children: [LiveNode]) {
      self.slot = slot
      self.children = children
    }
  }

  let number: NodeNumber
  let traits: ClassTraits
  private(set) weak var object: (any Restorable)?

  /// The object's address, which may be another object's by now.
  let address: ObjectIdentifier

  private(set) weak var scene: LiveScene?

  weak var parent: LiveNode?
  var slot: ContainerSlot
  var identifier: String
  var slots: [Slot] = []
  var depth: Int

  /// What was last handed to the store, or read from it.
  var record: NodeRecord?

  /// Whether the store lacks the record, or may lack it, so that it is compared with nothing.
  var isUnsaved = false

  /// Whether the place or the children differ from what the record says.
  var hasMoved = false

  /// Whether children were left out, so that the node must be asked again at each save.
  var leavesChildrenOut = false

  /// Whether the node's own state is still unread.
  var isAsleep = false

  /// Whether the object is of another class than the recorded one, so that its state is not read.
  var isOfOtherClass = false

  /// Whether a change was marked since the last save.
  fileprivate(set) var isMarked = false

  /// The last pass of the preservation walk that listed the node's children.
  var listedPass = 0

  /// The last pass of the preservation walk that found the node in its parent.
  var placedPass = 0

  /// The last pass of the preservation walk that encoded the node.
  var encodedPass = 0

  init(
    _ number: NodeNumber,
    _ object: any Restorable,
    in scene: LiveScene,
    traits: ClassTraits,
    at place: Place
  ) {
    self.number = number
    self.object = object
    address = ObjectIdentifier(object)
    self.scene = scene
    self.traits = traits
    parent = place.parent
    slot = place.slot
    identifier = place.identifier
    depth = (place.parent?.depth ?? 0) + 1
  }

  /// Where a node is put.
  struct Place {
    var parent: LiveNode?
    var slot: ContainerSlot
    var identifier: String
  }

  /// Whether the node has to be asked at every save: nothing promises that its changes are marked.
  var mustAlwaysBeAsked: Bool {
    leavesChildrenOut || !traits.tracksChanges || object?.restorationTracker == nil
  }

  /// Leaves the scene; the object may join it again as another node.
  func leaveScene() {
    if let tracker = object?.restorationTracker, tracker.node === self { tracker.node = nil }
    scene = nil
  }

  /// The children in a slot.
  func children(in slot: ContainerSlot) -> [LiveNode] {
    slots.first { $0.slot == slot }?.children ?? []
  }
}

// MARK: - Marking

extension LiveNode {
  /// Marks the node for the next save, and tells the scene.
  package func markChanged() {
    mark()
    scene?.noteChange(of: self)
  }

  /// Marks the node for the next save.
  func mark() {
    guard !isMarked, let scene else { return }
    isMarked = true
    scene.marked.append(self)
  }

  /// Takes the mark away, once the node has been asked.
  func unmark() {
    isMarked = false
  }
}

// MARK: - Place

extension LiveNode {
  /// The node's path, worked out from its ancestors.
  ///
  /// - Complexity: O(*d*) in its depth, and O(*s*) in the number of siblings once for each list of
  ///   children.
  package var path: IdentifierPath {
    var components: [IdentifierPath.Component] = []
    var next: LiveNode? = self
    while let node = next {
      components.append(node.component)
      next = node.parent
    }
    return IdentifierPath(components: components.reversed()) ?? IdentifierPath(root: component)
  }

  private var component: IdentifierPath.Component {
    IdentifierPath.Component(identifier: identifier, slot: slot, ordinal: ordinal)
  }

  /// How many siblings with the same identifier stand before the node in its slot.
  private var ordinal: Int {
    guard let parent, let index = parent.slots.firstIndex(where: { $0.slot == slot }) else {
      return 0
    }
    let ordinals = parent.slots[index].ordinals ?? LiveNode.ordinals(of: parent.slots[index])
    parent.slots[index].ordinals = ordinals
    return ordinals[number] ?? 0
  }

  private static func ordinals(of slot: Slot) -> [NodeNumber: Int] {
    var counts: [ExactString: Int] = [:]
    var ordinals: [NodeNumber: Int] = [:]
    for child in slot.children {
      let count = counts[ExactString(child.identifier), default: 0]
      ordinals[child.number] = count
      counts[ExactString(child.identifier)] = count + 1
    }
    return ordinals
  }

  /// Whether the other node is this one or stands above it.
  func isWithin(_ other: LiveNode) -> Bool {
    var next: LiveNode? = self
    while let node = next {
      if node === other { return true }
      next = node.parent
    }
    return false
  }
}
