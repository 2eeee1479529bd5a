/// The shape of what a file holds, without any body: where its items lie and how nodes are joined.
///
/// It stands before a baseline's footer, and behind the last batch of a segment that is full. A
/// reader can do without it, at the cost of reading the file whole.
package struct ArchiveIndex: Sendable {
  /// What it says of a scene.
  package struct Scene: Sendable {
    /// The number of the scene in the file.
    package var number: UInt64 = 0

    /// Where the scene's own item lies.
    package var range = ItemRange(offset: 0, length: 0)

    /// What commits say of the scene since.
    package var update: JournalCommit.SceneUpdate?

    /// Whether nothing counts that earlier files say of the scene.
    package var isReplaced = false

    /// Whether the scene is gone at the end of the file.
    package var isDiscarded = false

    /// The nodes of earlier files that are gone.
    package var removed: [UInt64] = []

    /// Items of unknown kinds that the scene or its nodes own.
    package var carried: [CarriedItem] = []

    /// The records by number, with the fields of ``RecordField``.
    package var records = IndexTable(values: [], fields: RecordField.allCases.count)

    /// The children that these records list, by parent, slot and position, with the fields of
    /// ``ChildField``.
    package var children = IndexTable(values: [], fields: ChildField.allCases.count)
  }

  /// What an entry says of a record.
  package enum RecordField: Int, CaseIterable, Sendable {
    /// The number of the node.
    case number

    /// Where the item ends, and how many bytes lie between the item of the entry before (the
    /// scene's own for the first) and this one, in numbers that wrap. In a baseline there are none,
    /// so that of a place only the end takes bytes.
    case end, gap

    /// What the record says of the class, and the flags of the item.
    case classPlusOne, classVersion, flags
  }

  /// What an entry says of a child.
  package enum ChildField: Int, CaseIterable, Sendable {
    case parent, slot, position, number
  }

  /// The number of the last save before the index, and the checksum that leads there.
  package var sequence: UInt64 = 0
  package var chain: UInt32 = 0

  /// The highest segment that the file covers: its own number, if it is a segment.
  package var covered: UInt64 = 0

  /// The names of classes and of slots, to which entries refer by their order.
  package var classes: [String] = []
  package var slots: [String] = []

  /// The scenes, sorted by number.
  package var scenes: [Scene] = []

  /// Items of unknown kinds that no scene owns.
  package var carried: [ItemRange] = []

  /// Makes an index of nothing.
  package init() {}
}

// MARK: - Making

extension ArchiveIndex {
  /// Makes the index of a file.
  ///
  /// - Parameters:
  ///   - summary: What the file makes of the state before.
  ///   - sequence: The number of the last save in the file.
  ///   - chain: The checksum that leads there.
  ///   - covered: The highest segment that the file covers.
  ///   - limits: What the values in records may measure.
  ///   - body: Gives the body of the record at a place.
  package init(
    of summary: FileSummary,
    sequence: UInt64,
    chain: UInt32,
    covered: UInt64,
    limits: RestorationLimits,
    body: (ItemRange) -> ArraySlice<UInt8>?
  ) {
    self.covered = covered
    self.sequence = sequence
    self.chain = chain
    carried = summary.carried
    var names = IndexNames()
    for (number, scene) in summary.scenes.sorted(by: { $0.key < $1.key }) {
      guard let range = scene.range else { continue }
      var indexed = Scene(number: number, range: range, update: scene.update)
      indexed.isReplaced = scene.isReplaced
      indexed.isDiscarded = scene.isDiscarded
      indexed.removed = scene.removed.sorted()
      indexed.carried = scene.carried
      indexed.fill(with: scene.records, &names, limits: limits, body: body)
      scenes.append(indexed)
    }
    classes = names.classes.names
    slots = names.slots.names
  }
}

extension ArchiveIndex.Scene {
  fileprivate mutating func fill(
    with places: [UInt64: ItemRange],
    _ names: inout IndexNames,
    limits: RestorationLimits,
    body: (ItemRange) -> ArraySlice<UInt8>?
  ) {
    var rows = IndexRows(after: range)
    for (number, place) in places.sorted(by: { $0.key < $1.key }) {
      rows.add(number, place, body(place) ?? [], &names, limits: limits)
    }
    take(rows)
  }

  mutating func take(_ rows: IndexRows) {
    records = IndexTable(values: rows.records, fields: ArchiveIndex.RecordField.allCases.count)
    children = IndexTable(values: rows.children, fields: ArchiveIndex.ChildField.allCases.count)
  }
}

/// The values of an index's tables for one scene, while they are collected.
struct IndexRows {
  private(set) var records: [UInt64] = []
  private(set) var children: [UInt64] = []

  /// Where the item that was added last ends.
  private var end: UInt64 = 0

  /// Begins with the scene's own item.
  init(after scene: ItemRange) {
    end = scene.end
  }

  /// Adds a record, the number of which is above that of every one before.
  mutating func add(
    _ number: UInt64,
    _ place: ItemRange,
    _ body: ArraySlice<UInt8>,
    _ names: inout IndexNames,
    limits: RestorationLimits
  ) {
    let record = IndexedRecord(body: body, limits: limits)
    records.append(number)
    records.append(place.end)
    records.append(UInt64(place.offset) &- end)
    end = place.end
    records.append(record?.className.map { names.classes.number(of: $0) + 1 } ?? 0)
    records.append(UInt64(bitPattern: Int64(record?.classVersion ?? 0)).zigzag)
    records.append(ArchiveFormat.Flag.critical | ArchiveFormat.Flag.diesWithOwner)
    let lists = (record?.children ?? []).filter { !$0.children.isEmpty }
    guard !lists.isEmpty else { return }
    add(lists.map { (names.slots.number(of: $0.slot.name), $0.children) }, of: number)
  }

  private mutating func add(_ lists: [(slot: UInt64, children: [NodeNumber])], of parent: UInt64) {
    for list in lists.sorted(by: { $0.slot < $1.slot }) {
      for (position, child) in list.children.enumerated() {
        children.append(parent)
        children.append(list.slot)
        children.append(UInt64(position))
        children.append(child.rawValue)
      }
    }
  }
}

/// What an index says of a record.
private struct IndexedRecord {
  var className: String?
  var classVersion: Int
  var children: [SlotRecord]

  init?(body: ArraySlice<UInt8>, limits: RestorationLimits) {
    do {
      let record = try NodeRecord.read(NodeNumber(0), from: body, limits: limits)
      className = record.className
      classVersion = record.classVersion
      children = record.children
    } catch {
      return nil  // Whoever reads the record itself is told why it cannot be used.
    }
  }
}

/// Names that are written once, and numbered in the order in which they come.
struct IndexNames {
  var classes = Numbering()
  var slots = Numbering()

  struct Numbering {
    var names: [String] = []
    private var numbers: [ExactString: UInt64] = [:]

    mutating func number(of name: String) -> UInt64 {
      if let number = numbers[ExactString(name)] { return number }
      let number = UInt64(names.count)
      numbers[ExactString(name)] = number
      names.append(name)
      return number
    }
  }
}

extension UInt64 {
  /// The bits of a number with a sign, folded so that small numbers of either sign are small.
  fileprivate var zigzag: UInt64 {
    self << 1 ^ UInt64(bitPattern: Int64(bitPattern: self) >> 63)
  }
}
