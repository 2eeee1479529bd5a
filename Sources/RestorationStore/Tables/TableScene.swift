internal import RestorationCore

/// What a store knows of a scene: everything but the bodies of its nodes.
struct TableScene: Sendable {
  /// What the scene's own item says.
  var item: SceneItem

  /// How many bytes that item has, about.
  var itemBytes = 0

  /// Where the records lie.
  private(set) var records: [UInt64: StorePlace] = [:]

  /// Items of unknown kinds that the scene or its nodes own.
  var carried: [CarriedPlace] = []

  /// Nodes that were lost, each with what happened to it.
  private(set) var lost: [UInt64: String] = [:]

  /// How many bytes count.
  private(set) var recordBytes = 0

  init(item: SceneItem) {
    self.item = item
  }

  /// The bytes that a compaction would keep of the scene.
  var liveBytes: Int {
    itemBytes + recordBytes + carried.reduce(0) { $0 + Int($1.place.length) }
  }
}

extension TableScene {
  mutating func set(_ node: UInt64, at place: StorePlace) {
    recordBytes += Int(place.length)
    if let old = records.updateValue(place, forKey: node) { recordBytes -= Int(old.length) }
    if !lost.isEmpty { lost[node] = nil }
  }

  mutating func remove(_ node: UInt64) {
    if let old = records.removeValue(forKey: node) { recordBytes -= Int(old.length) }
    if !lost.isEmpty { lost[node] = nil }
  }

  /// Takes note that a node cannot be read, so that no older version of it is used either.
  mutating func lose(_ node: UInt64, _ message: String) {
    remove(node)
    lost[node] = message
  }

  /// Forgets all nodes.
  mutating func removeAll() {
    records = [:]
    carried = []
    lost = [:]
    recordBytes = 0
  }

  /// Forgets what was lost, since the scene was saved as it is now.
  mutating func mend() {
    if !lost.isEmpty { lost = [:] }
  }

  /// Forgets items whose owner is gone.
  mutating func dropOrphans() {
    carried.removeAll { item in
      guard item.diesWithOwner, let node = item.node else { return false }
      return records[node] == nil
    }
  }
}

extension TableScene {
  /// Takes in what a file, or a part of it, says of the scene.
  mutating func take(_ summary: FileSummary.Scene, of file: UInt32) {
    if summary.isReplaced { removeAll() }
    if let item = summary.item {
      self.item = item
      itemBytes = summary.range?.length ?? 0
    } else if let update = summary.update {
      update.apply(to: &item)
    }
    for node in summary.removed { remove(node) }
    for (node, range) in summary.records { set(node, at: StorePlace(range, in: file)) }
    for (node, message) in summary.lost { lose(node, message) }
    carried += summary.carried.map {
      CarriedPlace(
        node: $0.node,
        diesWithOwner: $0.diesWithOwner,
        place: StorePlace($0.range, in: file)
      )
    }
    if !carried.isEmpty { dropOrphans() }
  }
}
