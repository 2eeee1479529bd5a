/// Puts scenes together from the items of a file, in whatever order those come.
struct BaselineAssembly {
  /// Items of unknown kinds.
  var carried: [ArchiveItem] = []

  /// Entries of the head that are unknown.
  var unknown: [UInt8] = []

  /// What could not be read, in the order of the file.
  private(set) var damaged: [DamagedRange] = []

  private var scenes: [UInt64: SavedScene] = [:]
  private var names: Set<[UInt8]> = []
  private var records: [UInt64: [NodeNumber: NodeRecord]] = [:]
  private var repeated: [UInt64: Set<NodeNumber>] = [:]

  /// Takes a scene, unless there is one at its place or of its name.
  mutating func add(_ scene: SavedScene, at index: UInt64) -> Bool {
    guard scenes[index] == nil, names.insert(Array(scene.archive.header.scene.utf8)).inserted
    else { return false }
    scenes[index] = scene
    return true
  }

  /// Takes a record, unless its scene is full; a number that comes twice is no longer trusted.
  mutating func add(_ record: NodeRecord, to scene: UInt64, limit: Int) -> Bool {
    // The dictionary is looked at in its place: a copy of it would be copied again by the insertion.
    guard (records[scene]?.count ?? 0) < limit else { return false }
    guard records[scene]?[record.number] == nil else {
      repeated[scene, default: []].insert(record.number)
      return false
    }
    records[scene, default: [:]][record.number] = record
    return true
  }

  /// Takes a note of damage, up to a bound that only a forged file reaches.
  mutating func add(_ range: DamagedRange) {
    if damaged.count < SavedScene.noteLimit { damaged.append(range) }
  }

  /// Puts the scenes together, given the names that the head lists.
  func baseline(names: [String]?) -> Baseline {
    let damagedByScene = Dictionary(grouping: damaged) { known($0.claim?.scene) }
    let carriedByScene = Dictionary(grouping: carried, by: \.scene)
    var baseline = Baseline()
    baseline.unknown = unknown
    for (index, var scene) in scenes {
      scene.carried = carriedByScene[index] ?? []
      complete(&scene, at: index, damaged: damagedByScene[index] ?? [])
      baseline.scenes.append(scene)
    }
    baseline.scenes.sort {
      $0.archive.header.scene.utf8.lexicographicallyPrecedes($1.archive.header.scene.utf8)
    }
    baseline.carried = carriedByScene[nil] ?? []
    baseline.lostScenes = (names ?? []).filter { !self.names.contains(Array($0.utf8)) }
    baseline.damage = (damagedByScene[nil] ?? []).map {
      ArchiveDamage(message: $0.message("the archive"))
    }
    return baseline
  }

  /// The number of a scene, if there is one of that number.
  private func known(_ index: UInt64?) -> UInt64? {
    index.flatMap { scenes[$0] == nil ? nil : $0 }
  }

  private func complete(_ scene: inout SavedScene, at index: UInt64, damaged: [DamagedRange]) {
    scene.archive.records = records[index] ?? [:]
    for number in (repeated[index] ?? []).sorted() {
      scene.archive.records[number] = nil
      scene.note(number, "has two records; neither is used")
    }
    for range in damaged { scene.note(range) }
    scene.dropSecondRoots()
    scene.dropCycles()
    if !self.damaged.isEmpty { scene.noteMissingRecords() }
  }
}
