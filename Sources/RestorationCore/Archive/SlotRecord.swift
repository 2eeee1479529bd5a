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

  /// What a node lists that can present, has no children and presents nothing, as most nodes do.
  static let nothingPresented = [SlotRecord(slot: .presented, children: [])]
}

// MARK: - Coding

extension SlotRecord {
  /// Writes lists of children as one item.
  static func write(_ lists: [SlotRecord], to writer: inout CBORWriter) {
    writer.writeArrayHeader(lists.count)
    for list in lists {
      writer.writeSlotHeader(list.slot, count: list.children.count)
      var last: UInt64 = 0
      for child in list.children { writer.writeChild(child, after: &last) }
    }
  }

  /// Reads lists of children.
  static func readLists(from reader: inout CBORReader) throws(CBORError) -> [SlotRecord] {
    var lists: [SlotRecord] = []
    for _ in 0..<(try reader.readArrayHeader()) {
      let start = reader.position
      let count = try reader.readArrayHeader()
      guard count > 0 else {
        throw CBORError(.malformed, at: start, "A list of children has no slot.")
      }
      let slot = ContainerSlot(recorded: try reader.readText())
      let children: [NodeNumber]
      if count == 2, try reader.peekKind() == .array {
        children = try readNumbers(from: &reader)
      } else {
        children = try readDifferences(count - 1, from: &reader)
      }
      lists.append(SlotRecord(slot: slot, children: children))
    }
    return lists
  }

  private static func readDifferences(
    _ count: Int,
    from reader: inout CBORReader
  ) throws(CBORError) -> [NodeNumber] {
    var children: [NodeNumber] = []
    var last: UInt64 = 0
    for _ in 0..<count {
      last &+= UInt64(bitPattern: try reader.readInteger(as: Int64.self))
      children.append(NodeNumber(last))
    }
    return children
  }

  /// Reads the array of numbers that the first version of the format had in place of differences.
  private static func readNumbers(
    from reader: inout CBORReader
  ) throws(CBORError) -> [NodeNumber] {
    var children: [NodeNumber] = []
    for _ in 0..<(try reader.readArrayHeader()) {
      children.append(NodeNumber(try reader.readUnsigned()))
    }
    return children
  }
}
