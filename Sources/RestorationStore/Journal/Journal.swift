internal import RestorationCore

/// The writing end of a store: what the next save needs, and no more.
///
/// It is behind the store's lock, held for as long as a write takes.
struct Journal: Sendable {
  /// A segment that saves are written to.
  struct Open: Sendable {
    var file: StoreFile
    var head: SegmentHead
    var end: Int
    var lastLocal: UInt64 = 0
  }

  /// A segment that was closed in good order, and waits for its index.
  struct Closed: Sendable {
    var file: StoreFile
    var head: SegmentHead
    var position: JournalPosition
  }

  /// A segment to come that is on the disk already, filled with zeros.
  struct Spare: Sendable {
    var file: StoreFile
    var number: UInt64
  }

  let folder: StoreFolder
  let options: FileStateStore.Options

  /// The right to write.
  var lock: StoreLock

  /// The last save.
  var position: JournalPosition

  /// The highest save that is known to have reached the disk.
  var synced: UInt64

  var scenes: [JournalScene] = []
  private var indices: [ExactString: Int] = [:]

  /// The segment that is written to, or `nil` if the next save begins one.
  var segment: Open?
  var spare: Spare?
  var closed: [Closed] = []

  /// The number of the next segment, and the highest that saves were written to.
  var nextSegment: UInt64
  var lastSegment: UInt64

  /// Saves that the tables do not know yet.
  var unfolded: [RecentBatch] = []

  /// How many bytes of saves are in memory since they may not be on the disk.
  var recentBytes = 0

  /// Files with bytes that may not be on the disk, in the order in which they were written.
  var unsynced: [StoreFile] = []

  /// Whether there are names in the folder that may not be on the disk.
  var hasNewNames = true

  /// Whether the next save must write everything anew.
  var mustRebuild: Bool

  /// Why nothing may be saved, if so.
  var obstacle: StateStoreError?

  /// Whether the folder is no longer the one that was written to.
  var hasMoved = false

  /// Whether a sync will come by itself, and whether the last write took long.
  var isSyncPlanned = false
  var isSlow = false

  private var writer = JournalWriter()
  private var staged: [Staged] = []
  private var updates: [JournalCommit.SceneUpdate] = []

  /// What becomes of a scene once the save that is being made is complete.
  private struct Staged {
    var index: Int
    var scene: JournalScene
  }

  /// Begins to write after what tables say.
  init(
    _ tables: StoreTables,
    lock: StoreLock,
    nextSegment: UInt64,
    folder: StoreFolder,
    options: FileStateStore.Options
  ) {
    self.folder = folder
    self.options = options
    self.lock = lock
    self.nextSegment = nextSegment
    lastSegment = nextSegment - 1
    position = tables.position
    synced = tables.synced
    mustRebuild = tables.mustRebuild
    obstacle = tables.obstacle
    take(scenesOf: tables)
    unsynced = tables.filesBeyondSync
  }

  /// Takes over the scenes that tables know.
  mutating func take(scenesOf tables: StoreTables) {
    scenes = []
    indices = [:]
    for (name, scene) in tables.scenes {
      indices[name] = scenes.count
      scenes.append(
        JournalScene(item: scene.item, isPresent: true, nodeBound: scene.records.count)
      )
    }
  }
}

// MARK: - Counting nodes

extension Journal {
  /// No fewer nodes than a scene has.
  func nodeBound(of scene: String) -> Int {
    indices[ExactString(scene)].map { scenes[$0].nodeBound } ?? 0
  }

  /// Counts the nodes that scenes will have, given tables that know every save.
  mutating func recount(_ change: StoreChange, _ tables: StoreTables) {
    guard case .scenes(let changes) = change else { return }
    for change in changes {
      let name = ExactString(change.header.scene)
      guard let index = indices[name], let known = tables.scenes[name]?.records else { continue }
      let removed = change.removed.count { known[$0.rawValue] != nil }
      let replaced = change.updated.count { known[$0.number.rawValue] != nil }
      scenes[index].nodeBound = max(0, known.count - removed - replaced)
    }
  }
}

