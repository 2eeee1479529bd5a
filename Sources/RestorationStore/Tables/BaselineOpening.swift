internal import RestorationCore

/// A baseline that was opened: its footer, and what its index says, or all of it if there is none.
struct BaselineOpening {
  let footer: ArchiveFooter
  private(set) var tables = StoreTables()

  private let file: StoreFile
  private let length: Int
  private let limits: RestorationLimits

  /// How many bytes are read at once where it is not known how many are needed.
  private static let portion = 64 << 10

  /// Opens a baseline.
  init(_ file: StoreFile, length: Int, limits: RestorationLimits) throws {
    self.file = file
    self.length = length
    self.limits = limits
    let tailLength = min(length, Self.portion)
    let tail = try file.read(ItemRange(offset: length - tailLength, length: tailLength))
    footer = try ArchiveFooter(endOf: tail[...], fileLength: length)
    let number = tables.add(
      StoreTables.File(name: file.name, salt: footer.salt, file: file, length: length)
    )
    let index = try index(tail)
    if let index, try take(index, as: number) { return }
    try scan(as: number, index)
  }

  private mutating func place(chain: UInt32, covered: UInt64) {
    tables.generation = footer.generation
    tables.covered = covered
    tables.synced = footer.sequence
    tables.position = JournalPosition(
      .baseline,
      number: footer.generation,
      end: UInt64(length),
      sequence: footer.sequence,
      chain: chain
    )
  }
}

// MARK: - With an index

extension BaselineOpening {
  /// Reads the index, if there is a sound one.
  private func index(_ tail: [UInt8]) throws(SystemCallFailure) -> ArchiveIndex? {
    let end = length - ArchiveFormat.footerLength
    guard footer.version > 1,
      let count = ArchiveIndex.length(from: tail.dropLast(ArchiveFormat.footerLength)),
      count > 0, count < end
    else { return nil }
    let bytes: ArraySlice<UInt8>
    let needed = count + ArchiveFormat.footerLength
    if needed <= tail.count {
      bytes = tail[(tail.count - needed)...].prefix(count)
    } else {
      bytes = try file.read(ItemRange(offset: end - count, length: count))[...]
    }
    return ArchiveIndex(bytes, salt: footer.salt, end: end - count, limits: limits)
  }

  /// Takes over what an index says; `false` if what it says of scenes or head is not so.
  private mutating func take(
    _ index: ArchiveIndex,
    as number: UInt32
  ) throws(SystemCallFailure) -> Bool {
    guard index.sequence == footer.sequence, index.covered < ArchiveFormat.highestNumber,
      var summary = try FileSummary(index, of: file, salt: footer.salt, limits: limits)
    else { return false }
    if let head = try head(index) {
      guard head.journal?.chain == index.chain, summary.scenes.count == head.names.count
      else { return false }
      tables.unknown = head.unknown
    } else {
      // What else it says is in the index and in the scenes.
      summary.damage.append("Its head is damaged; nothing but unknown entries of it is lost.")
    }
    tables.merge(summary, of: number)
    place(chain: index.chain, covered: index.covered)
    return true
  }

  /// Reads the head, which ends where the first item begins.
  private func head(_ index: ArchiveIndex) throws(SystemCallFailure) -> BaselineHead? {
    let starts = index.scenes.map(\.range.offset) + index.carried.map(\.offset)
    let count = min(starts.min() ?? Self.portion, length)
    let bytes = try file.read(ItemRange(offset: 0, length: count))
    return BaselineHead(startOf: bytes[...], salt: footer.salt, limits: limits)
  }
}

// MARK: - Without an index

extension BaselineOpening {
  /// Reads all of it; of an index no more is taken than what the head may not say any more.
  private mutating func scan(as number: UInt32, _ index: ArchiveIndex?) throws {
    let bytes = try file.read(ItemRange(offset: 0, length: length))
    guard bytes.count == length else {
      throw BaselineFault.incomplete("it was cut short while it was read")
    }
    let summary = try BaselineScanner.summary(of: bytes[...], footer, limits: limits)
    tables.merge(summary, of: number)
    let names = summary.head?.names ?? []
    tables.lostScenes += names.filter { tables.scenes[ExactString($0)] == nil }
    if !tables.lostScenes.isEmpty { tables.markDamaged(number) }
    tables.unknown = summary.head?.unknown ?? []
    let journal = summary.head?.journal ?? index?.journal(at: footer.sequence)
    place(chain: journal?.chain ?? footer.chain, covered: journal?.covered ?? 0)
    // A reader of the first version would miss what is appended to a baseline of that version.
    if footer.version < ArchiveFormat.version { tables.mustRebuild = true }
  }
}

// MARK: - Summaries

extension ArchiveIndex {
  /// How the baseline stands to the journal, if the index is that of its last save.
  fileprivate func journal(at sequence: UInt64) -> BaselineHead.Journal? {
    guard self.sequence == sequence, covered < ArchiveFormat.highestNumber else { return nil }
    return BaselineHead.Journal(chain: chain, covered: covered)
  }
}

extension FileSummary {
  /// Makes the summary that an index amounts to; `nil` if a scene is not where it says.
  init?(
    _ index: ArchiveIndex,
    of file: StoreFile,
    salt: UInt64,
    limits: RestorationLimits
  ) throws(SystemCallFailure) {
    self.init()
    carried = index.carried
    for indexed in index.scenes {
      var scene = FileSummary.Scene()
      let bytes = try file.read(indexed.range)
      guard let item = ArchiveItem(sealed: bytes[...], salt: salt, limits: limits),
        item.scene == indexed.number, var content = SceneItem(item, limits: limits)
      else { return nil }
      indexed.update?.apply(to: &content)
      scene.item = content
      scene.range = indexed.range
      scene.update = indexed.update
      scene.isReplaced = indexed.isReplaced
      scene.isDiscarded = indexed.isDiscarded
      scene.removed = Set(indexed.removed)
      scene.carried = indexed.carried
      scene.records.reserveCapacity(indexed.records.count)
      for entry in 0..<indexed.records.count {
        scene.records[indexed.number(ofEntry: entry)] = indexed.place(ofEntry: entry)
      }
      scenes[indexed.number] = scene
    }
  }
}
