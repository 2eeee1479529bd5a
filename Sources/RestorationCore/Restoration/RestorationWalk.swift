/// Puts a scene back together from its archive.
///
/// First all objects are found or made and attached, parents before children; then the presentations
/// are attached, once everything that they refer to is there; then what can be seen reads its state,
/// parents before children; then those nodes are told, children before parents.
@MainActor
final class RestorationWalk {
  /// A node whose children are still to be found or made.
  struct Pending {
    let node: LiveNode
    let object: any Restorable
    let record: NodeRecord
    let path: IdentifierPath
    let patterns: RestorationClassRegistry.State
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
  let settings: CodingSettings
  let reader: NodeReader
  var report: RestorationReport

  var pending: [Pending] = []
  var presentations: [PendingPresentation] = []

  /// The objects that stand for a record, so that none stands for two.
  var claimed: Set<ObjectIdentifier> = []

  /// The numbers of the records that were come by, so that none is come by twice.
  var visited: Set<NodeNumber> = []

  /// Keeps what was made alive until it is attached.
  var made: [any Restorable] = []

  init(
    of archive: StateArchive,
    into scene: LiveScene,
    settings: CodingSettings,
    report: RestorationReport
  ) {
    self.scene = scene
    self.archive = archive
    self.settings = settings
    self.report = report
    reader = NodeReader(scene: scene, settings: settings)
  }

  /// Restores the tree below a root that the launch built.
  func run(from root: any Restorable) -> RestorationReport {
    report.savedNodes = archive.records.count
    scene.removeAll()
    let highest = archive.records.keys.max()?.rawValue ?? 0
    scene.nextNumber = max(archive.nextNumber, highest &+ 1)
    if let entry = rootEntry(root) {
      pending = [entry]
      while let next = pending.popLast() { restoreChildren(of: next) }
      noteLostRecords()
      attachPresentations()
      readVisibleNodes()
    }
    report.restoredNodes = scene.nodes.count
    report.sleepingNodes = scene.sleepingNodes
    return report
  }

  private func noteLostRecords() {
    scene.lostNumbers = archive.records.keys.filter { scene.node($0) == nil }.sorted()
    scene.lostIdentifiers = Dictionary(
      scene.lostNumbers.compactMap { number in
        archive.records[number].map { (number, $0.identifier) }
      },
      uniquingKeysWith: { $1 }
    )
  }

  private func rootEntry(_ root: any Restorable) -> Pending? {
    guard let record = rootRecord() else { return nil }
    let identifier = root.restorationIdentifier ?? ""
    let component = IdentifierPath.Component(identifier: record.identifier)
    let path = IdentifierPath(root: component)
    guard identifier.hasSameBytes(as: record.identifier) else {
      note(
        .otherRoot,
        at: path,
        "The root '\(identifier)' is not the one that was saved, '\(record.identifier)'.",
        remedy: "Hand in a root with that identifier, or use another scene name for this one."
      )
      return nil
    }
    claimed.insert(ObjectIdentifier(root))
    let place = LiveNode.Place(parent: nil, slot: .only, identifier: record.identifier)
    let node = adopt(root, as: record, at: place, path: path)
    scene.rootNode = node
    let patterns = settings.registry.advance(settings.registry.startState, by: component)
    willRestore(record, path: path, parent: nil)
    return Pending(node: node, object: root, record: record, path: path, patterns: patterns)
  }

  /// The record of the root, unless the archive has no tree or contradicts itself about it.
  private func rootRecord() -> NodeRecord? {
    if archive.root == nil, archive.records.isEmpty { return nil }
    if let number = archive.root, visited.insert(number).inserted,
      let record = archive.records[number], record.number == number, record.parent == nil,
      !record.identifier.isEmpty
    {
      return record
    }
    note(
      .damaged,
      at: nil,
      "The record \(archive.root?.description ?? "") of the root is missing or contradicts itself.",
      remedy: "Nothing of the tree is restored."
    )
    return nil
  }

  private func willRestore(_ record: NodeRecord, path: IdentifierPath, parent: LiveNode?) {
    guard let hook = settings.hooks.willRestore else { return }
    let request = RestorationRequest(
      scene: scene.name,
      path: path,
      className: record.className,
      classVersion: record.classVersion,
      parent: parent?.object
    )
    do {
      try hook(request, reader.decoder(of: record, path: path))
    } catch {
      note(
        .failed,
        at: path,
        "The willRestore hook failed: \(error)",
        remedy: "The root is restored all the same; mend what the hook threw."
      )
    }
  }

  /// Gives an object the number and the record of the node that it stands for.
  func adopt(
    _ object: any Restorable,
    as record: NodeRecord,
    at place: LiveNode.Place,
    path: IdentifierPath
  ) -> LiveNode {
    let node = scene.add(object, at: place, number: record.number)
    node.record = record
    if let expected = record.className.flatMap(settings.registry.entry(named:))?.type,
      !isInstance(object, of: expected)
    {
      node.isOfOtherClass = true
      node.mark()
      note(
        .otherClass,
        at: path,
        "A \(type(of: object)) stands where a \(expected) was saved; it is put in place, and its "
          + "state is not read.",
        remedy: "Build a \(expected) there, or register \(type(of: object)) under the alias "
          + "'\(record.className ?? "")'."
      )
    }
    return node
  }

  private func isInstance(_ object: any Restorable, of expected: AnyClass) -> Bool {
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