// MARK: - What a change amounts to

extension Journal {
  /// Whether a change changes anything.
  func needs(_ change: StoreChange) -> Bool {
    switch change {
    case .discard(let name):
      return scenes.contains { $0.isPresent && $0.item.header.scene.hasSameBytes(as: name) }
    case .scenes(let changes):
      return changes.contains { needs($0) }
    }
  }

  private func needs(_ change: SceneChanges) -> Bool {
    guard change.updated.isEmpty, change.removed.isEmpty, !change.replacesEverything,
      let index = indices[ExactString(change.header.scene)], scenes[index].isPresent
    else { return true }
    let item = scenes[index].item
    return !item.hasSameText(as: change.header) || item.header.date != change.header.date
      || item.root != change.root || item.nextNumber != change.nextNumber
      || change.appState.map { $0 != item.appState } ?? false
  }
}

// MARK: - Encoding

extension Journal {
  /// Encodes a change as the next batch, and gives the position after it.
  ///
  /// - Throws: `StateStoreError.Code.limitExceeded` if it would not be read again.
  private mutating func encode(
    _ change: StoreChange,
    as head: SegmentHead,
    isFirst: Bool,
    at offset: Int,
    lastLocal: inout UInt64
  ) throws(StateStoreError) -> JournalPosition {
    guard position.sequence < ArchiveFormat.highestNumber - 1 else {
      throw StateStoreError(
        .limitExceeded,
        "No number is left for another save; erase the store.",
        location: folder.path
      )
    }
    staged.removeAll(keepingCapacity: true)
    updates.removeAll(keepingCapacity: true)
    if isFirst {
      writer.begin(head)
    } else {
      writer.begin(salt: head.salt, after: position.chain)
    }
    switch change {
    case .scenes(let changes):
      for change in changes { try encode(change, head.number, &lastLocal) }
    case .discard(let name): encodeDiscard(of: name, head.number, &lastLocal)
    }
    let chain = writer.commit(sequence: position.sequence + 1, synced: synced, scenes: updates)
    return JournalPosition(
      .segment,
      number: head.number,
      end: UInt64(offset + writer.bytes.count),
      sequence: position.sequence + 1,
      chain: chain
    )
  }

  /// The scene of a name as the save that is being made leaves it, and its place among the staged.
  private mutating func stage(_ name: String, _ header: ArchiveHeader) -> Int {
    if let place = staged.lastIndex(where: { $0.scene.item.header.scene.hasSameBytes(as: name) }) {
      return place
    }
    if let index = indices[ExactString(name)] {
      staged.append(Staged(index: index, scene: scenes[index]))
    } else {
      let scene = JournalScene(item: SceneItem(header: header), isPresent: false, nodeBound: 0)
      staged.append(Staged(index: -1, scene: scene))
    }
    return staged.count - 1
  }

  private mutating func encode(
    _ change: SceneChanges,
    _ segment: UInt64,
    _ lastLocal: inout UInt64
  ) throws(StateStoreError) {
    let place = stage(change.header.scene, change.header)
    let mustWrite = take(change, at: place, segment, &lastLocal)
    let scene = staged[place].scene
    try check(change, scene)
    if mustWrite { writer.append(scene.item, as: scene.local) }
    if change.replacesEverything { writer.appendReplacement(scene: scene.local) }
    if !change.removed.isEmpty { writer.append(removals: change.removed, scene: scene.local) }
    for record in change.updated {
      let length = writer.append(record, scene: scene.local)
      if length > options.limits.bytesPerNode {
        throw .tooLarge(record, length, scene.item, options.limits)
      }
    }
  }

