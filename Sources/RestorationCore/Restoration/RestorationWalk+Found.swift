extension RestorationWalk {
  /// A child that was found or made, and what is needed to go on with it.
  struct Found {
    let object: any Restorable

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

    /// Whether the record says so, as it does of what can present.
    let presentsNothing: Bool

    init(_ object: any Restorable, _ wanted: borrowing Wanted) {
      self.object = object
      expectedType = wanted.recordedClass?.type
      number = wanted.record.number
      count = Int32(clamping: wanted.ordinal)
      presentsNothing = wanted.layout.children == nil
      isRecordedAsLeaf = presentsNothing || wanted.record.recordsNoSlot(wanted.layout)
    }

    /// How many siblings of the same identifier stand before it in its slot.
    var ordinal: Int { Int(count) }
  }

  /// The children of a node that were found or made, in the archive's order.
  struct FoundChildren {
    var all: [Found] = []

    /// The first of those that were not looked for yet.
    private var next = 0
    private var indices: [ObjectIdentifier: Int]?

    /// The index of a child that is not attached yet; containers mostly list them in this order.
    mutating func index(of child: any Restorable) -> Int? {
      if next < all.count, all[next].object === child, !all[next].isAttached {
        next += 1
        return next - 1
      }
      if indices?.count != all.count {
        indices = Dictionary(
          all.indices.map { (ObjectIdentifier(all[$0].object), $0) },
          uniquingKeysWith: { $1 }
        )
      }
      guard let index = indices?[ObjectIdentifier(child)], !all[index].isAttached else {
        return nil
      }
      next = index + 1
      return index
    }
  }
}
