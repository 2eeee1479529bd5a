extension LiveNode {
  /// The children of one slot, in order.
  @MainActor
  struct Slot {
    let slot: ContainerSlot
    let children: [LiveNode]

    /// The ordinals of the children, once one was asked for.
    private var ordinals: [NodeNumber: Int]?

    init(slot: ContainerSlot, children: [LiveNode]) {
      self.slot = slot
      self.children = children
    }

    /// How many of the children have the identifier of one of them and stand before it.
    ///
    /// - Complexity: O(*n*) in the number of children, the first time.
    mutating func ordinal(of child: LiveNode) -> Int {
      let ordinals = ordinals ?? countOrdinals()
      self.ordinals = ordinals
      return ordinals[child.number] ?? 0
    }

    private func countOrdinals() -> [NodeNumber: Int] {
      var counts: [ExactString: Int] = [:]
      var ordinals: [NodeNumber: Int] = [:]
      for child in children {
        let count = counts[ExactString(child.identifier), default: 0]
        ordinals[child.number] = count
        counts[ExactString(child.identifier)] = count + 1
      }
      return ordinals
    }
  }
}
