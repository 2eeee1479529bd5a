import RestorationCore

extension FuzzTarget {
  /// The reader of the bodies of records.
  static let records = FuzzTarget(
    name: "records",
    seeds: {
      SampleArchive.full.records.values.sorted { $0.number < $1.number }.map { Array($0.body) }
    },
    check: { bytes in
      let limits = RestorationLimits()
      let record: NodeRecord
      do {
        record = try NodeRecord.read(NodeNumber(7), from: bytes[...], limits: limits)
      } catch {
        return
      }
      try require(!record.identifier.isEmpty, "A record without an identifier is read.")
      // To set a part writes all of them anew.
      var copy = record
      copy.state = record.state
      let again: NodeRecord
      do {
        again = try NodeRecord.read(NodeNumber(7), from: copy.body, limits: limits)
      } catch {
        throw Finding("A record was read, but not what it was written as: \(error)")
      }
      try require(
        again == copy && again.hasSameParts(as: record),
        "A record differs after a change."
      )
    }
  )
}

extension NodeRecord {
  /// Whether all parts are those of another record, whatever bytes they are written as.
  fileprivate func hasSameParts(as other: NodeRecord) -> Bool {
    parent == other.parent && slot == other.slot && children == other.children
      && identifier.utf8.elementsEqual(other.identifier.utf8)
      && className.map { Array($0.utf8) } == other.className.map { Array($0.utf8) }
      && classVersion == other.classVersion && state == other.state
      && containerState == other.containerState && presentation == other.presentation
      && unknown == other.unknown
  }
}
