/// The nodes of one scene as they stand now, beside the tree that the app owns.
@MainActor
package final class LiveScene {
  package let name: String
  package let queue: TransitionQueue

  /// The root as it was handed in; the app owns it.
  package var root: (any Restorable)? { rootReference.object }
  private let rootReference: WeakObject

  let traits: ClassTraitsTable
  let registrations: ObjectRegistrations

  // Accesses to what is marked so are over before anything else can run; the check that would say so
  // costs more than the access.

  @exclusivity(unchecked) var rootNode: LiveNode?
  @exclusivity(unchecked)
  private(set) var nodes = NodeTable<LiveNode>()

  /// What all nodes of the scene share.
  let membership = SceneMembership()

  private var untracked: [ObjectIdentifier: LiveNode] = [:]

  /// Whether nodes that have left the scene may stand in that table.
  private var hasDeadEntries = false

  /// The nodes that were marked since the last save.
  @exclusivity(unchecked) var marked: [LiveNode] = []

  /// The nodes that have to be asked at the next save, marked or not.
  @exclusivity(unchecked) private(set) var askedUnmarked: [LiveNode] = []

  @exclusivity(unchecked)
  var nextNumber: UInt64 = 1

  /// Numbers that the store has and the tree has not.
  @exclusivity(unchecked) var lostNumbers: [NodeNumber] = []

  /// Their identifiers, for messages.
  var lostIdentifiers: [NodeNumber: String] = [:]

  /// The nodes that references lead to which are read, as long as a restore wants to know.
  @exclusivity(unchecked) var askedNumbers: Set<NodeNumber>?

  /// The app's own state as it was saved last.
  var appState: [UInt8]?

  /// Whether the store lacks the app's own state, or may lack it.
  var isAppStateUnsaved = false

  /// Whether the next save has to hand over everything.
  @exclusivity(unchecked) var needsFullSave = true

  /// Why the archive on disk is to be kept before it is replaced.
  @exclusivity(unchecked) var setsAside: String?

  /// The launch as the guard watches it, if one does.
  @exclusivity(unchecked) var launch: SceneLaunch? {
    didSet { watch = launch?.watch }
  }

  /// Where what is being done with a node is noted, if anywhere.
  @exclusivity(unchecked) private(set) var watch: (any LaunchWatch)?

  /// The nodes of the archive that are held back, and how many launches had died of each.
  @exclusivity(unchecked) var heldBack: [NodeNumber: Int] = [:]

  /// Whether the app vetoed the last save of the scene.
  @exclusivity(unchecked) var isVetoed = false

  /// Why the archive on disk could not be read, so that it may not be overwritten.
  @exclusivity(unchecked) var unavailability: StateStoreError?

  /// Whether the archive on disk could not be read.
  var isUnavailable: Bool {
    // The error is not compared, since that would copy it.
    if case .none = unavailability { false } else { true }
  }

  /// What another session has restored from the same place of the same store since, while that lives.
  @exclusivity(unchecked) private(set) weak var successor: LiveScene? {
    didSet { needsFullSave = true }
  }

  /// Whether the tree is being restored.
  @exclusivity(unchecked) package private(set) var isRestoring = false

  /// Reads the state of a node that was asleep.
  var wakeNode: ((LiveNode) -> Void)?

  /// Told of each change that was marked.
  @exclusivity(unchecked) var didChange: ((LiveNode) -> Void)?

  /// Brings the table up to date with the tree, so that each node has its number.
  var listNodes: (@MainActor () -> Void)?

  /// The unwind rules that are registered for containers at certain places.
  var unwindRules: (@MainActor (any Restorable) -> [UnwindRule])?

  /// Told of departures that happen outside a restore and a save.
  var report: (@MainActor (RestorationDiagnostic) -> Void)?

  /// What nodes write to, kept for the next save.
  private(set) lazy var encoders = NodeEncoders(links: membership)

  /// Numbers of nodes that have none in the table.
  let passingNumbers = PassingNumbers()

  /// How many nodes are asleep.
  @exclusivity(unchecked) package internal(set) var sleepingNodes = 0

  /// How often the table was begun anew.
  private var tableNumber = 0

  init(
    name: String,
    root: any Restorable,
    traits: ClassTraitsTable,
    registrations: ObjectRegistrations,
    coordinator: any TransitionCoordinator = ImmediateTransitionCoordinator()
  ) {
    queue = TransitionQueue(coordinator: coordinator)
    self.name = name
    rootReference = WeakObject(root)
    self.traits = traits
    self.registrations = registrations
    membership.lead(to: self)
  }
}

