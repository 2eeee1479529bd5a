internal import RestorationCore

extension Journal {
  /// Appends a record that changed to the segment that is open, and tells what is to be done later.
  ///
  /// - Returns: `nil` if more is to be done, or nothing; nothing was written then.
  mutating func save(
    _ change: RecordChange,
    mayWait: Bool,
    by writer: inout JournalWriter
  ) throws(StateStoreError) -> MaintenanceWork? {
    // The obstacle is not compared, since that would copy it.
    guard !mustRebuild, case .none = obstacle, mayWait || !isSlow, let open = segment,
      open.end < options.segmentBytes, position.sequence < ArchiveFormat.highestNumber - 1
    else { return nil }
    let index = scenes.count == 1 ? 0 : indices[ExactString(change.header.text.scene)]
    guard let index, scenes[index].mayTake(change, in: open.head.number, options.limits),
      try isLinked(open.file)
    else { return nil }
    let next = encode(change, ofSceneAt: index, after: open, by: &writer)
    guard next.end <= options.highestPlace else { return nil }
    try writer.withBytes { (bytes) throws(StateStoreError) in
      try write(bytes, to: open.file, at: open.end)
      take(bytes, at: next, of: open)
    }
    segment?.end = Int(next.end)
    position = next
    scenes[index].take(change)
    return workAfterSave(hasClosed: false)
  }

  private mutating func encode(
    _ change: RecordChange,
    ofSceneAt index: Int,
    after open: Open,
    by writer: inout JournalWriter
  ) -> JournalPosition {
    let sequence = position.sequence + 1
    updates.removeAll(keepingCapacity: true)
    if let update = scenes[index].update(by: change) { updates.append(update) }
    writer.begin(salt: open.head.salt, after: position.chain)
    writer.append(change.record, scene: scenes[index].local)
    let chain = writer.commit(sequence: sequence, synced: synced, scenes: updates)
    return JournalPosition(
      .segment,
      number: open.head.number,
      end: UInt64(open.end + writer.count),
      sequence: sequence,
      chain: chain
    )
  }

  /// Takes note of a batch that was written.
  private mutating func take(
    _ bytes: UnsafeRawBufferPointer,
    at next: JournalPosition,
    of open: Open
  ) {
    recentBytes += bytes.count
    if let last = unfolded.indices.last, unfolded[last].append(bytes, at: next) { return }
    unfolded.append(
      RecentBatches(
        file: open.file,
        head: open.head,
        isFirst: false,
        offset: open.end,
        bytes: RecentBatches.bytes(beginningWith: bytes),
        position: next,
        previous: position
      )
    )
  }
}

// These are marked as mutating, so that a scene is looked at where it stands: it would be copied first,
// with all that it has to count references of.

extension JournalScene {
  /// Whether no limit is near, and the scene's item need not be written again in a segment.
  @inline(__always)
  fileprivate mutating func mayTake(
    _ change: RecordChange,
    in segment: UInt64,
    _ limits: RestorationLimits
  ) -> Bool {
    isPresent && self.segment == segment && nodeBound < limits.nodes
      && (header === change.header || says(change.header))
      && ArchiveLimitCheck.admits(change.record, limits)
  }

  @inline(never)
  private mutating func says(_ header: SceneHeader) -> Bool {
    item.hasSameText(as: header.text)
  }

  /// What the commit says of the scene.
  @inline(__always)
  fileprivate mutating func update(
    by change: borrowing RecordChange
  ) -> JournalCommit.SceneUpdate? {
    item.update(to: change.date, change.root, change.nextNumber, as: local)
  }

  /// Takes over what a record that was saved says of the scene.
  @inline(__always)
  fileprivate mutating func take(_ change: RecordChange) {
    if header !== change.header { header = change.header }
    item.header.date = change.date
    item.root = change.root
    item.nextNumber = change.nextNumber
    nodeBound += 1
  }
}
