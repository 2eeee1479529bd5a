extension SavedScene {
  /// Takes the record of a node from its item, and says why not if it cannot be used.
  package mutating func add(
    _ item: ArchiveItem?,
    node: UInt64,
    limits: RestorationLimits
  ) -> String? {
    guard let item, item.kind == ArchiveFormat.Kind.record else {
      return "is damaged: the checksum of its record does not match"
    }
    guard item.node == node else { return "has the record of another node; it is left out" }
    guard item.body.count <= limits.bytesPerNode else {
      return "exceeds RestorationLimits.bytesPerNode; it is left out"
    }
    do {
      let number = NodeNumber(node)
      archive.records[number] = try NodeRecord.read(number, from: item.body, limits: limits)
      return nil
    } catch {
      return "has a record that cannot be used: \(error.message)"
    }
  }

  /// Takes out what makes no tree once all records are there, and notes what is missing.
  ///
  /// - Parameter lost: Nodes whose records cannot be used, each with the reason.
  package mutating func settle(lost: [UInt64: String]) {
    for (node, reason) in lost.sorted(by: { $0.key < $1.key }) { note(NodeNumber(node), reason) }
    dropSecondRoots()
    dropCycles()
    if !lost.isEmpty { noteMissingRecords() }
  }
}