extension LiveScene {
  /// Notes that another session saves the scene from now on, or that none does.
  ///
  /// What the store has then is compared with nothing.
  func noteSuccessor(_ successor: LiveScene?) {
    if successor !== self.successor { self.successor = successor }
  }
}

// MARK: - Finding nodes

extension LiveScene {
  /// The node of an object that stands in this scene.
  package func node(for object: any Restorable) -> LiveNode? {
    node(for: object, object.restorationTracker)
  }

  /// The node of an object whose tracker is at hand.
  func node(for object: any Restorable, _ tracker: RestorationTracker?) -> LiveNode? {
    if let tracker {
      guard let node = tracker.node, node.stands(in: self) else { return nil }
      return node
    }
    guard let node = untracked[ObjectIdentifier(object)], node.object === object else { return nil }
    return node
  }

  /// Notes that a reference to a node is read, if a restore wants to know.
  func noteAsked(_ number: NodeNumber) {
    if askedNumbers != nil { askedNumbers?.insert(number) }
  }

  /// The node with a number.
  package func node(_ number: NodeNumber) -> LiveNode? {
    nodes[number]
  }

  /// The nodes that a save has to ask: those marked, those that promise nothing, and those that are to
  /// be asked again.
  ///
  /// - Parameter all: Whether every node has to be asked, in the order of their numbers.
  /// - Returns: The nodes; some may be in it twice.
  func nodesToAsk(all: Bool) -> [LiveNode] {
    if hasDeadEntries {
      untracked = untracked.filter { $0.value.stands(in: self) }
      hasDeadEntries = false
    }
    let unmarked = takeAskedUnmarked()
    var asked: [LiveNode] = []
    if all {
      asked = nodes.inOrder
    } else {
      asked.reserveCapacity(marked.count + unmarked.count)
      for node in marked where node.stands(in: self) { asked.append(node) }
      asked += unmarked
    }
    // What is marked from now on, as by a node that is asked, is for the next save.
    for node in marked { node.unmark() }
    marked.removeAll(keepingCapacity: true)
    return asked
  }

  /// The nodes that have to be asked although nobody marked them.
  ///
  /// Those that were to be asked again leave the list, and say so until they are.
  private func takeAskedUnmarked() -> [LiveNode] {
    guard !askedUnmarked.isEmpty else { return [] }
    var asked: [LiveNode] = []
    var kept: [LiveNode] = []
    for node in askedUnmarked where node.stands(in: self) {
      let promisesNothing = node.promisesNothing
      guard promisesNothing || node.isAskedAgain else { continue }
      asked.append(node)
      if promisesNothing { kept.append(node) }
    }
    askedUnmarked = kept
    return asked
  }
}

// MARK: - Joining and leaving

extension LiveScene {
  /// Gives an object a node of its own.
  @discardableResult
  func add(
    _ object: any Restorable,
    at place: LiveNode.Place
  ) -> LiveNode {
    add(
      object,
      object.restorationTracker,
      traits[object],
      below: place.parent,
      place.slot,
      place.identifier
    )
  }

