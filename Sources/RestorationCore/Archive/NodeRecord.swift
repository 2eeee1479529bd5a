/// What an archive says of one node: where it stands, how to make it again, and its state.
///
/// Records are flat: a node names its parent by number, and lists its children by number and slot.
public struct NodeRecord: Hashable, Sendable {
  /// The node's number, unique in its scene.
  public var number: NodeNumber

  /// The number of the node that contains, presents or owns this one; `nil` for the root.
  public var parent: NodeNumber?

  /// The slot of the parent in which the node stands.
  public var slot: ContainerSlot

  /// The node's restoration identifier, never empty.
  public var identifier: String

  /// The name under which the node's class was registered, if it was.
  public var className: String?

  /// The version that the class was registered with.
  public var classVersion: Int

  /// The node's children, slot by slot, in the order in which the node listed them.
  ///
  /// A slot with no children was recorded as empty; a slot that is missing was not recorded.
  public var children: [SlotRecord]

  /// The node's own keys, one CBOR map: what it wrote by hand and its restored properties.
  public var state: [UInt8]

  /// What the node's container kind wrote (a selection, an open side), one CBOR map.
  public var containerState: [UInt8]

  /// How the node's presented child is presented, one CBOR map; empty if it presents nothing.
  public var presentation: [UInt8]

  /// Map entries of a newer version, carried along unread: the encoded key, then the value.
  package var unknown: [UInt8] = []

  /// Makes a record.
  public init(
    number: NodeNumber,
    parent: NodeNumber?,
    slot: ContainerSlot = .only,
    identifier: String,
    className: String? = nil,
    classVersion: Int = 0,
    children: [SlotRecord] = [],
    state: [UInt8] = NodeRecord.emptyState,
    containerState: [UInt8] = NodeRecord.emptyState,
    presentation: [UInt8] = NodeRecord.emptyState
  ) {
    self.number = number
    self.parent = parent
    self.slot = slot
    self.identifier = identifier
    self.className = className
    self.classVersion = classVersion
    self.children = children
    self.state = state
    self.containerState = containerState
    self.presentation = presentation
  }

  /// An empty CBOR map, which is what a node that wrote nothing has.
  public static let emptyState: [UInt8] = [0xA0]
}

extension NodeRecord {
  /// Compares two records; identifiers and class names by their UTF-8 bytes.
  public static func == (lhs: NodeRecord, rhs: NodeRecord) -> Bool {
    lhs.number == rhs.number && lhs.parent == rhs.parent && lhs.slot == rhs.slot
      && lhs.identifier.hasSameBytes(as: rhs.identifier)
      && lhs.classVersion == rhs.classVersion
      && (lhs.className ?? "").hasSameBytes(as: rhs.className ?? "")
      && (lhs.className == nil) == (rhs.className == nil)
      && lhs.children == rhs.children && lhs.state == rhs.state
      && lhs.containerState == rhs.containerState && lhs.presentation == rhs.presentation
      && lhs.unknown == rhs.unknown
  }
}

/// The children that a node lists in one of its slots, in order.
public struct SlotRecord: Hashable, Sendable {
  /// The slot.
  public var slot: ContainerSlot

  /// The children's numbers, in order.
  public var children: [NodeNumber]

  /// Makes the list of a slot's children.
  public init(slot: ContainerSlot, children: [NodeNumber]) {
    self.slot = slot
    self.children = children
  }
}
