internal import RestorationCore

/// A batch that was saved and is not known to have reached the disk, with all its bytes.
///
/// Several that an earlier process wrote to one segment, one after the other, are kept as one.
struct RecentBatch: Sendable {
  /// The file that it was written to, or `nil` if it is in memory alone.
  var file: StoreFile?

  /// The head of that file, if the batch is the first one in it, or its number and salt.
  var head: SegmentHead
  var isFirst: Bool

  /// Where it begins in the file, and its bytes.
  var offset: Int
  var bytes: [UInt8]

  /// The number of the save, and of what it was made to.
  var position: JournalPosition
  var previous: JournalPosition
}
