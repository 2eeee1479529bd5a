/// A node that stands in a scene: its number, its place, and the record that was saved of it last.
///
/// It refers to its object weakly, since the tree owns its nodes; whoever finds a live node by an
/// object's address makes sure that the node is that object's, because addresses are used again.
@MainActor
package final class LiveNode {
  // Accesses to what is marked so are over before anything else can run; the check that would say so
  // costs more than the access.

  let number: NodeNumber
  let traits: ClassTraits

  /// The object, as long as somebody else holds it.
  private let reference: WeakObject

  /// What the node shares with the others of its scene, or `nil` once it has left it.
  @exclusivity(unchecked) private var membership: SceneMembership?

  @exclusivity(unchecked) var slot: ContainerSlot
  @exclusivity(unchecked) var identifier: String

  /// The children, slot by slot, unless the node ``isLeaf``.
  @exclusivity(unchecked) private var listed: [Slot] = []

  /// The body of the record that was last handed to the store, or read from it.
  @exclusivity(unchecked) private(set) var body: ArraySlice<UInt8>?

  // What is small stands together from here on, so that a node, of which there are many, has no gaps.

  /// The parent's number, or the one that no node has: an optional would take a word more.
  @exclusivity(unchecked) private var parentOrNone: UInt64

  @exclusivity(unchecked) fileprivate var flags: Flags = []
  @exclusivity(unchecked) private var levels: UInt16

  /// The last pass of the preservation walk that listed the node's children.
  @exclusivity(unchecked) var listedPass: UInt32 = 0

  /// The last pass of the preservation walk that found the node in its parent.
  @exclusivity(unchecked) var placedPass: UInt32 = 0

  /// The last pass of the preservation walk that encoded the node.
  @exclusivity(unchecked) var encodedPass: UInt32 = 0

  /// Where the state lies within the body, as a restore found it; absent if that is not known.
  @exclusivity(unchecked) private var plainState = RecordLayout.Part()

  init(
    _ number: NodeNumber,
    _ object: any Restorable,
    in scene: LiveScene,
    traits: ClassTraits,
    below parent: LiveNode?,
    _ slot: ContainerSlot,
    _ identifier: String
  ) {
    self.number = number
    reference = WeakObject(object)
    membership = scene.membership
    self.traits = traits
    parentOrNone = parent?.number.rawValue ?? .max
    self.slot = slot
    self.identifier = identifier
    levels = UInt16(clamping: (parent?.depth ?? 0) + 1)
  }

  /// How many levels deep the node stands; the root stands on the first.
  var depth: Int {
    get { Int(levels) }
    set { levels = UInt16(clamping: newValue) }
  }

  /// The object, unless it is gone.
  var object: (any Restorable)? { reference.object }

  /// Whether the node is that of an object.
  func isNode(of object: any Restorable) -> Bool { reference.isReference(to: object) }

  /// Where a node is put.
  struct Place {
    var parent: LiveNode?
    var slot: ContainerSlot
    var identifier: String
  }

  /// Whether the object has the identifier that it was saved with.
  ///
  /// A new one is a change of the place, and not of the state.
  var hasSavedIdentifier: Bool {
    identifier.hasSameBytes(as: object?.restorationIdentifier ?? "")
  }

  /// Whether the next save has to ask the node, marked or not.
  var isAskedUnmarked: Bool { isAskedAgain || promisesNothing }

  /// Whether nothing promises that the node's changes are marked.
  var promisesNothing: Bool { !traits.tracksChanges || object?.restorationTracker == nil }

  /// The scene in which the node stands.
  var scene: LiveScene? { membership?.scene }

  /// Whether the node stands in a scene, which costs less than to compare ``scene`` with it.
  func stands(in scene: LiveScene) -> Bool { membership === scene.membership }

  /// Leaves the scene; the object may join it again as another node.
  func leaveScene() {
    if let tracker = object?.restorationTracker, tracker.node === self { tracker.node = nil }
    membership = nil
  }

  /// What was last handed to the store, or read from it.
  var record: NodeRecord? {
    get {
      // In a closure the runtime would make sure of the actor each time.
      guard let body else { return nil }
      return NodeRecord(number: number, encoded: body)
    }
    set {
      body = newValue?.body
      plainState = RecordLayout.Part()
      hasPlainRecord = false
      hasOwnBody = false
    }
  }

  /// The state in the record, and the class version with which it was written.
  var stateAndVersion: (state: ArraySlice<UInt8>, classVersion: Int)? {
    // In a closure the runtime would make sure of the actor each time.
    guard let body else { return nil }
    guard let range = plainState.range(from: body.startIndex) else {
      return NodeRecord.stateAndVersion(of: body)
    }
    return (body[range], 0)
  }

  /// Whether the store has a record of the node, or gets one with the save under way.
  var hasRecord: Bool { isInBatch || body != nil }

  /// Takes the record that a save made.
  func take(_ body: consuming ArraySlice<UInt8>, isPlain: Bool) {
    self.body = body
    plainState = RecordLayout.Part()
    hasPlainRecord = isPlain
    hasOwnBody = false
    isInBatch = false
  }

  /// Takes the record that a save of this node alone made, in the memory that the one before has, if
  /// that is the node's own and fits.
  func takeAlone(_ body: borrowing CBORWriter) {
    if !hasOwnBody || !body.replace(&self.body) {
      take(body.bytes()[...], isPlain: true)
      hasOwnBody = true
    }
  }

  /// Takes the record that a restore found, and where the state lies that the node is to read.
  @inline(__always)
  func take(_ record: consuming NodeRecord, plainState: RecordLayout.Part) {
    take(record.body, isPlain: false)
    self.plainState = plainState
  }

  /// The children, slot by slot, in the order in which the node lists them.
  var slots: [Slot] {
    get { isLeaf ? Self.slotsOfLeaf : listed }
    set {
      isLeaf = false
      listed = newValue
    }
  }

  /// What a node lists that can present and has no children.
  private static let slotsOfLeaf = [Slot(slot: .presented, children: [])]

  /// Notes that the node, which has no children, presents nothing.
  ///
  /// - Returns: Whether it did not say so before.
  func becomeLeaf() -> Bool {
    guard !isLeaf else { return false }
    let isNew = listed.count != 1 || listed[0].slot != .presented
    if !listed.isEmpty { listed = [] }
    isLeaf = true
    return isNew
  }

  /// Comes to stand below another node.
  func stand(below parent: LiveNode?) {
    parentOrNone = parent?.number.rawValue ?? .max
  }

  /// The parent's number, by which the scene's table has it: a reference to it would cost more.
  var parentNumber: NodeNumber? { parentOrNone == .max ? nil : NodeNumber(parentOrNone) }

  /// The parent, as long as both stand in the scene.
  var parent: LiveNode? {
    guard let parentNumber else { return nil }
    return scene?.node(parentNumber)
  }

  /// Whether the node stands below another one of its scene, or did so before they left it.
  func isChild(of other: LiveNode) -> Bool { parentOrNone == other.number.rawValue }

  /// Whether all that the node lists is that it presents nothing.
  var presentsNothingAlone: Bool {
    isLeaf || listed.count == 1 && listed[0].slot == .presented && listed[0].children.isEmpty
  }

  /// Whether the node has children in any slot.
  var hasChildren: Bool {
    if isLeaf { return false }
    for slot in listed where !slot.children.isEmpty { return true }
    return false
  }

  /// The children in a slot.
  func children(in slot: ContainerSlot) -> [LiveNode] {
    slots.first { $0.slot == slot }?.children ?? []
  }

  /// How many siblings with the same identifier stand before a child in a slot.
  ///
  /// - Complexity: O(*n*) in the number of the slot's children, the first time.
  func ordinal(of child: LiveNode, in slot: ContainerSlot) -> Int {
    // One that has a child is no leaf, so that these are its slots.
    guard !isLeaf, let index = listed.firstIndex(where: { $0.slot == slot }) else { return 0 }
    return listed[index].ordinal(of: child)
  }
}

