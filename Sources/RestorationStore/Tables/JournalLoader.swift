internal import RestorationCore

/// Reads the segments that follow a baseline, as far as each follows from the one before.
struct JournalLoader {
  let folder: StoreFolder
  let options: FileStateStore.Options

  /// The last save that counts.
  let end: UInt64

  /// Whether files vanished meanwhile, since a writer replaced them.
  private(set) var hasChanged = false

  private var segments: [UInt64: Segment] = [:]

  /// The highest save that any of them says has reached the disk, once that was found out.
  private var mark: UInt64?

  private var failed = StoreTables()

  init(folder: StoreFolder, options: FileStateStore.Options, end: UInt64) {
    self.folder = folder
    self.options = options
    self.end = end
  }

  /// A segment of which the head was read.
  fileprivate struct Segment {
    var file: StoreFile
    var head: SegmentHead
    var length: Int
  }
}

// MARK: - Finding segments

extension JournalLoader {
  /// Reads the heads of the segments that a baseline does not cover.
  mutating func findSegments(
    _ names: [StoreFileName],
    covered: UInt64
  ) throws(StateStoreError) {
    for case .journal(let number) in names where number > covered {
      let name = StoreFileName.journal(number: number)
      do throws(StateStoreError) {
        segments[number] = try segment(number, name)
      } catch {
        if error.code == .fromNewerVersion { throw error }
        failed.note(error, about: name)
      }
    }
  }

  private mutating func segment(
    _ number: UInt64,
    _ name: StoreFileName
  ) throws(StateStoreError) -> Segment? {
    do {
      switch try folder.open(name, limit: options.bytesPerFile) {
      case .missing:
        hasChanged = true
        return nil
      case .unusable(let reason): throw BaselineFault.incomplete(reason)
      case .file(let file, let length):
        let start = try file.read(
          ItemRange(offset: 0, length: min(length, ArchiveFormat.segmentHeadLength))
        )
        guard let head = try SegmentHead(startOf: start[...]) else {
          // Its first save was never complete, and no other one is in it, if it is one at all.
          guard number < StoreFileName.highestGeneration - 1, Self.mayBeginSegment(start) else {
            throw BaselineFault.incomplete("it begins with no head of a segment, or a damaged one")
          }
          return nil
        }
        guard head.number == number || !options.limits.checks.names else {
          throw BaselineFault.incomplete("it holds the segment \(head.number)")
        }
        return Segment(file: file, head: head, length: length)
      }
    } catch {
      throw StateStoreError(reading: folder.path(of: name), error)
    }
  }
}

extension JournalLoader {
  /// Whether some bytes, which begin with no sound head, may be what is left of a segment that was
  /// being begun, or prepared.
  ///
  /// A head whose last byte is there was written whole, and is damaged.
  private static func mayBeginSegment(_ start: [UInt8]) -> Bool {
    let count = zip(start, ArchiveFormat.mark).prefix { $0 == $1 }.count
    if count < ArchiveFormat.mark.count { return start.dropFirst(count).allSatisfy { $0 == 0 } }
    return start.count < ArchiveFormat.segmentHeadLength || start.last == 0
  }
}

// MARK: - Following them

extension JournalLoader {
  /// Reads what follows the position of tables into them.
  mutating func read(into tables: inout StoreTables) throws(StateStoreError) {
    let synced = segments.values.map(\.head.synced).max() ?? 0
    tables.synced = max(tables.synced, synced)
    var passed: Set<UInt64> = []
    do throws(StateStoreError) {
      while tables.position.sequence < end,
        let (segment, content) = try next(after: tables.position, passed, tables.synced)
      {
        passed.insert(segment.head.number)
        tables.take(content, of: segment)
        if content.isCutShort { tables.cuts += try headsWithoutSaves(after: segment) }
      }
      try noteGap(after: passed.max() ?? tables.covered, &tables)
    } catch {
      if error.code == .fromNewerVersion { throw error }
      failed.note(error, about: .journal(number: passed.max() ?? tables.covered))
    }
    tables.synced = min(tables.synced, tables.position.sequence)
    tables.dropRecent(through: tables.synced)
    tables.take(failed)
  }

  /// The segment that follows a position: of several, the one that was begun last.
  private mutating func next(
    after position: JournalPosition,
    _ passed: Set<UInt64>,
    _ synced: UInt64
  ) throws(StateStoreError) -> (Segment, SegmentContent)? {
    let checks = options.limits.checks
    let candidates = segments.values.filter { segment in
      let predecessor = segment.head.predecessor
      return predecessor.sequence == position.sequence
        && (predecessor.chain == position.chain || !checks.chains)
        && !passed.contains(segment.head.number)
        && segment.head.number > (position.origin == .segment ? position.number : 0)
    }
    let newestFirst = candidates.sorted { $0.head.number > $1.head.number }
    for segment in checks.order ? newestFirst : newestFirst.reversed() {
      let content = try content(of: segment, synced: synced)
      if content.hasBatches { return (segment, content) }
    }
    return nil
  }

  /// The heads of segments that follow one, and in which no save is whole.
  ///
  /// Nothing is read from them, and yet they say where that one ends.
  private func headsWithoutSaves(
    after segment: Segment
  ) throws(StateStoreError) -> [RecentBatches] {
    var heads: [RecentBatches] = []
    for next in segments.values.sorted(by: { $0.head.number < $1.head.number }) {
      let predecessor = next.head.predecessor
      guard predecessor.origin == .segment, predecessor.number == segment.head.number,
        try !scan(next, through: end).hasBatches
      else { continue }
      let bytes = try reading(next) {
        try next.file.read(ItemRange(offset: 0, length: ArchiveFormat.segmentHeadLength))
      }
      heads.append(
        RecentBatches(
          file: next.file,
          head: next.head,
          isFirst: true,
          offset: 0,
          bytes: bytes,
          position: predecessor,
          previous: predecessor
        )
      )
    }
    return heads
  }

