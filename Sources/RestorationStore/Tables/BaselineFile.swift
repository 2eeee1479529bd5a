internal import RestorationCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#elseif canImport(ucrt)
import ucrt
#endif

/// Writes a baseline from what tables say, item by item.
struct BaselineFile: ~Copyable {
  private let folder: StoreFolder
  private let options: FileStateStore.Options
  private let tables: StoreTables
  private let head: BaselineHead
  private let file: StoreFile
  private var stream: BaselineStream
  private var length = 0
  private var result = StoreTables()
  private var number: UInt32 = 0

  /// Bytes that turned out to be damaged on the way, to be set aside.
  private(set) var damaged: [UInt8] = []

  /// The file in which they were set aside.
  private(set) var damagedName: StoreFileName?

  /// How many bytes are written at once, and how many records are read at once.
  private static let portion = 256 << 10
  private static let recordsAtOnce = 512

  /// Writes a baseline, makes it last, and gives tables that rest on it alone.
  ///
  /// Segments up to `covered` no longer count; one that follows must name `chain`.
  static func write(
    _ tables: StoreTables,
    generation: UInt64,
    covered: UInt64,
    chain: UInt32,
    holding lock: StoreLock,
    in folder: StoreFolder,
    options: FileStateStore.Options
  ) throws(StateStoreError) -> StoreTables {
    guard generation < StoreFileName.highestGeneration else {
      throw StateStoreError(
        .limitExceeded,
        "No number is left for another generation; erase the store.",
        location: folder.path
      )
    }
    let way = StoreFileName.unfinished(generation: generation)
    do {
      let file = try folder.create(way)
      var baseline = BaselineFile(tables, generation, covered, chain, file, folder, options)
      do {
        try baseline.writeAll()
        // The folder may have been replaced meanwhile, and what is there be another store's.
        guard try lock.isInPlace() else { throw SystemCallFailure("rename", ENOENT, file.path) }
        try baseline.keepDamaged()
        try folder.publish(way, as: .baseline(generation: generation))
      } catch {
        folder.removeQuietly(way)
        if let aside = baseline.damagedName { folder.removeQuietly(aside) }
        throw error
      }
      return baseline.finished()
    } catch let failure as SystemCallFailure {
      throw StateStoreError(failure, while: .writing, at: folder.path)
    } catch let error as StateStoreError {
      throw error
    } catch {
      throw StateStoreError(.inputOutput, "\(error)", location: folder.path)
    }
  }

  private init(
    _ tables: StoreTables,
    _ generation: UInt64,
    _ covered: UInt64,
    _ chain: UInt32,
    _ file: StoreFile,
    _ folder: StoreFolder,
    _ options: FileStateStore.Options
  ) {
    self.tables = tables
    self.folder = folder
    self.options = options
    self.file = file
    var head = BaselineHead(
      generation: generation,
      sequence: tables.position.sequence,
      salt: options.limits.salt()
    )
    head.names = tables.sortedNames.map(\.text)
    head.journal = BaselineHead.Journal(chain: chain, covered: covered)
    head.unknown = tables.unknown
    self.head = head
    stream = BaselineStream(head, limits: options.limits)
    number = result.add(
      StoreTables.File(
        name: .baseline(generation: generation),
        salt: head.salt,
        file: file,
        length: 0
      )
    )
  }

  private mutating func writeAll() throws {
    for name in tables.sortedNames {
      if let scene = tables.scenes[name] { try write(scene, name) }
    }
    let items = try tables.items(at: tables.carried, limits: options.limits)
    for (place, item) in zip(tables.carried, items) {
      guard let item else {
        try setAside(place)
        continue
      }
      result.carried.append(StorePlace(stream.append(item, isOwned: false), in: number))
    }
    stream.finish()
    try flush()
    guard length <= options.bytesPerFile else {
      throw StateStoreError(
        .limitExceeded,
        "The state takes \(length) bytes, more than Options.bytesPerFile "
          + "(\(options.bytesPerFile)); save less, or raise the limit.",
        location: folder.path
      )
    }
    try folder.naming(file.path) { () throws(SystemCallFailure) in
      try folder.fileSystem.synchronize(file.descriptor)
    }
  }

  private mutating func flush() throws(SystemCallFailure) {
    let bytes = stream.takeBytes()
    try file.write(bytes, at: length)
    length += bytes.count
  }
}

// MARK: - Scenes

extension BaselineFile {
  private mutating func write(_ scene: TableScene, _ name: ExactString) throws {
    var copy = TableScene(item: scene.item)
    let range = stream.begin(scene.item)
    copy.itemBytes = range.length
    for (node, reason) in scene.lost { copy.lose(node, reason) }
    var rest = scene.records.sorted { $0.key < $1.key }[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.recordsAtOnce)
      rest = rest.dropFirst(part.count)
      let items = try tables.items(at: part.map(\.value), limits: options.limits)
      for (record, item) in zip(part, items) {
        guard let item, item.node == record.key else {
          try setAside(record.value)
          copy.lose(record.key, "is damaged: the checksum of its record does not match")
          continue
        }
        copy.set(
          record.key,
          at: StorePlace(
            stream.appendRecord(record.key, body: item.body),
            in: number
          )
        )
      }
      if stream.pendingCount >= Self.portion { try flush() }
    }
    try writeCarried(scene, &copy)
    result.scenes[name] = copy
  }

  private mutating func writeCarried(_ scene: TableScene, _ copy: inout TableScene) throws {
    let items = try tables.items(at: scene.carried.map(\.place), limits: options.limits)
    for (carried, item) in zip(scene.carried, items) {
      guard let item else {
        try setAside(carried.place)
        continue
      }
      var carried = carried
      carried.place = StorePlace(stream.append(item, isOwned: true), in: number)
      copy.carried.append(carried)
    }
  }

  private mutating func setAside(_ place: StorePlace) throws(SystemCallFailure) {
    guard damaged.count < options.damagedBytes, let file = tables.files[place.file]?.file
    else { return }
    damaged += try file.read(place.range)
  }

  /// Writes what turned out to be damaged to a file of its own, before the baseline counts.
  private mutating func keepDamaged() throws(SystemCallFailure) {
    guard !damaged.isEmpty else { return }
    let name = StoreFileName.damaged(order: try folder.nextDamagedOrder())
    try folder.write(damaged, as: name)
    damagedName = name
  }

  /// The tables that rest on the baseline alone.
  private func finished() -> StoreTables {
    var result = result
    result.setLength(length, of: number)
    result.unknown = head.unknown
    result.generation = head.generation
    result.covered = head.journal?.covered ?? 0
    result.synced = head.sequence
    result.position = JournalPosition(
      .baseline,
      number: head.generation,
      end: UInt64(length),
      sequence: head.sequence,
      chain: head.journal?.chain ?? 0
    )
    result.damage = tables.damage
    result.mended = tables.mended
    result.lostScenes = tables.lostScenes
    return result
  }
}

extension StoreTables {
  /// The names of all scenes, sorted by their bytes.
  var sortedNames: [ExactString] {
    scenes.keys.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }
}
