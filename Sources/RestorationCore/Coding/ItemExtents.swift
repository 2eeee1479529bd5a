/// Where large items end, so that no byte is skipped once for each container around it.
///
/// Without it, a decoder that indexes nested containers would take time in proportion to their
/// size and their depth.
final class ItemExtents {
  private static let threshold = 128

  private var ends: [Int: Int] = [:]

  /// Notes where an item lies, if it is worth it.
  func remember(_ range: Range<Int>) {
    if range.count >= Self.threshold { ends[range.lowerBound] = range.upperBound }
  }

  /// The end of the item that begins at a position, if it was noted.
  func end(ofItemAt position: Int) -> Int? {
    ends.isEmpty ? nil : ends[position]
  }
}
