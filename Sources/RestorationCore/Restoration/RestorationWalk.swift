/// Puts a scene back together from its archive.
///
/// First all objects are found or made and attached, parents before children; then the presentations
/// are attached, once everything that they refer to is there; then what can be seen reads its state,
/// parents before children; then those nodes are told, children before parents.
@MainActor
final class RestorationWalk {
  /// A node whose children are still to be found or made.
  final class Pending {
    let node: LiveNode
    let object: any Restorable
    let record: NodeRecord
    let layout: RecordLayout
    let place: Int
    let patterns: RestorationClassRegistry.State

    init(
      node: LiveNode,
      object: any Restorable,
      record: NodeRecord,
      layout: RecordLayout,
      place: Int,
      patterns: RestorationClassRegistry.State
    ) {
      self.node = node
      self.object = object
      self.record = record
      self.layout = layout
      self.place = place
      self.patterns = patterns
    }
  }

  /// A presentation whose parts are there, and which is still to be attached.
  struct PendingPresentation {
    let presenter: any Presenting
    let node: LiveNode
    let record: NodeRecord

    /// The node to be presented, or `nil` to empty what the launch presented.
    let presented: (any Restorable)?
  }

  let scene: LiveScene
  let archive: StateArchive

  /// The archive's records, if they are sorted; each is looked up there without a step aside.
  private let sortedRecords: SortedRecords?
  let settings: CodingSettings
  let reader: NodeReader
  let places: PlaceTable
  let classes: RecordedClasses

  // Accesses to what is marked so are over before foreign code can run; the check that would say so
  // costs more than the access.
  @exclusivity(unchecked) var report: RestorationReport

  @exclusivity(unchecked) var pending: [Pending] = []
  @exclusivity(unchecked) var presentations: [PendingPresentation] = []

  /// Tells the walk from all others in the trackers of the objects that stand for a record.
  let number: UInt32

  /// The objects without a tracker that stand for a record, so that none stands for two.
  @exclusivity(unchecked) var claimed: Set<ObjectIdentifier> = []

  /// The numbers of the records that were come by, so that none is come by twice.
  @exclusivity(unchecked) var visited: NumberSet

  /// The node whose object is being made, used for the next one if nobody holds on to it.
  @exclusivity(unchecked) var requested: RequestedNode

  /// Keeps what was made and not attached alive until the tree is put together.
  @exclusivity(unchecked) var leftOut: [AnyObject] = []

  /// The containers that are to read their state once more, when all nodes are there.
  @exclusivity(unchecked) var waitingContainers: [WaitingContainer] = []

  /// What was asked for in vain when nodes were made, by their numbers.
  @exclusivity(unchecked)
  var askedByFactories: [NodeNumber: [(key: String, number: NodeNumber)]] = [:]

  /// The children that containers took, kept alive until all of them are read and told so.
  @exclusivity(unchecked) var attached: [[any Restorable]] = []

  private static var walks: UInt32 = 0

  init(
    of archive: StateArchive,
    into scene: LiveScene,
    settings: CodingSettings,
    report: RestorationReport
  ) {
    self.scene = scene
    self.archive = archive
    sortedRecords = archive.sortedRecords
    self.settings = settings
    self.report = report
    reader = NodeReader(scene: scene, settings: settings)
    places = PlaceTable()
    requested = RequestedNode(in: scene.name, places)
    classes = RecordedClasses(in: settings.registry)
    visited = NumberSet(nodes: archive.recordCount)
    Self.walks &+= 1
    number = Self.walks
  }

  /// Restores the tree below a root that the launch built.
  func run(from root: any Restorable) -> RestorationReport {
    report.savedNodes = archive.recordCount
    scene.removeAll()
    let highest = archive.highestNumber
    scene.nextNumber = max(archive.nextNumber, highest &+ 1)
    if let entry = rootEntry(root) {
      pending = [entry]
      while let next = pending.popLast() { restoreChildren(of: next) }
      noteLostRecords()
      decodeContainerStateAgain()
      attachPresentations()
      readVisibleNodes()
    }
    report.restoredNodes = scene.nodes.count
    report.sleepingNodes = scene.sleepingNodes
    return report
  }

  /// The record with a number.
  @inline(__always)
  func record(_ number: NodeNumber) -> NodeRecord? {
    if let sortedRecords { return sortedRecords[number] }
    return archive.record(number)
  }

  private func noteLostRecords() {
    guard scene.nodes.count < archive.recordCount else {
      // Each node stands for a record of its own.
      scene.lostNumbers = []
      scene.lostIdentifiers = [:]
      return
    }
    scene.lostNumbers = archive.records.keys.filter { scene.node($0) == nil }.sorted()
    scene.lostIdentifiers = Dictionary(
      scene.lostNumbers.compactMap { number in
        record(number).map { (number, $0.identifier) }
      },
      uniquingKeysWith: { $1 }
    )
  }

