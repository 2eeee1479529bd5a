internal import RestorationCore

extension Journal {
  /// Appends a change to the segment that is open, or to a new one, in one write.
  ///
  /// If it throws, nothing has changed, but that the next save begins a segment.
  mutating func append(_ change: StoreChange) throws(StateStoreError) -> RecentBatches? {
    if let open = segment, open.end >= options.segmentBytes { close(open) }
    if var open = segment { return try append(change, to: &open) }
    return try begin(with: change)
  }

  private mutating func append(
    _ change: StoreChange,
    to open: inout Open
  ) throws(StateStoreError) -> RecentBatches? {
    guard try isLinked(open.file) else { return nil }
    let previous = position
    let next = try encode(
      change,
      as: open.head,
      isFirst: false,
      at: open.end,
      lastLocal: &open.lastLocal
    )
    if next.end > options.highestPlace {
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

  /// Whether a file has a name still; if not, the next save writes everything anew.
  mutating func isLinked(_ file: StoreFile) throws(StateStoreError) -> Bool {
    do {
      if try file.isLinked() { return true }
    } catch {
      throw StateStoreError(error, while: .writing, at: file.path)
    }
    mustRebuild = true
    return false
  }

  private mutating func begin(with change: StoreChange) throws(StateStoreError) -> RecentBatches? {
    guard nextSegment < ArchiveFormat.highestNumber - 1 else {
      throw StateStoreError(
        .limitExceeded,
        "No number is left for another file; erase the store.",
        location: folder.path
      )
    }
    guard try isInPlace() else { return nil }
    try prepareFolder()
    let head = SegmentHead(
      number: spare?.number ?? nextSegment,
      salt: options.limits.salt(),
      predecessor: position,
      synced: synced
    )
    let previous = position
    var lastLocal: UInt64 = 0
    let next = try encode(change, as: head, isFirst: true, at: 0, lastLocal: &lastLocal)
    guard next.end <= options.highestPlace else {
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

  /// Whether the lock is the one in the folder still; if not, the next save writes everything anew.
  mutating func isInPlace() throws(StateStoreError) -> Bool {
    do {
      if try lock.isInPlace() { return true }
    } catch {
      throw StateStoreError(error, while: .writing, at: folder.path)
    }
    mustRebuild = true
    return false
  }

  /// Shuts others out of the folder, and makes it last, if that was not done.
  mutating func prepareFolder() throws(StateStoreError) {
    do {
      if mustRestrictFolder { try folder.restrict() }
      mustRestrictFolder = false
      if mustMakeFolderLast { try folder.synchronizeNames() }
      mustMakeFolderLast = false
    } catch {
      throw StateStoreError(error, while: .writing, at: folder.path)
    }
  }

  private mutating func makeFile(_ number: UInt64) throws(StateStoreError) -> StoreFile {
    lastSegment = max(lastSegment, number)
    let prepared = spare
    spare = nil
    nextSegment = max(nextSegment, number + 1)
    do {
      // What is written to a file without a name is lost.
      if let prepared, try prepared.file.isLinked() { return prepared.file }
      let file = try folder.create(.journal(number: number))
      hasNewNames = true
      return file
    } catch {
      throw StateStoreError(error, while: .writing, at: folder.path)
    }
  }

  private mutating func write(to file: StoreFile, at offset: Int) throws(StateStoreError) {
    let bytes = encoded
    try bytes.withUnsafeBufferPointer { (bytes) throws(StateStoreError) in
      try write(UnsafeRawBufferPointer(bytes), to: file, at: offset)
    }
  }

  /// Writes what was encoded; a segment to which a write fell short or failed is closed for ever.
  mutating func write(
    _ bytes: UnsafeRawBufferPointer,
    to file: StoreFile,
    at offset: Int
  ) throws(StateStoreError) {
    let start = CoarseClock.now
    do {
      let writes = try file.write(bytes, at: offset)
      if writes > 1 { segment = nil }
    } catch {
      segment = nil
      throw StateStoreError(error, while: .writing, at: file.path)
    }
    isSlow = CoarseClock.now - start > Self.slowWrite
    if unsynced.last !== file { unsynced.append(file) }
  }

  /// How many nanoseconds a write may take before saves no longer wait for it.
  private static let slowWrite: UInt64 = 4_000_000

  private mutating func batch(
    _ open: Open,
    _ previous: JournalPosition,
    _ next: JournalPosition,
    isFirst: Bool
  ) -> RecentBatches {
    RecentBatches(
      file: open.file,
      head: open.head,
      isFirst: isFirst,
      offset: isFirst ? 0 : open.end,
      bytes: takeEncoded(),
      position: next,
      previous: previous
    )
  }

  /// Gives away what was encoded last, and keeps none of it.
  private mutating func takeEncoded() -> [UInt8] {
    defer { encoded = [] }
    return encoded
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
  mutating func appendInMemory(_ change: StoreChange) throws(StateStoreError) -> RecentBatches {
    let head = SegmentHead(
      number: nextSegment,
      salt: options.limits.salt(),
      predecessor: position,
      synced: synced
    )
    nextSegment += 1
    let previous = position
    var lastLocal: UInt64 = 0
    let next = try encode(change, as: head, isFirst: true, at: 0, lastLocal: &lastLocal)
    settle(at: next)
    return RecentBatches(
      file: nil,
      head: head,
      isFirst: true,
      offset: 0,
      bytes: takeEncoded(),
      position: next,
      previous: previous
    )
  }
}
