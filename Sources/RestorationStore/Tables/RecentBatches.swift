internal import RestorationCore

/// Batches that were saved one after the other to one file, and are not known to have reached the
/// disk, with all their bytes.
struct RecentBatches: Sendable {
  /// The file that they were written to, or `nil` if they are in memory alone.
  var file: StoreFile?

  /// The head of that file, which comes first if the first batch is the first one in it.
  var head: SegmentHead
  var isFirst: Bool

  /// Where they begin in the file, and their bytes.
  var offset: Int
  var bytes: [UInt8]

  /// The last save among them, and the one before the first.
  var position: JournalPosition
  var previous: JournalPosition
}

extension RecentBatches {
  /// How many bytes are kept together at the most, unless one batch has more.
  private static let length = 1 << 16

  /// The bytes of a batch, with room for those of others.
  static func bytes(beginningWith batch: UnsafeRawBufferPointer) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(length, batch.count))
    bytes.append(contentsOf: batch)
    return bytes
  }

  /// Appends a batch, unless it follows others than these, or these have become many.
  ///
  /// - Returns: Whether it is among them now.
  mutating func append(_ batch: UnsafeRawBufferPointer, at position: JournalPosition) -> Bool {
    guard head.number == position.number, file != nil, bytes.count + batch.count <= Self.length,
      position.sequence == self.position.sequence + 1,
      UInt64(offset + bytes.count + batch.count) == position.end
    else { return false }
    bytes.append(contentsOf: batch)
    self.position = position
    return true
  }
}
