/// The saved state of one scene, as a value.
public struct StateArchive: Hashable, Sendable {
  /// Who saved the scene, and when.
  public var header: ArchiveHeader

  /// The number of the root node; `nil` while no tree was saved.
  public var root: NodeNumber?

  /// The records of all nodes by their number.
  public var records: [NodeNumber: NodeRecord]

  /// State of the app that belongs to no node, one CBOR map.
  public var appState: [UInt8]

  /// The next number to be given to a node, above every number ever given in this scene.
  public var nextNumber: UInt64

  /// Makes an archive.
  public init(
    header: ArchiveHeader,
    root: NodeNumber? = nil,
    records: [NodeNumber: NodeRecord] = [:],
    appState: [UInt8] = NodeRecord.emptyState,
    nextNumber: UInt64 = 1
  ) {
    self.header = header
    self.root = root
    self.records = records
    self.appState = appState
    self.nextNumber = nextNumber
  }
}

extension StateArchive {
  /// Applies a batch of changes.
  ///
  /// - Complexity: O(*n*) in the number of changed records.
  public mutating func apply(_ changes: SceneChanges) {
    if changes.replacesEverything {
      records = [:]
      appState = NodeRecord.emptyState
    }
    header = changes.header
    root = changes.root
    nextNumber = changes.nextNumber
    if let state = changes.appState { appState = state }
    for number in changes.removed { records[number] = nil }
    for record in changes.updated { records[record.number] = record }
  }
}
