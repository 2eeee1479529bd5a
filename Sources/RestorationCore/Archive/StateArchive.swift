/// The saved state of one scene, as a value.
public struct StateArchive: Hashable, Sendable {
  /// Who saved the scene, and when.
  public var header: ArchiveHeader

  /// The number of the root node; `nil` while no tree was saved.
  public var root: NodeNumber?

  /// The records of all nodes by their number.
  ///
  /// - Complexity: O(*n*) the first time, if the archive comes from a store that has them sorted.
  public var records: [NodeNumber: NodeRecord] {
    get {
      switch storage {
      case .table(let table): table
      case .sorted(let records): records.byNumber
      }
    }
    _modify {
      var table = records
      storage = .table([:])
      defer { storage = .table(table) }
      yield &table
    }
  }

  private enum Storage: Sendable {
    case table([NodeNumber: NodeRecord])
    case sorted(SortedRecords)
  }

  private var storage: Storage

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
    storage = .table(records)
    self.appState = appState
    self.nextNumber = nextNumber
  }

  /// Makes an archive of records whose numbers ascend; they are put into a table if somebody asks.
  init(
    header: ArchiveHeader,
    root: NodeNumber?,
    sorted records: [NodeRecord],
    appState: [UInt8],
    nextNumber: UInt64
  ) {
    self.header = header
    self.root = root
    storage = .sorted(SortedRecords(records))
    self.appState = appState
    self.nextNumber = nextNumber
  }
}

// MARK: - Looking up records

extension StateArchive {
  /// The record of a node; unlike ``records`` it needs no table.
  func record(_ number: NodeNumber) -> NodeRecord? {
    switch storage {
    case .table(let table): table[number]
    case .sorted(let records): records[number]
    }
  }

  /// The records, if they are sorted.
  var sortedRecords: SortedRecords? {
    switch storage {
    case .table: nil
    case .sorted(let records): records
    }
  }

  /// How many records there are.
  var recordCount: Int {
    switch storage {
    case .table(let table): table.count
    case .sorted(let records): records.sorted.count
    }
  }

  /// The highest number of a record, or 0.
  ///
  /// - Complexity: O(1) if the records are sorted, O(*n*) otherwise.
  var highestNumber: UInt64 {
    switch storage {
    case .table(let table): table.keys.max()?.rawValue ?? 0
    case .sorted(let records): records.sorted.last?.number.rawValue ?? 0
    }
  }
}

// MARK: - Comparing

extension StateArchive {
  /// Compares two archives, however their records are kept.
  public static func == (lhs: StateArchive, rhs: StateArchive) -> Bool {
    lhs.header == rhs.header && lhs.root == rhs.root && lhs.nextNumber == rhs.nextNumber
      && lhs.appState == rhs.appState && lhs.records == rhs.records
  }

  /// Hashes all parts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(header)
    hasher.combine(root)
    hasher.combine(records)
    hasher.combine(appState)
    hasher.combine(nextNumber)
  }
}

// MARK: - Changing

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
