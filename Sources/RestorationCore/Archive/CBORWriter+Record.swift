extension CBORWriter {
  /// Writes the entries of a record that say where the node stands below its parent.
  mutating func writePlace(slot: ContainerSlot, identifier: String) {
    if !slot.name.isEmpty {
      writeUnsigned(0)
      writeText(slot.name)
    }
    writeUnsigned(1)
    writeText(identifier)
  }

  /// Writes the entries of a record that name the node's class.
  ///
  /// - Returns: How many entries that were.
  mutating func writeClass(_ name: String?, version: Int) -> Int {
    if let name {
      writeUnsigned(2)
      writeText(name)
    }
    if version != 0 {
      writeUnsigned(3)
      writeInteger(Int64(version))
    }
    return (name == nil ? 0 : 1) + (version == 0 ? 0 : 1)
  }

  /// Writes the entry of a record that names the node's parent.
  mutating func writeParent(_ number: NodeNumber?) {
    guard let number else { return }
    writeUnsigned(4)
    writeUnsigned(number.rawValue)
  }

  /// Begins the list of children of a slot; so many of them follow.
  mutating func writeSlotHeader(_ slot: ContainerSlot, count: Int) {
    writeArrayHeader(1 + count)
    writeText(slot.name)
  }

  /// Writes the number of a child in a list, by how much it lies above the one before.
  ///
  /// Siblings that were made together have numbers in a row, so that most of them take a byte.
  mutating func writeChild(_ child: NodeNumber, after last: inout UInt64) {
    writeInteger(Int64(bitPattern: child.rawValue &- last))
    last = child.rawValue
  }

  /// Begins an entry of a record that is a map of its own; so many bytes follow.
  mutating func writeEmbeddedHeader(_ key: UInt64, count: Int) {
    writeUnsigned(key)
    writeTag(ArchiveFormat.embeddedTag)
    writeBytesHeader(count)
  }
}
