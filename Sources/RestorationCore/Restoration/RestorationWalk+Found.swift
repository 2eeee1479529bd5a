extension RestorationWalk {
  /// A child that was found or made, and what is needed to go on with it.
  ///
  /// It does not hold its object, which the list of children that it is from does.
  struct Found {
    fileprivate let address: ObjectIdentifier

    /// The list of children that it is from, and its place there.
    fileprivate let list: Int32
    fileprivate let place: Int32

    /// The class that the record names, if it is registered.
    let expectedType: AnyClass?

    /// The number of the record, which is looked up again where it is needed: a slot may have a
    /// great many children.
    let number: NodeNumber
    private let count: Int32
    var isAttached = false

    /// Whether it may have children of its own.
    var hasMore = false

    /// Whether the record lists no children.
    let isRecordedAsLeaf: Bool

    /// Where the state lies in the record.
    let plainState: RecordLayout.Part

    /// Whether the record says so, as it does of what can present.
    let presentsNothing: Bool

    fileprivate init(
      _ object: any Restorable,
      _ wanted: borrowing Wanted,
      of recordedClass: RecordedClass?,
      list: Int,
      place: Int
    ) {
      address = ObjectIdentifier(object)
      self.list = Int32(clamping: list)
      self.place = Int32(clamping: place)
      expectedType = recordedClass?.type
      number = wanted.record.number
      count = Int32(clamping: wanted.ordinal)
      plainState = wanted.layout.plainState
      presentsNothing = wanted.layout.children == nil
      isRecordedAsLeaf = presentsNothing || wanted.record.recordsNoSlot(wanted.layout)
    }

    /// How many siblings of the same identifier stand before it in its slot.
    var ordinal: Int { Int(count) }
  }

  /// The children of a node that were found or made, in the archive's order.
  struct FoundChildren {
    var all: [Found] = []

    /// The lists of children that they are from, holes included.
    private var lists: [[RestoredChild]] = []

    /// The first of those that were not looked for yet.
    private var next = 0
    private var indices: [ObjectIdentifier: Int]?

    /// Adds a child at the end, which will stand at a place of the next list.
    mutating func append(
      _ object: any Restorable,
      _ wanted: borrowing Wanted,
      of recordedClass: RecordedClass?,
      at place: Int
    ) {
      all.append(Found(object, wanted, of: recordedClass, list: lists.count, place: place))
    }

    /// Adds the list of the children that were added since the last one.
    mutating func end(with list: [RestoredChild]) {
      lists.append(list)
    }

    /// The object of a child, once its list was added.
    func object(of child: Found) -> (any Restorable)? {
      lists[Int(child.list)][Int(child.place)].object
    }

    /// The index of a child, by its address, that is not attached yet; containers mostly list them in
    /// this order.
    mutating func index(of child: ObjectIdentifier) -> Int? {
      if next < all.count, all[next].address == child, !all[next].isAttached {
        next += 1
        return next - 1
      }
      if indices?.count != all.count {
        indices = Dictionary(
          all.indices.map { (all[$0].address, $0) },
          uniquingKeysWith: { $1 }
        )
      }
      guard let index = indices?[child], !all[index].isAttached else { return nil }
      next = index + 1
      return index
    }
  }
}
