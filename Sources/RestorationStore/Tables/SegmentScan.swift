internal import RestorationCore

/// What was read of a segment.
struct SegmentContent: Sendable {
  /// What it makes of the state before.
  var summary: FileSummary

  /// Where it ends.
  var position: JournalPosition

  /// The highest save that it says has reached the disk.
  var synced: UInt64

  /// Where the saves end that have reached the disk, or the position before the segment.
  var syncedPosition: JournalPosition

  /// The saves after that, with their bytes.
  var unsynced: RecentBatches?

  /// Whether saves follow in it that a later segment passes over, since they had failed.
  var isCutShort = false

  /// Why it ends before saves that it once held, if it does.
  var loss: String?

  /// Whether there is any save in it.
  var hasBatches = true
}

/// Reads all saves of a segment.
struct SegmentScan {
  /// The whole segment.
  let bytes: [UInt8]

  private let head: SegmentHead
  private let limits: RestorationLimits
  private var reader: JournalReader
  private var batches: [JournalBatch] = []
  private var loss: String?

  /// The highest save that the segment says has reached the disk, as far as it was read.
  private(set) var synced: UInt64

  init(_ bytes: [UInt8], _ head: SegmentHead, limits: RestorationLimits) {
    self.bytes = bytes
    self.head = head
    self.limits = limits
    synced = head.synced
    reader = JournalReader(bytes[...], head: head, limits: limits)
  }

  /// Whether any save was read.
  var hasBatches: Bool { !batches.isEmpty }

  /// Reads up to a save, or as far as can be.
  mutating func run(through end: UInt64) throws(BaselineFault) {
    while reader.sequence < end {
      switch try reader.next() {
      case .batch(let batch):
        batches.append(batch)
        synced = max(synced, batch.commit.synced)
      case .end: return
      case .broken(let reason, let hasCommit):
        let rest = reader.rest()
        synced = max(synced, rest.synced)
        guard hasCommit || rest.hasCommit else { return }
        loss =
          "Save \(reader.sequence + 1) cannot be read: \(reason); "
          + "it and what follows it is left out."
        return
      }
    }
  }

  /// What was read, up to where one of the segments that follow says, of several the first.
  ///
  /// From elsewhere it may be known of higher saves that they have reached the disk. The cost of
  /// damage depends on the mark, the highest save of which anything says so.
  func content(
    ends: [JournalPosition],
    synced others: UInt64,
    mark: () throws(StateStoreError) -> UInt64
  ) throws(StateStoreError) -> SegmentContent {
    let synced = max(synced, others)
    var content = SegmentContent(
      summary: FileSummary(),
      position: head.predecessor,
      synced: synced,
      syncedPosition: head.predecessor,
      loss: loss,
      hasBatches: false
    )
    let last =
      !limits.checks.ends
      ? nil
      : ends.lazy.compactMap { end in
        batches.lastIndex { position(after: $0) == end }
      }.first
    let counted = last.map { batches[...$0] } ?? batches[...]
    if last != nil { content.loss = nil }
    content.isCutShort = counted.count < batches.count
    for batch in counted {
      var counts = batch.isSound
      if !counts, batch.mayLoseItemsAlone { counts = try batch.commit.sequence <= mark() }
      guard counts else {
        content.loss =
          "Save \(batch.commit.sequence) is damaged and had not reached the disk for sure, or more "
          + "than nodes are damaged; it and what follows it is left out."
        break
      }
      content.summary.add(batch, base: 0, limits: limits)
      content.position = position(after: batch)
      if batch.commit.sequence <= synced { content.syncedPosition = content.position }
      content.hasBatches = true
    }
    return content
  }

  private func position(after batch: JournalBatch) -> JournalPosition {
    JournalPosition(
      .segment,
      number: head.number,
      end: UInt64(batch.end),
      sequence: batch.commit.sequence,
      chain: batch.commit.chain
    )
  }
}

extension JournalBatch {
  /// Whether all that is damaged in it are records, and items that nobody has to know.
  ///
  /// Without what it says of a scene, or of removals, what was saved before would stand in its place.
  fileprivate var mayLoseItemsAlone: Bool {
    items.allSatisfy {
      $0.isSound || $0.item.kind == ArchiveFormat.Kind.record || !$0.item.isCritical
    }
  }
}
