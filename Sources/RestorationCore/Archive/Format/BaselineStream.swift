/// Writes a baseline from items that lie elsewhere, part by part.
///
/// Bodies pass through as they are. The index grows on the way and is written at the end.
package struct BaselineStream: ~Copyable {
  private let head: BaselineHead
  private let limits: RestorationLimits
  private var items: ArchiveItemWriter
  private var index = ArchiveIndex()
  private var names = IndexNames()
  private var rows: IndexRows?

  /// Begins a baseline.
  package init(_ head: BaselineHead, limits: RestorationLimits) {
    self.head = head
    self.limits = limits
    items = ArchiveItemWriter(salt: head.salt)
    items.append(ArchiveFormat.Kind.head, flags: ArchiveFormat.Flag.critical) {
      head.write(to: &$0)
    }
    index.sequence = head.sequence
    index.chain = head.journal?.chain ?? 0
    index.covered = head.journal?.covered ?? 0
  }

  /// How many bytes wait to be taken.
  package var pendingCount: Int { items.writer.count }

  /// Gives the bytes that were written since they were taken last.
  package mutating func takeBytes() -> [UInt8] { items.takeBytes() }

  private mutating func append(
    _ kind: UInt64,
    flags: UInt64,
    scene: UInt64?,
    node: UInt64? = nil,
    body: (inout CBORWriter) -> Void
  ) -> ItemRange {
    let offset = items.takenCount + items.writer.count
    let length = items.append(kind, flags: flags, scene: scene, node: node, body: body)
    return ItemRange(offset: offset, length: length)
  }
}

// MARK: - Items

extension BaselineStream {
  /// Begins a scene, whose records follow.
  package mutating func begin(_ scene: SceneItem) -> ItemRange {
    closeScene()
    let number = UInt64(index.scenes.count) + 1
    let range = append(
      ArchiveFormat.Kind.scene,
      flags: ArchiveFormat.Flag.critical,
      scene: number
    ) { scene.write(to: &$0) }
    index.scenes.append(ArchiveIndex.Scene(number: number, range: range, isReplaced: true))
    rows = IndexRows(after: range)
    return range
  }

  /// Appends the record of a node of the scene that was begun last, in the order of their numbers.
  package mutating func appendRecord(_ node: UInt64, body: ArraySlice<UInt8>) -> ItemRange {
    let range = append(
      ArchiveFormat.Kind.record,
      flags: ArchiveFormat.Flag.critical | ArchiveFormat.Flag.diesWithOwner,
      scene: UInt64(index.scenes.count),
      node: node
    ) { $0.writeRaw(body) }
    rows?.add(node, range, body, &names, limits: limits)
    return range
  }

  /// Appends an item of an unknown kind that the scene that was begun last owns, or no scene does.
  package mutating func append(_ item: ArchiveItem, isOwned: Bool) -> ItemRange {
    let range = append(
      item.kind,
      flags: item.flags,
      scene: isOwned ? UInt64(index.scenes.count) : nil,
      node: item.node
    ) { $0.writeRaw(item.body) }
    if isOwned {
      index.scenes[index.scenes.count - 1].carried.append(CarriedItem(item, range))
    } else {
      index.carried.append(range)
    }
    return range
  }

  /// Appends the index and the footer.
  package mutating func finish() {
    closeScene()
    index.classes = names.classes.names
    index.slots = names.slots.names
    items.append(encoded: index.encoded(salt: head.salt))
    items.appendFooter(
      generation: head.generation,
      sequence: head.sequence,
      salt: head.salt
    )
  }

  private mutating func closeScene() {
    guard let rows else { return }
    index.scenes[index.scenes.count - 1].take(rows)
    self.rows = nil
  }
}