  private func rootEntry(_ root: any Restorable) -> Pending? {
    guard let (record, layout) = rootRecord() else { return nil }
    let identifier = root.restorationIdentifier ?? ""
    let component = IdentifierPath.Component(identifier: layout.identifier.map(record.text) ?? "")
    let path = IdentifierPath(root: component)
    guard identifier.hasSameBytes(as: component.identifier) else {
      note(
        .otherRoot,
        at: path,
        "The root '\(identifier)' is not the one that was saved, '\(component.identifier)'.",
        remedy: "Hand in a root with that identifier, or use another scene name for this one."
      )
      return nil
    }
    let tracker = root.restorationTracker
    _ = claim(root, tracker)
    let node = adopt(
      root,
      tracker,
      as: record,
      below: nil,
      .only,
      component.identifier,
      plainState: layout.plainState
    )
    if classes.find(layout.className, in: record), let type = classes.current?.type,
      !isInstance(root, of: type)
    {
      noteOtherClass(root, node, record, type, at: path)
    }
    scene.rootNode = node
    let patterns = settings.registry.advance(settings.registry.startState, by: component)
    willRestore(record, layout, path: path, parent: nil)
    return Pending(
      node: node,
      object: root,
      record: record,
      layout: layout,
      place: places.add(component, below: nil),
      patterns: patterns
    )
  }

  /// Whether an object, whose tracker is at hand, stands for no other record yet; from now on it does
  /// for one.
  @inline(__always)
  func claim(_ object: any Restorable, _ tracker: RestorationTracker?) -> Bool {
    guard let tracker else { return claimed.insert(ObjectIdentifier(object)).inserted }
    guard tracker.restoringWalk != number else { return false }
    tracker.restoringWalk = number
    return true
  }

  /// The record of the root, unless the archive has no tree or contradicts itself about it.
  private func rootRecord() -> (NodeRecord, RecordLayout)? {
    if archive.root == nil, archive.recordCount == 0 { return nil }
    if let number = archive.root, visited.insert(number),
      let record = record(number), record.number == number
    {
      // It is worked out once: what it passes may be a great many children.
      let layout = record.layout
      if layout.parent == nil, layout.identifier?.isEmpty == false { return (record, layout) }
    }
    note(
      .damaged,
      at: nil,
      "The record \(archive.root?.description ?? "") of the root is missing or contradicts itself.",
      remedy: "Nothing of the tree is restored."
    )
    return nil
  }

  private func willRestore(
    _ record: NodeRecord,
    _ layout: RecordLayout,
    path: IdentifierPath,
    parent: LiveNode?
  ) {
    guard let hook = settings.hooks.willRestore else { return }
    let request = RestorationRequest(
      scene: scene.name,
      path: path,
      className: layout.className.map(record.text),
      classVersion: layout.classVersion,
      parent: parent?.object
    )
    var decoder = reader.pool.take()
    reader.turn(decoder, to: record, layout: layout, at: .path(path))
    defer { reader.pool.giveBack(&decoder) }
    do {
      try hook(request, decoder)
    } catch {
      note(
        .failed,
        at: path,
        "The willRestore hook failed: \(error)",
        remedy: "The root is restored all the same; mend what the hook threw."
      )
    }
  }

  /// Gives an object, whose tracker is at hand, the number and the record of the node that it stands
  /// for.
  func adopt(
    _ object: any Restorable,
    _ tracker: RestorationTracker?,
    as record: consuming NodeRecord,
    below parent: LiveNode?,
    _ slot: ContainerSlot,
    _ identifier: String,
    plainState: RecordLayout.Part
  ) -> LiveNode {
    let node = scene.add(
      object,
      tracker,
      scene.traits[object],
      below: parent,
      slot,
      identifier,
      number: record.number
    )
    node.take(record, plainState: plainState)
    return node
  }

  /// Notes that a node is of another class than the recorded one.
  func noteOtherClass(
    _ object: any Restorable,
    _ node: LiveNode,
    _ record: NodeRecord,
    _ expected: AnyClass,
    at path: IdentifierPath
  ) {
    node.isOfOtherClass = true
    node.mark()
    note(
      .otherClass,
      at: path,
      "A \(type(of: object)) stands where a \(expected) was saved; it is put in place, and its "
        + "state is not read.",
      remedy: "Build a \(expected) there; if a \(type(of: object)) replaces it, register that "
        + "under the name '\(record.className ?? "")' in its place."
    )
  }

  /// Whether an object is of a class, or of one that derives from it.
  func isInstance(_ object: any Restorable, of expected: AnyClass) -> Bool {
    if type(of: object) == expected { return true }
    var next: AnyClass? = type(of: object)
    while let type = next {
      if type == expected { return true }
      next = _getSuperclass(type)
    }
    return false
  }

  /// Adds a diagnostic to the report.
  func note(
    _ reason: RestorationDiagnostic.Reason,
    at path: IdentifierPath?,
    _ message: String,
    remedy: String
  ) {
    report.diagnostics.append(RestorationDiagnostic(reason, at: path, message, remedy: remedy))
  }
}