  /// Notes that saves are there to which nothing leads, or that damage took before any other.
  private mutating func noteGap(
    after last: UInt64,
    _ tables: inout StoreTables
  ) throws(StateStoreError) {
    guard end == .max else { return noteEarlyEnd(&tables) }
    for segment in segments.values.sorted(by: { $0.head.number < $1.head.number })
    where segment.head.number > last {
      let content = try content(of: segment, synced: 0)
      let gap = "What it follows is missing, so that it cannot be used."
      guard let loss = content.hasBatches ? gap : content.loss else { continue }
      tables.note(StateStoreError(.damaged, loss), about: segment.file.name)
    }
  }

  /// Notes that saves are missing of those that are known to have been there.
  private func noteEarlyEnd(_ tables: inout StoreTables) {
    let last = tables.position.sequence
    // What a newer version wrote was kept without a look at how many saves it is.
    guard end < ArchiveFormat.highestNumber, last < end else { return }
    tables.damage.append(
      ArchiveDamage(message: "Of the saves up to \(end), those after \(last) cannot be read.")
    )
  }
}

// MARK: - Reading one

extension JournalLoader {
  /// Reads a segment as far as the one that follows it says, or as far as it goes.
  private mutating func content(
    of segment: Segment,
    synced: UInt64
  ) throws(StateStoreError) -> SegmentContent {
    let ends = segments.values.filter {
      $0.head.predecessor.origin == .segment && $0.head.predecessor.number == segment.head.number
        && $0.head.predecessor.sequence <= end
    }.sorted { $0.head.number > $1.head.number }.map(\.head.predecessor)
    for position in ends {
      if let content = try indexedContent(of: segment, at: position) { return content }
    }
    let scan = try scan(segment, through: end)
    var content = try scan.content(ends: ends, synced: synced) { () throws(StateStoreError) in
      try highestSynced()
    }
    content.keepUnsynced(scan.bytes, of: segment)
    return content
  }

  /// The highest save that any segment says has reached the disk.
  ///
  /// It is found out where the cost of damage depends on it, since all of them are read for it.
  private mutating func highestSynced() throws(StateStoreError) -> UInt64 {
    if let mark { return mark }
    var highest: UInt64 = 0
    for segment in segments.values {
      highest = max(highest, try scan(segment, through: .max).synced)
    }
    mark = highest
    return highest
  }

  private func scan(
    _ segment: Segment,
    through end: UInt64
  ) throws(StateStoreError) -> SegmentScan {
    try reading(segment) {
      let bytes = try segment.file.read(ItemRange(offset: 0, length: segment.length))
      var scan = SegmentScan(bytes, segment.head, limits: options.limits)
      try scan.run(through: end)
      return scan
    }
  }

  /// Makes the error of what fails while a segment is read.
  private func reading<Result>(
    _ segment: Segment,
    _ body: () throws -> Result
  ) throws(StateStoreError) -> Result {
    do {
      return try body()
    } catch {
      throw StateStoreError(reading: segment.file.path, error)
    }
  }

  /// Reads what the index of a full segment says, if there is a sound one at its end.
  private func indexedContent(
    of segment: Segment,
    at position: JournalPosition
  ) throws(StateStoreError) -> SegmentContent? {
    guard let end = Int(exactly: position.end), end < segment.length else { return nil }
    return try reading(segment) { try indexedContent(of: segment, at: position, end) }
  }

  private func indexedContent(
    of segment: Segment,
    at position: JournalPosition,
    _ end: Int
  ) throws(SystemCallFailure) -> SegmentContent? {
    let bytes = try segment.file.read(ItemRange(offset: end, length: segment.length - end))
    guard
      let index = ArchiveIndex(
        bytes[...],
        salt: segment.head.salt,
        end: end,
        limits: options.limits
      ),
      index.sequence == position.sequence, index.chain == position.chain,
      index.covered == segment.head.number,
      let summary = try FileSummary(
        index,
        of: segment.file,
        salt: segment.head.salt,
        limits: options.limits
      )
    else { return nil }
    // It is sealed when it has reached the disk.
    return SegmentContent(
      summary: summary,
      position: position,
      synced: position.sequence,
      syncedPosition: position
    )
  }
}

extension SegmentContent {
  /// Keeps the bytes that may not have reached the disk, although reads show them.
  fileprivate mutating func keepUnsynced(_ bytes: [UInt8], of segment: JournalLoader.Segment) {
    let isWithin = hasBatches && syncedPosition != segment.head.predecessor
    let start = isWithin ? Int(syncedPosition.end) : 0
    let end = Int(position.end)
    guard hasBatches, start < end else { return }
    unsynced = RecentBatches(
      file: segment.file,
      head: segment.head,
      isFirst: start == 0,
      offset: start,
      bytes: Array(bytes[start..<end]),
      position: position,
      previous: syncedPosition
    )
  }
}

extension StoreTables {
  /// Takes in a segment that follows.
  fileprivate mutating func take(_ content: SegmentContent, of segment: JournalLoader.Segment) {
    let number = add(
      File(
        name: segment.file.name,
        salt: segment.head.salt,
        file: segment.file,
        length: Int(content.position.end)
      )
    )
    merge(content.summary, of: number)
    position = content.position
    synced = max(synced, content.synced)
    if let unsynced = content.unsynced { recent.append(unsynced) }
    guard let loss = content.loss else { return }
    damage.append(ArchiveDamage(message: "\(segment.file.name.text): \(loss)"))
    markDamaged(number)
  }
}
