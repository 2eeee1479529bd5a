/// What a store in memory has of one scene: the records as they were saved whole, and what changed.
///
/// Records are values that nobody changes in place, so they are shared with whoever saved them.
struct StoredScene {
  private var header: ArchiveHeader
  private var root: NodeNumber?
  private var nextNumber: UInt64
  private var appState = NodeRecord.emptyState

  /// The records, sorted by number, as they were when the changes were folded in last.
  private var records: [NodeRecord] = []

  /// What was saved since, or `nil` for what was removed.
  private var changes: [NodeNumber: NodeRecord?] = [:]

  /// Begins a scene that has nothing saved yet.
  init(header: ArchiveHeader) {
    self.header = header
    nextNumber = 1
  }

  /// At most as many nodes are saved.
  var highestCount: Int { records.count + changes.count }

  /// How many nodes are saved.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  var count: Int { folded.count }

  /// The archive.
  ///
  /// - Complexity: O(1) if the changes are folded in, O(*n*) in the number of nodes otherwise.
  var archive: StateArchive {
    StateArchive(
      header: header,
      root: root,
      sorted: folded,
      appState: appState,
      nextNumber: nextNumber
    )
  }

  /// The header.
  var savedHeader: ArchiveHeader { header }
}

// MARK: - Saving

extension StoredScene {
  /// Applies a batch of changes.
  ///
  /// - Complexity: O(*n*) in the number of changes, in the mean over many batches.
  mutating func apply(_ batch: SceneChanges) {
    header = batch.header
    root = batch.root
    nextNumber = batch.nextNumber
    if batch.replacesEverything {
      appState = NodeRecord.emptyState
      replaceRecords(by: batch.updated)
    } else {
      for number in batch.removed { changes[number] = .some(nil) }
      for record in batch.updated { changes[record.number] = record }
      if changes.count > records.count / 2 + 256 { fold() }
    }
    if let state = batch.appState { appState = state }
  }

  private mutating func replaceRecords(by updated: [NodeRecord]) {
    changes = [:]
    if updated.isInNumberOrder {
      records = updated
      return
    }
    records = []
    for record in updated { changes[record.number] = record }
    fold()
  }

  private mutating func fold() {
    records = folded
    changes = [:]
  }

  /// The records with all changes, sorted by number.
  private var folded: [NodeRecord] {
    guard !changes.isEmpty else { return records }
    var result: [NodeRecord] = []
    result.reserveCapacity(records.count + changes.count)
    var rest = records[...]
    for (number, change) in changes.sorted(by: { $0.key < $1.key }) {
      while let next = rest.first, next.number < number {
        result.append(next)
        rest.removeFirst()
      }
      if rest.first?.number == number { rest.removeFirst() }
      if let change { result.append(change) }
    }
    return result + rest
  }
}

extension [NodeRecord] {
  /// Whether the numbers of the records ascend, each of them once.
  var isInNumberOrder: Bool {
    // By index, since an iterator would retain each record.
    for index in indices.dropFirst() where self[index - 1].number >= self[index].number {
      return false
    }
    return true
  }
}
