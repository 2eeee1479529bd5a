/// The parts of a node's record, from which its body is encoded.
struct RecordParts {
  var parent: NodeNumber?
  var slot = ContainerSlot.only
  var identifier: String
  var className: String?
  var classVersion = 0
  var children: [SlotRecord] = []
  var state = NodeRecord.emptyState[...]
  var containerState = NodeRecord.emptyState[...]
  var presentation = NodeRecord.emptyState[...]
  var unknown: ArraySlice<UInt8> = []
}

extension RecordParts {
  /// The body of the record: a map without what most nodes lack.
  ///
  /// - Complexity: O(*n*) in the number of children and of bytes.
  func encoded() -> ArraySlice<UInt8> {
    let presentsNothingAlone = children == SlotRecord.nothingPresented
    var writer = CBORWriter(capacity: 64 + state.count)
    let unknownCount = CBORReader(unknown).countOfEntries ?? 0
    let bodies: [(UInt64, ArraySlice<UInt8>)] = [
      (6, state), (7, containerState), (8, presentation),
    ].filter { $0.1 != NodeRecord.emptyState[...] }
    let count =
      1 + (slot == .only ? 0 : 1) + (className == nil ? 0 : 1) + (classVersion == 0 ? 0 : 1)
      + (parent == nil ? 0 : 1) + (presentsNothingAlone ? 0 : 1) + bodies.count + unknownCount
    writer.writeMapHeader(count)
    writer.writePlace(slot: slot, identifier: identifier)
    _ = writer.writeClass(className, version: classVersion)
    writer.writeParent(parent)
    if !presentsNothingAlone {
      writer.writeUnsigned(5)
      SlotRecord.write(children, to: &writer)
    }
    for (key, body) in bodies {
      writer.writeEmbeddedHeader(key, count: body.count)
      writer.writeRaw(body)
    }
    writer.writeRaw(unknown)
    return writer.bytes()[...]
  }
}