// MARK: - Flags

extension LiveNode {
  /// What is true of a node, in one word.
  fileprivate struct Flags: OptionSet {
    let rawValue: UInt16

    static let isLeaf = Flags(rawValue: 1 << 0)
    static let isInBatch = Flags(rawValue: 1 << 1)
    static let hasPlainRecord = Flags(rawValue: 1 << 2)
    static let isUnsaved = Flags(rawValue: 1 << 3)
    static let hasMoved = Flags(rawValue: 1 << 4)
    static let isAskedAgain = Flags(rawValue: 1 << 5)
    static let isAsleep = Flags(rawValue: 1 << 6)
    static let isOfOtherClass = Flags(rawValue: 1 << 7)
    static let isListed = Flags(rawValue: 1 << 8)
    static let presentsNothing = Flags(rawValue: 1 << 9)
    static let isMarked = Flags(rawValue: 1 << 10)
    static let isSeen = Flags(rawValue: 1 << 11)
    static let hasOwnBody = Flags(rawValue: 1 << 12)
  }

  @inline(__always)
  private func set(_ flag: Flags, _ isTrue: Bool) {
    if isTrue {
      flags.formUnion(flag)
    } else {
      flags.subtract(flag)
    }
  }

  /// Whether the node is known to list nothing but that it presents nothing.
  private(set) var isLeaf: Bool {
    get { flags.contains(.isLeaf) }
    set { set(.isLeaf, newValue) }
  }

