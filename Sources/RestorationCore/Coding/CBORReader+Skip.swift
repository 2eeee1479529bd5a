extension CBORReader {
  /// Moves past the next item, whatever it is, and tells where it lies.
  ///
  /// Its structure is checked, the UTF-8 of its texts is not.
  ///
  /// - Complexity: O(*n*) in the number of items within; it does not recurse.
  @discardableResult
  package mutating func skipItem() throws(CBORError) -> Range<Int> {
    try skipItem(remembering: nil)
  }

  /// Moves past the next item, using and adding to what is known of where items end.
  @discardableResult
  mutating func skipItem(remembering extents: ItemExtents?) throws(CBORError) -> Range<Int> {
    let start = position
    do {
      try skip(remembering: extents)
    } catch {
      position = start
      throw error
    }
    return start..<position
  }

  private mutating func skip(remembering extents: ItemExtents?) throws(CBORError) {
    var open: [OpenItem] = []
    repeat {
      if let end = extents?.end(ofItemAt: position) {
        position = end
      } else {
        let head = try head()
        if head.kind == .end {
          try close(&open, with: head)
          let closed = open.removeLast()
          extents?.remember(closed.start..<position)
        } else if let item = try enter(head, within: open.count) {
          open.append(item)
          continue
        }
      }
      // One more item is passed; it may be the last one of several that are open.
      while let index = open.indices.last {
        open[index].passed += 1
        let item = open[index]
        guard item.passed == item.count else { break }
        open.removeLast()
        extents?.remember(item.start..<position)
      }
    } while !open.isEmpty
  }

  /// Moves past an item, or past the head of it if it holds others.
  private mutating func enter(
    _ head: CBORHead,
    within openItems: Int
  ) throws(CBORError) -> OpenItem? {
    if [.array, .map, .tag].contains(head.kind), depth + openItems >= limits.depth {
      throw .tooDeep(limits, at: head.start)
    }
    switch head.kind {
    case .array, .map:
      let width = head.kind == .map ? 2 : 1
      let count = head.isIndefinite ? nil : try count(of: head, itemsPerEntry: width) * width
      position = head.end
      return count == 0 ? nil : OpenItem(start: head.start, count: count, width: width)
    case .tag:
      position = head.end
      return OpenItem(start: head.start, count: 1)
    case .bytes, .text:
      _ = try skipString(head)
    case .simple:
      try check(simple: head)
      position = head.end
    default:
      position = head.end
    }
    return nil
  }

  private mutating func close(_ open: inout [OpenItem], with head: CBORHead) throws(CBORError) {
    guard let last = open.last, last.count == nil, last.passed % last.width == 0 else {
      throw unexpected(head, expected: "an item")
    }
    position = head.end
  }

  /// Moves past a string and gives the parts that it consists of: one, if its length is definite.
  mutating func skipString(_ head: CBORHead) throws(CBORError) -> [Range<Int>] {
    guard head.isIndefinite else {
      let range = try content(of: head)
      position = range.upperBound
      return [range]
    }
    var parts: [Range<Int>] = []
    position = head.end
    while true {
      let part = try self.head()
      if part.kind == .end {
        position = part.end
        return parts
      }
      guard part.kind == head.kind, !part.isIndefinite else {
        throw unexpected(part, expected: "\(head.kind.rawValue) of definite length")
      }
      let range = try content(of: part)
      parts.append(range)
      position = range.upperBound
    }
  }
}

/// An item that holds others, not all of which were passed.
private struct OpenItem {
  /// Where it begins.
  var start: Int

  /// How many items it holds, if that is known.
  var count: Int?

  /// How many of them make up an entry.
  var width = 1

  /// How many of them were passed.
  var passed = 0
}
