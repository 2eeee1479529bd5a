internal import RestorationCore

/// What a store found in its folder and has saved since: where every item lies, without any body.
struct StoreTables: Sendable {
  /// A file in which items lie.
  struct File: Sendable {
    var name: StoreFileName
    var salt: UInt64

    /// The file itself, or `nil` if its batches are in memory alone.
    var file: StoreFile?

    /// How many bytes of it count.
    var length: Int
  }

  /// The scenes by name.
  var scenes: [ExactString: TableScene] = [:]

  /// Items of unknown kinds that no scene owns, and entries of the last head.
  var carried: [StorePlace] = []
  var unknown: [UInt8] = []

  /// The last save that the tables know.
  var position = JournalPosition()

  /// The highest save that is known to have reached the disk.
  var synced: UInt64 = 0

  /// The baseline that the state rests on, and the highest segment that it covers.
  var generation: UInt64?
  var covered: UInt64 = 0

  /// The highest segment that is in the folder, whether it is of use or not.
  var highestSegment: UInt64 = 0

  /// The files by numbers that are given once.
  private(set) var files: [UInt32: File] = [:]
  private var nextFile: UInt32 = 1

  /// The files of segments by the segments' numbers.
  private(set) var segments: [UInt64: UInt32] = [:]

  /// The names of scenes in the segment that was read last, by their numbers there.
  private var localNames: [UInt64: ExactString] = [:]
  private var localFile: UInt32 = 0

  /// Batches whose bytes are in memory, in the order in which they were saved.
  var recent: [RecentBatches] = []

  /// Heads of segments without a save that say where an earlier one ends, and may be in memory alone.
  var cuts: [RecentBatches] = []

  /// What happened to files, as every scene reports that was not saved since.
  var damage: [ArchiveDamage] = []

  /// Scenes that were saved since and have nothing more to report.
  var mended: Set<ExactString> = []

  /// The names of scenes of which nothing could be read.
  var lostScenes: [String] = []

  /// Files that could not be used, and files of which parts could not.
  var unusable: [StoreFileName] = []
  var damagedFiles: Set<StoreFileName> = []

  /// Why nothing may be saved, if so.
  var obstacle: StateStoreError?

  /// Whether the next save must write everything anew.
  var mustRebuild = false

  /// How many bytes the files had when they were to be compacted and could not be.
  var usedBytesWhenTried: Int?

  /// How many bytes a compaction would keep.
  var liveBytes: Int {
    scenes.values.reduce(0) { $0 + $1.liveBytes } + carried.reduce(0) { $0 + Int($1.length) }
  }

  /// The names of the files that the state rests on.
  var fileNames: [StoreFileName] { files.values.filter { $0.file != nil }.map(\.name) }

  /// How many bytes the files have that the state rests on.
  var usedBytes: Int { files.values.reduce(0) { $0 + $1.length } }
}

// MARK: - Files

extension StoreTables {
  /// Takes in a file and gives its number.
  mutating func add(_ file: File) -> UInt32 {
    let number = nextFile
    nextFile += 1
    files[number] = file
    if case .journal(let segment) = file.name { segments[segment] = number }
    return number
  }

  mutating func setLength(_ length: Int, of file: UInt32) {
    files[file]?.length = length
  }
}

// MARK: - Folding

extension StoreTables {
  /// Takes in what a file, or a part of it, makes of the state.
  mutating func merge(_ summary: FileSummary, of file: UInt32) {
    if localFile != file {
      localFile = file
      localNames = [:]
    }
    for (number, scene) in summary.scenes {
      if let item = scene.item { localNames[number] = ExactString(item.header.scene) }
      guard let name = localNames[number] else {
        // That the scene's own item is damaged was noted, or is missed by name.
        markDamaged(file)
        continue
      }
      merge(scene, named: name, of: file)
    }
    carried += summary.carried.map { StorePlace($0, in: file) }
    for message in summary.damage { note(message, file) }
  }

  private mutating func merge(
    _ summary: FileSummary.Scene,
    named name: ExactString,
    of file: UInt32
  ) {
    if summary.isDiscarded {
      scenes[name] = nil
      return
    }
    // It is taken out meanwhile, so that it is changed in its place.
    let known = scenes.removeValue(forKey: name) ?? summary.item.map { TableScene(item: $0) }
    guard var scene = known else {
      lostScenes.append(name.text)
      return
    }
    scene.take(summary, of: file)
    scenes[name] = scene
    if !summary.lost.isEmpty { markDamaged(file) }
  }

  private mutating func note(_ message: String, _ file: UInt32) {
    let name = files[file]?.name.text ?? "the archive"
    damage.append(ArchiveDamage(message: "\(name): \(message)"))
    markDamaged(file)
  }

  /// Takes note that parts of a file cannot be used.
  mutating func markDamaged(_ file: UInt32) {
    if let name = files[file]?.name { damagedFiles.insert(name) }
    mustRebuild = true
  }
}

// MARK: - Folding in what was saved

extension StoreTables {
  /// Takes in batches that were saved since.
  mutating func fold(_ batches: [RecentBatches], limits: RestorationLimits) {
    for batches in batches where batches.position.sequence > position.sequence {
      fold(batches, limits: limits)
    }
  }

  private mutating func fold(_ batches: RecentBatches, limits: RestorationLimits) {
    let number = batches.head.number
    let file =
      segments[number]
      ?? add(
        File(
          name: .journal(number: number),
          salt: batches.head.salt,
          file: batches.file,
          length: 0
        )
      )
    var reader =
      batches.isFirst
      ? JournalReader(batches.bytes[...], head: batches.head, limits: limits)
      : JournalReader(
        batches.bytes[...],
        salt: batches.head.salt,
        after: batches.previous.sequence,
        chain: batches.previous.chain,
        limits: limits
      )
    recent.append(batches)
    do {
      while reader.sequence < batches.position.sequence {
        guard case .batch(let content) = try reader.next() else {
          note("A save cannot be read again right after it was made.", file)
          return
        }
        var summary = FileSummary()
        summary.add(content, base: batches.offset, limits: limits)
        merge(summary, of: file)
        mend(summary)
      }
    } catch {
      note("A save cannot be read again right after it was made: \(error).", file)
    }
    files[file]?.length = batches.offset + batches.bytes.count
    position = batches.position
  }

  /// Forgets what was lost of the scenes that a save is about.
  private mutating func mend(_ summary: FileSummary) {
    let isWhole = damage.isEmpty && lostScenes.isEmpty && unusable.isEmpty
    for number in summary.scenes.keys {
      guard let name = localNames[number] else { continue }
      scenes[name]?.mend()
      guard !isWhole else { continue }
      mended.insert(name)
      lostScenes.removeAll { $0.hasSameBytes(as: name.text) }
    }
  }

  /// Forgets that a scene was lost, since it is to be gone.
  mutating func mend(_ name: String) {
    mended.insert(ExactString(name))
    lostScenes.removeAll { $0.hasSameBytes(as: name) }
  }

  /// Forgets the bytes of batches that are on the disk by now.
  mutating func dropRecent(through sequence: UInt64) {
    let count = recent.prefix { $0.position.sequence <= sequence }.count
    recent.removeFirst(count)
  }
}
