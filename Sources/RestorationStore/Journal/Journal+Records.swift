internal import RestorationCore

extension Journal {
  /// A record that was written to the open segment, before anything else knows of it.
  struct WrittenRecord: Sendable {
    /// The place of its scene among those of the journal.
    fileprivate let scene: Int

    /// Where it begins in its file, and where the save that it makes ends.
    fileprivate let offset: Int
    fileprivate let position: JournalPosition

    /// The segment that it was written to, which is closed if that took several writes.
    fileprivate let head: SegmentHead
    let file: StoreFile
  }

  /// Appends a record that changed to the segment that is open, and tells what is to be done later.
  ///
  /// - Returns: `nil` if more is to be done, or nothing; nothing was written then.
  mutating func save(
    _ change: RecordChange,
    mayWait: Bool,
    by writer: inout JournalWriter
  ) throws(StateStoreError) -> MaintenanceWork? {
    guard mayWait || !isSlow, let written = try write(change, by: &writer) else { return nil }
    take(written, of: change, by: writer)
    return workAfterSave(hasClosed: false)
  }

  /// Writes a record to the segment that is open, which is not a save yet.
  ///
  /// It is inlined, since an optional of what it returns is costly to hand over and to destroy.
  ///
  /// - Returns: `nil` if more is to be done, or nothing; nothing was written then.
  @inline(__always)
  mutating func write(
    _ change: RecordChange,
    by writer: inout JournalWriter
  ) throws(StateStoreError) -> WrittenRecord? {
    // The segment is not bound, since that would copy it.
    guard !mustRebuild, let file = segment?.file,
      let head = segment?.head, let end = segment?.end, end < options.segmentBytes,
      position.sequence < ArchiveFormat.highestNumber - 1
    else { return nil }
    let index = scenes.count == 1 ? 0 : indices[ExactString(change.header.text.scene)]
    guard let index, scenes[index].mayTake(change, in: head.number, options.limits),
      try isLinked(file)
    else { return nil }
    let chain = encode(change, ofSceneAt: index, salt: head.salt, by: &writer)
    let next = JournalPosition(
      .segment,
      number: head.number,
      end: UInt64(end + writer.count),
      sequence: position.sequence + 1,
      chain: chain
    )
    guard next.end <= options.highestPlace else { return nil }
    try writer.withBytes { (bytes) throws(StateStoreError) in
      try write(bytes, to: file, at: end)
    }
    return WrittenRecord(scene: index, offset: end, position: next, head: head, file: file)
  }

  private mutating func encode(
    _ change: RecordChange,
    ofSceneAt index: Int,
    salt: UInt64,
    by writer: inout JournalWriter
  ) -> UInt32 {
    // It is one, as a rule, and removing all would cost as much as writing it.
    while !updates.isEmpty { updates.removeLast() }
    if let update = scenes[index].update(by: change) { updates.append(update) }
    writer.begin(salt: salt, after: position.chain)
    writer.append(change.record, scene: scenes[index].local)
    return writer.commit(sequence: position.sequence + 1, synced: synced, scenes: updates)
  }

  /// Takes note of a record that was written, by the writer that still holds its bytes.
  ///
  /// No other save was made since.
  mutating func take(
    _ written: WrittenRecord,
    of change: RecordChange,
    by writer: borrowing JournalWriter
  ) {
    assert(written.position.sequence == position.sequence + 1)
    assert(written.position.end == UInt64(written.offset + writer.count))
    writer.withBytes { bytes in
      recentBytes += bytes.count
      let last = unfolded.count - 1
      if last < 0 || !unfolded[last].append(bytes, at: written.position) {
        keepApart(bytes, written)
      }
    }
    segment?.end = Int(written.position.end)
    position = written.position
    scenes[written.scene].take(change)
  }

  /// Keeps the bytes of a save apart from those before it.
  @inline(never)
  private mutating func keepApart(_ bytes: UnsafeRawBufferPointer, _ written: WrittenRecord) {
    unfolded.append(
      RecentBatches(
        file: written.file,
        head: written.head,
        isFirst: false,
        offset: written.offset,
        bytes: RecentBatches.bytes(beginningWith: bytes),
        position: written.position,
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
