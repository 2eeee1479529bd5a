/// The items of a file of the store, found without any code of the package.
///
/// Every file is a CBOR sequence (RFC 8742) of items of one form, which
/// `Documentation/ArchiveFormat.md` describes. A zero byte at top level ends it.
struct CBORSequence {
  /// An item of the sequence.
  struct Item {
    /// Where it lies.
    let range: Range<Int>

    /// What it is.
    let kind: UInt8
  }

  /// The items, in order.
  private(set) var items: [Item] = []

  /// Where the last item ends.
  var end: Int { items.last?.range.upperBound ?? 0 }

  private let bytes: [UInt8]
  private var position = 0

  /// Finds the items in the bytes of a file.
  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    while position < bytes.count, bytes[position] != 0 {
      let start = position
      try skipItem()
      // The mark takes five bytes, the head of the array one; then comes the kind.
      guard position > start + 6 else { throw BenchmarkError("A file has an item that is none.") }
      items.append(Item(range: start..<position, kind: bytes[start + 6]))
    }
  }

  private mutating func skipItem() throws {
    var pending: UInt64 = 1
    while pending > 0 {
      pending -= 1
      let (type, value) = try readHead()
      switch type {
      case 2, 3: position += Int(value)
      case 4: pending += value
      case 5: pending += 2 * value
      case 6: pending += 1
      default: break
      }
    }
    guard position <= bytes.count else { throw BenchmarkError("A file ends within an item.") }
  }

  private mutating func readHead() throws -> (type: UInt8, value: UInt64) {
    guard position < bytes.count else { throw BenchmarkError("A file ends within an item.") }
    let first = bytes[position]
    position += 1
    let short = first & 31
    guard short >= 24 else { return (first >> 5, UInt64(short)) }
    let length = 1 << Int(short - 24)
    guard short < 28, position + length <= bytes.count else {
      throw BenchmarkError("A file has an item of a form that the store does not write.")
    }
    let value = bytes[position..<position + length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    position += length
    return (first >> 5, value)
  }
}