  /// Takes over what a change says of a scene, and answers whether its item must be written.
  private mutating func take(
    _ change: SceneChanges,
    at place: Int,
    _ segment: UInt64,
    _ lastLocal: inout UInt64
  ) -> Bool {
    var scene = staged[place].scene
    let old = scene.item
    var mustWrite = !scene.isPresent || !old.hasSameText(as: change.header)
    if scene.segment != segment {
      lastLocal += 1
      scene.local = lastLocal
      scene.segment = segment
      mustWrite = true
    }
    scene.isPresent = true
    scene.item.header = change.header
    scene.item.root = change.root
    scene.item.nextNumber = change.nextNumber
    if change.replacesEverything {
      scene.nodeBound = 0
      scene.item.appState = change.appState ?? NodeRecord.emptyState
    } else if let state = change.appState {
      scene.item.appState = state
    }
    if scene.item.appState != old.appState { mustWrite = true }
    scene.nodeBound += change.updated.count
    staged[place].scene = scene
    if !mustWrite { note(change, old, scene) }
    return mustWrite
  }

  /// Says in the commit what changed of a scene whose item is not written.
  private mutating func note(_ change: SceneChanges, _ old: SceneItem, _ scene: JournalScene) {
    let hasNewNumbers = change.root != old.root || change.nextNumber != old.nextNumber
    guard hasNewNumbers || change.header.date != old.header.date else { return }
    updates.append(
      JournalCommit.SceneUpdate(
        scene: scene.local,
        date: change.header.date,
        root: hasNewNumbers ? change.root : nil,
        nextNumber: hasNewNumbers ? change.nextNumber : nil
      )
    )
  }

  private mutating func encodeDiscard(
    of name: String,
    _ segment: UInt64,
    _ lastLocal: inout UInt64
  ) {
    guard let index = indices[ExactString(name)] else { return }
    var scene = scenes[index]
    if scene.segment != segment {
      lastLocal += 1
      scene.local = lastLocal
      scene.segment = segment
      writer.append(scene.item, as: scene.local)
    }
    writer.appendDiscard(scene: scene.local)
    scene.item = SceneItem(header: scene.item.header)
    scene.isPresent = false
    scene.nodeBound = 0
    staged.append(Staged(index: index, scene: scene))
  }

  /// Makes true what was staged.
  private mutating func settle(at position: JournalPosition) {
    self.position = position
    for change in staged {
      if change.index >= 0 {
        scenes[change.index] = change.scene
      } else {
        indices[ExactString(change.scene.item.header.scene)] = scenes.count
        scenes.append(change.scene)
      }
    }
  }
}

// MARK: - Writing

extension Journal {
  /// Appends a change to the segment that is open, or to a new one, in one write.
  ///
  /// If it throws, nothing has changed, but that the next save begins a segment.
  mutating func append(_ change: StoreChange) throws(StateStoreError) -> RecentBatch? {
    if let open = segment, open.end >= options.segmentBytes { close(open) }
    if var open = segment { return try append(change, to: &open) }
    return try begin(with: change)
  }

  private mutating func append(
    _ change: StoreChange,
    to open: inout Open
  ) throws(StateStoreError) -> RecentBatch? {
    do {
      guard try open.file.isLinked() else {
        mustRebuild = true
        hasMoved = true
        return nil
      }
    } catch {
      throw StateStoreError(error, while: .writing, at: open.file.path)
    }
    let previous = position
    let next = try encode(
      change,
      as: open.head,
      isFirst: false,
      at: open.end,
      lastLocal: &open.lastLocal
    )
    if next.end > UInt64(options.bytesPerFile) {
      close(open)
      return try begin(with: change)
    }
    try write(to: open.file, at: open.end)
    let batch = batch(open, previous, next, isFirst: false)
    open.end = Int(next.end)
    if segment != nil { segment = open }
    settle(at: next)
    return batch
  }

