/// Where an item lies in a file.
package struct ItemRange: Hashable, Sendable {
  /// The offset of its first byte.
  package var offset: Int

  /// Its length in bytes, its checksum included.
  package var length: Int

  /// Describes a place.
  package init(offset: Int, length: Int) {
    self.offset = offset
    self.length = length
  }

  init(_ range: Range<Int>, base: Int) {
    self.init(offset: base + range.lowerBound, length: range.count)
  }

  /// The offset of the first byte behind it, in numbers that wrap: it may have been read and be any.
  var end: UInt64 { UInt64(bitPattern: Int64(offset &+ length)) }
}

/// An item of an unknown kind, and where it lies.
package struct CarriedItem: Hashable, Sendable {
  /// The node that owns it, if one does.
  package var node: UInt64?

  /// Whether it goes when its owner goes.
  package var diesWithOwner: Bool

  /// Where it lies.
  package var range: ItemRange

  init(_ item: ArchiveItem, _ range: ItemRange) {
    node = item.node
    diesWithOwner = item.diesWithOwner
    self.range = range
  }

  init(node: UInt64?, diesWithOwner: Bool, range: ItemRange) {
    self.node = node
    self.diesWithOwner = diesWithOwner
    self.range = range
  }
}

/// What a file, or a part of it, makes of the state before: which items count at its end.
///
/// It holds no bodies of nodes. A baseline is summed up like a segment to which nothing comes before.
package struct FileSummary: Sendable {
  /// What it makes of one scene.
  package struct Scene: Sendable {
    /// What was said of the scene last, or `nil` if that stands before this part of the file.
    package var item: SceneItem?

    /// Where that stands.
    package var range: ItemRange?

    /// What commits say of the scene since.
    package var update: JournalCommit.SceneUpdate?

    /// Whether nothing counts that was said before.
    package var isReplaced = false

    /// Whether the scene is gone at the end.
    package var isDiscarded = false

    /// The nodes that are gone.
    package var removed: Set<UInt64> = []

    /// The nodes that were written, and are there at the end.
    package var records: [UInt64: ItemRange] = [:]

    /// Items of unknown kinds that the scene or its nodes own.
    package var carried: [CarriedItem] = []

    /// Nodes whose records are damaged, each with what happened to it.
    package var lost: [UInt64: String] = [:]

    /// Makes the summary of nothing.
    package init() {}
  }

  /// The scenes by their numbers in the file.
  package var scenes: [UInt64: Scene] = [:]

  /// Items of unknown kinds that no scene owns.
  package var carried: [ItemRange] = []

  /// What was lost of no scene that could be told.
  package var damage: [String] = []

  /// The head of a baseline, if it could be read.
  package var head: BaselineHead?

  /// Makes the summary of nothing.
  package init() {}
}

// MARK: - Summing up batches

extension FileSummary {
  /// Adds a batch whose places begin at the offset `base` of the file.
  package mutating func add(_ batch: JournalBatch, base: Int, limits: RestorationLimits) {
    for item in batch.items {
      add(item, ItemRange(item.range, base: base), limits: limits)
    }
    for update in batch.commit.scenes {
      scenes[update.scene, default: Scene()].take(update)
    }
  }

  private mutating func add(_ item: JournalItem, _ range: ItemRange, limits: RestorationLimits) {
    guard let number = item.item.scene else {
      if item.isSound { carried.append(range) } else { lose(range, "no scene in particular") }
      return
    }
    guard item.isSound else {
      addDamaged(item.item, range, scene: number)
      return
    }
    do {
      try scenes[number, default: Scene()].add(item.item, range, limits: limits)
    } catch {
      lose(range, "scene \(number) (\(error.message))")
    }
  }

  /// Takes note of an item whose head is known to be right, and whose body is not.
  private mutating func addDamaged(_ item: ArchiveItem, _ range: ItemRange, scene number: UInt64) {
    guard item.kind == ArchiveFormat.Kind.record, let node = item.node else {
      lose(range, "scene \(number)")
      return
    }
    scenes[number, default: Scene()].lose(
      node,
      "is damaged at bytes \(range.offset)..<\(range.offset + range.length)"
    )
  }

  private mutating func lose(_ range: ItemRange, _ place: String) {
    let end = range.offset + range.length
    damage.append("Bytes \(range.offset)..<\(end) are damaged, which belong to \(place).")
  }
}

extension FileSummary.Scene {
  fileprivate mutating func take(_ update: JournalCommit.SceneUpdate) {
    if var scene = item {
      update.apply(to: &scene)
      item = scene
    }
    var merged = update
    if merged.nextNumber == nil {
      merged.root = self.update?.root
      merged.nextNumber = self.update?.nextNumber
    }
    self.update = merged
  }

  fileprivate mutating func add(
    _ item: ArchiveItem,
    _ range: ItemRange,
    limits: RestorationLimits
  ) throws(CBORError) {
    switch item.kind {
    case ArchiveFormat.Kind.scene:
      self.item = try SceneItem(body: item.body, limits: limits)
      self.range = range
      update = nil
      isDiscarded = false
    case ArchiveFormat.Kind.record:
      guard let node = item.node, node < .max else {
        throw CBORError(.malformed, at: item.body.startIndex, "A record has no usable number.")
      }
      records[node] = range
      removed.remove(node)
      lost[node] = nil
    case ArchiveFormat.Kind.removals: try remove(item, limits: limits)
    case ArchiveFormat.Kind.discard, ArchiveFormat.Kind.replacement:
      isReplaced = true
      isDiscarded = item.kind == ArchiveFormat.Kind.discard
      removed = []
      records = [:]
      carried = []
      lost = [:]
    default:
      carried.append(CarriedItem(item, range))
    }
  }

  private mutating func remove(
    _ item: ArchiveItem,
    limits: RestorationLimits
  ) throws(CBORError) {
    var reader = CBORReader(archived: item.body, limits: limits)
    for _ in 0..<(try reader.readArrayHeader()) {
      let node = try reader.readUnsigned()
      records[node] = nil
      lost[node] = nil
      removed.insert(node)
    }
    carried.removeAll { item in
      item.diesWithOwner && item.node.map { removed.contains($0) } ?? false
    }
  }

  fileprivate mutating func lose(_ node: UInt64, _ message: String) {
    records[node] = nil
    lost[node] = message
  }
}