  /// Gives an object, whose tracker and traits are at hand, a node of its own.
  func add(
    _ object: any Restorable,
    _ tracker: RestorationTracker?,
    _ traits: consuming ClassTraits,
    below parent: LiveNode?,
    _ slot: ContainerSlot,
    _ identifier: String,
    number: NodeNumber? = nil
  ) -> LiveNode {
    let number = number ?? formerNumber(of: tracker) ?? takeNumber()
    let node = LiveNode(
      number,
      object,
      in: self,
      traits: traits,
      below: parent,
      slot,
      identifier
    )
    nodes.set(node, at: number)
    // Not where an optional was unwrapped, which would be one more reference to the tracker.
    hand(node, to: tracker)
    if tracker == nil { untracked[ObjectIdentifier(object)] = node }
    if tracker == nil || !node.traits.tracksChanges { askedUnmarked.append(node) }
    return node
  }

  private func hand(_ node: LiveNode, to tracker: RestorationTracker?) {
    if let former = tracker?.node { former.scene?.giveUp(former) }
    tracker?.node = node
  }

  /// Asks a node at the next save whether it is marked or not, since it left children out, or has one
  /// that another node lists too.
  func askAgain(_ node: LiveNode) {
    guard !node.isAskedAgain else { return }
    let wasAsked = node.isAskedUnmarked
    node.isAskedAgain = true
    if !wasAsked { askedUnmarked.append(node) }
  }

  /// Takes a node out of the scene; its children are the caller's affair.
  func remove(_ node: LiveNode) {
    nodes[node.number] = nil
    node.object?.restorationTracker?.formerNumber = FormerNumber(
      number: node.number,
      membership: membership,
      table: tableNumber
    )
    if node.isAsleep { sleepingNodes -= 1 }
    if !untracked.isEmpty { removeUntracked(node) }
    node.leaveScene()
  }

  /// Takes a node out of the table of those without a tracker, if it stands there.
  private func removeUntracked(_ node: LiveNode) {
    guard let object = node.object else {
      // Its address went with it; until the next save the entry finds nothing.
      hasDeadEntries = true
      return
    }
    let address = ObjectIdentifier(object)
    if untracked[address] === node { untracked[address] = nil }
  }

  /// Lets go of a node whose object joins another scene, which reads nothing of this one's archive.
  private func giveUp(_ node: LiveNode) {
    wake(node)
    if node.hasRecord { lostNumbers.append(node.number) }
    node.parent?.mark()
    remove(node)
  }

  /// Forgets all nodes, as before a restore.
  func removeAll() {
    for node in nodes.inOrder {
      node.leaveScene()
      // A deep chain of nodes would be freed by recursion.
      node.slots = []
    }
    nodes = NodeTable()
    untracked = [:]
    askedUnmarked = []
    marked = []
    rootNode = nil
    sleepingNodes = 0
    tableNumber += 1
  }

  /// Forgets what was saved, which is erased: each node that is awake writes its state anew.
  ///
  /// Those that sleep have their state nowhere else.
  func forgetSaved() {
    appState = nil
    for node in nodes.inOrder where !node.isAsleep {
      node.record = nil
      node.mark()
    }
  }

  private func formerNumber(of tracker: RestorationTracker?) -> NodeNumber? {
    guard let former = tracker?.formerNumber, former.membership === membership,
      former.table == tableNumber, nodes[former.number] == nil
    else { return nil }
    return former.number
  }

  private func takeNumber() -> NodeNumber {
    if nextNumber > nodes.highest, nextNumber < .max {
      defer { nextNumber += 1 }
      return NodeNumber(nextNumber)
    }
    // Only an archive that was tampered with comes near the end of the numbers.
    while nextNumber == 0 || nextNumber == .max || nodes[NodeNumber(nextNumber)] != nil {
      nextNumber = nextNumber == .max ? 1 : nextNumber + 1
    }
    defer { nextNumber += 1 }
    return NodeNumber(nextNumber)
  }
}

// MARK: - Restoring

extension LiveScene {
  /// Closes the queue for as long as the tree is being put together.
  func beginRestoring() {
    isRestoring = true
    queue.close()
  }

  /// Opens the queue again, which runs what was asked for meanwhile.
  func endRestoring() {
    isRestoring = false
    queue.open()
  }
}
