/// The children that a node lists in one of its slots, in order.
public struct SlotRecord: Hashable, Sendable {
  /// The slot.
  public var slot: ContainerSlot

  /// The children's numbers, in order.
  public var children: [NodeNumber]

  /// Makes the list of a slot's children.
  public init(slot: ContainerSlot, children: [NodeNumber]) {
    self.slot = slot
    self.children = children
  }
}

// MARK: - Coding

extension SlotRecord {
  /// Writes lists of children as one item.
  static func write(_ lists: [SlotRecord], to writer: inout CBORWriter) {
    writer.writeArrayHeader(lists.count)
    for list in lists {
      writer.writeSlotHeader(list.slot, count: list.children.count)
      for child in list.children { writer.writeUnsigned(child.rawValue) }
    }
  }

  /// Reads lists of children.
  static func readLists(from reader: inout CBORReader) throws(CBORError) -> [SlotRecord] {
    var lists: [SlotRecord] = []
    for _ in 0..<(try reader.readArrayHeader()) {
      let start = reader.position
      guard try reader.readArrayHeader() == 2 else {
        throw CBORError(.malformed, at: start, "A list of children has a slot and numbers.")
      }
      let slot = ContainerSlot(recorded: try reader.readText())
      var children: [NodeNumber] = []
      for _ in 0..<(try reader.readArrayHeader()) {
        children.append(NodeNumber(try reader.readUnsigned()))
      }
      lists.append(SlotRecord(slot: slot, children: children))
    }
    return lists
  }
}
