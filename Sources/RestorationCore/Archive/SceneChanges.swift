/// What one save changes in the archive of one scene.
public struct SceneChanges: Hashable, Sendable {
  /// The archive's new header, which names the scene.
  public var header: ArchiveHeader

  /// The number of the root node.
  public var root: NodeNumber?

  /// Records that are new or differ from those saved before.
  public var updated: [NodeRecord]

  /// Numbers of records that are gone.
  public var removed: [NodeNumber]

  /// The app's own state, or `nil` if it did not change.
  public var appState: [UInt8]?

  /// The next number to be given to a node.
  public var nextNumber: UInt64

  /// Whether these changes make up the whole scene, so that whatever was saved before is dropped.
  public var replacesEverything: Bool

  /// Why what was saved before must be kept as a generation of its own, if it must.
  ///
  /// It is set for the first save after an archive that was not restored: vetoed, stale, damaged.
  public var setsAside: String?

  /// Makes a batch of changes.
  public init(
    header: ArchiveHeader,
    root: NodeNumber?,
    updated: [NodeRecord] = [],
    removed: [NodeNumber] = [],
    appState: [UInt8]? = nil,
    nextNumber: UInt64 = 1,
    replacesEverything: Bool = false,
    setsAside: String? = nil
  ) {
    self.header = header
    self.root = root
    self.updated = updated
    self.removed = removed
    self.appState = appState
    self.nextNumber = nextNumber
    self.replacesEverything = replacesEverything
    self.setsAside = setsAside
  }
}

extension SceneChanges {
  /// Makes changes that replace whatever was saved of a scene by an archive.
  public init(replacingWith archive: StateArchive) {
    self.init(
      header: archive.header,
      root: archive.root,
      updated: archive.records.values.sorted { $0.number < $1.number },
      appState: archive.appState,
      nextNumber: archive.nextNumber,
      replacesEverything: true
    )
  }
}
