extension NodeRecord {
  /// Writes the record as a map, without what most nodes lack; its number stands before it.
  func write(to writer: inout CBORWriter) {
    let unknownCount = CBORReader(unknown).countOfEntries
    let bodies = [(6, state), (7, containerState), (8, presentation)]
      .filter { $0.1 != Self.emptyState }
    let count =
      1 + (slot == .only ? 0 : 1) + (className == nil ? 0 : 1) + (classVersion == 0 ? 0 : 1)
      + (parent == nil ? 0 : 1) + (children.isEmpty ? 0 : 1) + bodies.count + (unknownCount ?? 0)
    writer.writeMapHeader(count)
    if slot != .only {
      writer.writeUnsigned(0)
      writer.writeText(slot.name)
    }
    writer.writeUnsigned(1)
    writer.writeText(identifier)
    if let className {
      writer.writeUnsigned(2)
      writer.writeText(className)
    }
    if classVersion != 0 {
      writer.writeUnsigned(3)
      writer.writeInteger(Int64(classVersion))
    }
    if let parent {
      writer.writeUnsigned(4)
      writer.writeUnsigned(parent.rawValue)
    }
    writeChildren(to: &writer)
    for (key, body) in bodies {
      writer.writeUnsigned(UInt64(key))
      writer.writeEmbedded(body)
    }
    if unknownCount != nil { writer.writeRaw(unknown) }
  }

  private func writeChildren(to writer: inout CBORWriter) {
    guard !children.isEmpty else { return }
    writer.writeUnsigned(5)
    writer.writeArrayHeader(children.count)
    for list in children {
      writer.writeArrayHeader(2)
      writer.writeText(list.slot.name)
      writer.writeArrayHeader(list.children.count)
      for child in list.children { writer.writeUnsigned(child.rawValue) }
    }
  }

  /// Reads a record from its body.
  static func read(
    _ number: NodeNumber,
    from reader: inout CBORReader
  ) throws(CBORError) -> NodeRecord {
    var record = NodeRecord(number: number, parent: nil, identifier: "")
    let start = reader.position
    record.unknown = try reader.readFields { (key, reader) throws(CBORError) in
      try record.readField(key, from: &reader)
    }
    guard !record.identifier.isEmpty else {
      throw CBORError(.malformed, at: start, "A record has no identifier.")
    }
    return record
  }

  private mutating func readField(
    _ key: UInt64,
    from reader: inout CBORReader
  ) throws(CBORError) -> Bool {
    switch key {
    case 0: slot = ContainerSlot(recorded: try reader.readText())
    case 1: identifier = try reader.readText()
    case 2: className = try reader.readText()
    case 3: classVersion = try reader.readInteger(as: Int.self)
    case 4: parent = NodeNumber(try reader.readUnsigned())
    case 5: children = try Self.readChildren(from: &reader)
    case 6: state = try reader.readEmbedded()
    case 7: containerState = try reader.readEmbedded()
    case 8: presentation = try reader.readEmbedded()
    default: return false
    }
    return true
  }

  private static func readChildren(
    from reader: inout CBORReader
  ) throws(CBORError) -> [SlotRecord] {
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
