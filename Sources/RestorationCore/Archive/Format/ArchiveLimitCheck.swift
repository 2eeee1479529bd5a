/// Finds what would not be read again, since it exceeds a limit.
package struct ArchiveLimitCheck {
  /// The first thing that was found.
  package private(set) var violation: StateStoreError?

  private let limits: RestorationLimits

  /// Makes a check that has found nothing yet.
  package init(_ limits: RestorationLimits) {
    self.limits = limits
  }

  /// Checks the header of a scene.
  package mutating func check(_ header: ArchiveHeader) {
    // No array is made of the texts: this is a part of each save, and a small one takes microseconds.
    let limit = limits.stringLength
    guard
      header.scene.utf8.count > limit || header.appVersion.utf8.count > limit
        || header.system.utf8.count > limit || header.layoutClass?.utf8.count ?? 0 > limit
    else { return }
    let name = header.scene.prefix(40)
    refuse("a text in the header of the scene '\(name)' exceeds RestorationLimits.stringLength")
  }

  /// Checks how many nodes a scene has.
  package mutating func check(_ count: Int, nodesOf scene: String) {
    guard count > limits.nodes else { return }
    refuse(
      "the scene '\(scene.prefix(40))' has \(count) nodes, more than "
        + "RestorationLimits.nodes (\(limits.nodes)); save fewer"
    )
  }

  /// Checks a record, and that it has an identifier.
  ///
  /// - Complexity: O(1), unless the record is longer than a text may be.
  package mutating func check(_ record: NodeRecord, of scene: String) {
    checkSize(record, of: scene)
    if record.hasEmptyIdentifier {
      refuse("node \(record.number) of the scene '\(scene.prefix(40))' has an empty identifier")
    }
  }

  /// Whether a record is small enough to be within all limits, and has an identifier.
  ///
  /// - Complexity: O(1).
  package static func admits(_ record: borrowing NodeRecord, _ limits: RestorationLimits) -> Bool {
    let count = record.body.count
    return count + ArchiveFormat.itemOverhead <= limits.bytesPerNode && count <= limits.stringLength
      && record.number.rawValue != .max && !record.hasEmptyIdentifier
  }

  /// Checks a record without looking at its bytes, as long as there are not too many.
  ///
  /// - Complexity: O(1), unless the record is longer than a text may be.
  mutating func checkSize(_ record: NodeRecord, of scene: String) {
    check(record.body.count + ArchiveFormat.itemOverhead, of: record, in: scene)
    // A body that is no longer than the longest text has none that is too long.
    if record.body.count > limits.stringLength, record.hasName(longerThan: limits.stringLength) {
      refuse(
        "a name in node \(record.number) of the scene '\(scene.prefix(40))' exceeds "
          + "RestorationLimits.stringLength; shorten it"
      )
    }
    if record.number.rawValue == .max {
      refuse("node \(record.number) has the highest number there is, which leaves none for others")
    }
  }

  /// Checks how many bytes a record takes, with all that goes with it.
  mutating func check(_ length: Int, of record: NodeRecord, in scene: String) {
    guard length > limits.bytesPerNode else { return }
    refuse(
      "node \(record.number) of the scene '\(scene)' takes \(length) bytes, more than "
        + "RestorationLimits.bytesPerNode (\(limits.bytesPerNode)); keep large data elsewhere"
    )
  }

  private mutating func refuse(_ reason: String) {
    guard violation == nil else { return }
    violation = StateStoreError(.limitExceeded, "Saving state was refused: \(reason).")
  }
}

extension NodeRecord {
  fileprivate func hasName(longerThan limit: Int) -> Bool {
    [identifier, className ?? "", slot.name].contains { $0.utf8.count > limit }
      || children.contains { $0.slot.name.utf8.count > limit }
  }

  /// Whether the identifier is empty, which the first bytes tell of nearly every record: those of a
  /// node in ``ContainerSlot/only`` begin with it.
  fileprivate var hasEmptyIdentifier: Bool {
    let start = body.startIndex
    if body.count > 2, body[start] < 0xB8, body[start + 1] == 1 { return body[start + 2] == 0x60 }
    return layout.identifier?.isEmpty ?? true
  }
}
