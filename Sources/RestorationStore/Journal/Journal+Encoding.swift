internal import RestorationCore

extension Journal {
  /// Encodes a change as the next batch, and gives the position after it.
  ///
  /// - Throws: `StateStoreError.Code.limitExceeded` if it would not be read again.
  mutating func encode(
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
    var writer = JournalWriter()
    if isFirst {
      writer.begin(head)
    } else {
      writer.begin(salt: head.salt, after: position.chain)
    }
    switch change {
    case .scenes(let changes):
      for change in changes { try encode(change, head.number, &lastLocal, &writer) }
    case .discard(let name): encodeDiscard(of: name, head.number, &lastLocal, &writer)
    }
    let chain = writer.commit(sequence: position.sequence + 1, synced: synced, scenes: updates)
    encoded = writer.bytes
    return JournalPosition(
      .segment,
      number: head.number,
      end: UInt64(offset + encoded.count),
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
    _ lastLocal: inout UInt64,
    _ writer: inout JournalWriter
  ) throws(StateStoreError) {
    let place = stage(change.header.scene, change.header)
    let mustWrite = take(change, at: place, segment, &lastLocal)
    let scene = staged[place].scene
    try check(change, scene)
    if mustWrite { writer.append(scene.item, as: scene.local) }
    if change.replacesEverything { writer.appendReplacement(scene: scene.local) }
    if !change.removed.isEmpty { writer.append(removals: change.removed, scene: scene.local) }
    for record in change.updated { writer.append(record, scene: scene.local) }
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
    scene.header = nil
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
    if mustWrite {
      // The commit counts for more than what is written, and an earlier change may be in it.
      updates.removeAll { $0.scene == scene.local }
    } else {
      let (date, local) = (change.header.date, scene.local)
      if let update = old.update(to: date, change.root, change.nextNumber, as: local) {
        updates.append(update)
      }
    }
    return mustWrite
  }

  private mutating func encodeDiscard(
    of name: String,
    _ segment: UInt64,
    _ lastLocal: inout UInt64,
    _ writer: inout JournalWriter
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
    scene.header = nil
    scene.isPresent = false
    scene.nodeBound = 0
    staged.append(Staged(index: index, scene: scene))
  }

  /// Makes true what was staged.
  mutating func settle(at position: JournalPosition) {
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