  private mutating func begin(with change: StoreChange) throws(StateStoreError) -> RecentBatch? {
    guard nextSegment < ArchiveFormat.highestNumber - 1 else {
      throw StateStoreError(
        .limitExceeded,
        "No number is left for another file; erase the store.",
        location: folder.path
      )
    }
    guard try isInPlace() else {
      mustRebuild = true
      hasMoved = true
      return nil
    }
    let head = SegmentHead(
      number: spare?.number ?? nextSegment,
      salt: .random(in: .min ... .max),
      predecessor: position,
      synced: synced
    )
    let previous = position
    var lastLocal: UInt64 = 0
    let next = try encode(change, as: head, isFirst: true, at: 0, lastLocal: &lastLocal)
    guard next.end <= UInt64(options.bytesPerFile) else {
      throw StateStoreError(
        .limitExceeded,
        "The save takes \(next.end) bytes, more than Options.bytesPerFile "
          + "(\(options.bytesPerFile)); save less, or raise the limit.",
        location: folder.path
      )
    }
    let file = try makeFile(head.number)
    segment = Open(file: file, head: head, end: 0, lastLocal: lastLocal)
    do throws(StateStoreError) {
      try write(to: file, at: 0)
    } catch {
      folder.removeQuietly(.journal(number: head.number))
      throw error
    }
    let open = Open(file: file, head: head, end: Int(next.end), lastLocal: lastLocal)
    if segment != nil { segment = open }
    settle(at: next)
    return batch(open, previous, next, isFirst: true)
  }

  private func isInPlace() throws(StateStoreError) -> Bool {
    do {
      return try lock.isInPlace()
    } catch {
      throw StateStoreError(error, while: .writing, at: folder.path)
    }
  }

  private mutating func makeFile(_ number: UInt64) throws(StateStoreError) -> StoreFile {
    lastSegment = max(lastSegment, number)
    if let spare {
      self.spare = nil
      return spare.file
    }
    nextSegment = number + 1
    do {
      let file = try folder.create(.journal(number: number))
      hasNewNames = true
      return file
    } catch {
      throw StateStoreError(error, while: .writing, at: folder.path)
    }
  }

  /// Writes what was encoded; a segment to which a write fell short or failed is closed for ever.
  private mutating func write(to file: StoreFile, at offset: Int) throws(StateStoreError) {
    let start = ContinuousClock.now
    do {
      let writes = try file.write(writer.bytes, at: offset)
      if writes > 1 { segment = nil }
    } catch {
      segment = nil
      throw StateStoreError(error, while: .writing, at: file.path)
    }
    isSlow = ContinuousClock.now - start > Self.slowWrite
    if unsynced.last !== file { unsynced.append(file) }
  }

  /// How long a write may take before saves no longer wait for it.
  private static let slowWrite = Duration.milliseconds(4)

  private func batch(
    _ open: Open,
    _ previous: JournalPosition,
    _ next: JournalPosition,
    isFirst: Bool
  ) -> RecentBatch {
    RecentBatch(
      file: open.file,
      head: open.head,
      isFirst: isFirst,
      offset: isFirst ? 0 : open.end,
      bytes: Array(writer.bytes[...]),
      position: next,
      previous: previous
    )
  }

  /// Closes the segment that is open, so that the next save begins one.
  mutating func close() {
    if let open = segment { close(open) }
  }

  private mutating func close(_ open: Open) {
    closed.append(Closed(file: open.file, head: open.head, position: position))
    segment = nil
  }
}

// MARK: - In memory

extension Journal {
  /// Encodes a change as a batch that is in memory alone, for a baseline that is to be written.
  mutating func appendInMemory(_ change: StoreChange) throws(StateStoreError) -> RecentBatch {
    let head = SegmentHead(
      number: nextSegment,
      salt: .random(in: .min ... .max),
      predecessor: position,
      synced: synced
    )
    nextSegment += 1
    let previous = position
    var lastLocal: UInt64 = 0
    let next = try encode(change, as: head, isFirst: true, at: 0, lastLocal: &lastLocal)
    settle(at: next)
    return RecentBatch(
      file: nil,
      head: head,
      isFirst: true,
      offset: 0,
      bytes: Array(writer.bytes[...]),
      position: next,
      previous: previous
    )
  }
}