  /// Whether the walk that is under way has encoded a record that is not cut out of its batch yet.
  var isInBatch: Bool {
    get { flags.contains(.isInBatch) }
    set { set(.isInBatch, newValue) }
  }

  /// Whether the record is known to have nothing that the node itself would not write again: nothing
  /// of a newer version, or of another class.
  private(set) var hasPlainRecord: Bool {
    get { flags.contains(.hasPlainRecord) }
    set { set(.hasPlainRecord, newValue) }
  }

  /// Whether the body is no slice of an array with those of other nodes, so that the memory is worth
  /// keeping; who else refers to it is the array's own business.
  private var hasOwnBody: Bool {
    get { flags.contains(.hasOwnBody) }
    set { set(.hasOwnBody, newValue) }
  }

  /// Whether the store lacks the record, or may lack it, so that it is compared with nothing.
  var isUnsaved: Bool {
    get { flags.contains(.isUnsaved) }
    set { set(.isUnsaved, newValue) }
  }

  /// Whether the place or the children differ from what the record says.
  var hasMoved: Bool {
    get { flags.contains(.hasMoved) }
    set { set(.hasMoved, newValue) }
  }

  /// Whether the next save has to ask the node for its children, marked or not.
  var isAskedAgain: Bool {
    get { flags.contains(.isAskedAgain) }
    set { set(.isAskedAgain, newValue) }
  }

  /// Whether the node's own state is still unread.
  var isAsleep: Bool {
    get { flags.contains(.isAsleep) }
    set { set(.isAsleep, newValue) }
  }

  /// Whether the object is of another class than the recorded one, so that its state is not read.
  var isOfOtherClass: Bool {
    get { flags.contains(.isOfOtherClass) }
    set { set(.isOfOtherClass, newValue) }
  }

  /// Whether the children were listed and nothing was marked since.
  var isListed: Bool {
    get { flags.contains(.isListed) }
    set { set(.isListed, newValue) }
  }

  /// Whether the node was saved as presenting nothing, and was attached so.
  var presentsNothing: Bool {
    get { flags.contains(.presentsNothing) }
    set { set(.presentsNothing, newValue) }
  }

  /// Whether a change was marked since the last save.
  fileprivate(set) var isMarked: Bool {
    get { flags.contains(.isMarked) }
    set { set(.isMarked, newValue) }
  }

  /// Whether the restore that made the node found that it can be seen.
  var isSeen: Bool {
    get { flags.contains(.isSeen) }
    set { set(.isSeen, newValue) }
  }
}

// MARK: - Marking

extension LiveNode {
  /// Marks the node for the next save, and tells the scene.
  package func markChanged() {
    isListed = false
    guard let scene else { return }
    mark(in: scene)
    scene.noteChange(of: self)
  }

  /// Marks the node for the next save.
  func mark() {
    isListed = false
    guard !isMarked, let scene else { return }
    mark(in: scene)
  }

  private func mark(in scene: LiveScene) {
    guard !isMarked else { return }
    isMarked = true
    scene.marked.append(self)
  }

  /// Takes the mark away, once the node has been asked.
  func unmark() {
    isMarked = false
  }
}
