/// Reads the plain items of CBOR straight from memory, and trusts no number in it.
///
/// It knows what nearly all archives consist of, and declines everything else: what is damaged, too
/// long, too deep, or seldom. Whoever is declined asks ``CBORReader``, which reads all there is and
/// says what is wrong with the rest; so nothing is read here that it would not read the same way.
///
/// The invariants that make it sound: `start` is the address of at least `count` bytes that live and
/// do not change for as long as the reader is used, which is why none is kept beyond the closure in
/// which the address was handed out; and `0 <= position <= count` at all times. Each load is preceded
/// by a comparison with the bytes that are left, in a form that cannot overflow.
struct RawCBORReader {
  private let start: UnsafeRawPointer
  private let count: Int

  /// Where the next item begins, counted from the first byte.
  ///
  /// It stays where it was if a read is declined.
  private(set) var position = 0

  /// Makes a reader that stands at the first of the bytes.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return nil }
    self.start = start
    count = bytes.count
  }

  /// Makes a reader that stands at an offset, or none if that lies outside.
  init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    self.init(bytes)
    guard offset >= 0, offset <= count else { return nil }
    position = offset
  }

  /// Whether everything was read.
  @inline(__always)
  var isAtEnd: Bool { position == count }

  /// The next byte, if there is one.
  @inline(__always)
  var nextByte: UInt8? { position < count ? byte(at: position) : nil }

  @inline(__always)
  private var left: Int { count &- position }

  /// The byte at an offset below `count`.
  @inline(__always)
  private func byte(at offset: Int) -> UInt8 {
    start.load(fromByteOffset: offset, as: UInt8.self)
  }
}

// MARK: - Heads

extension RawCBORReader {
  /// The first byte of an item, the number that goes with it, and where the content begins.
  struct Head {
    let first: UInt8
    let argument: UInt64
    let end: Int

    @inline(__always)
    var major: UInt8 { first >> 5 }
  }

  /// The head of the next item, of whatever kind, if its length is definite.
  @inline(__always)
  func head() -> Head? {
    guard position < count else { return nil }
    let first = byte(at: position)
    let information = first & 31
    if information < 24 {
      return Head(first: first, argument: UInt64(information), end: position &+ 1)
    }
    // Most texts and records that are not short are shorter than 256 bytes.
    if information == 24, left > 1 {
      return Head(first: first, argument: UInt64(byte(at: position &+ 1)), end: position &+ 2)
    }
    return longHead(first)
  }

  private func longHead(_ first: UInt8) -> Head? {
    let place = position &+ 1
    switch first & 31 {
    case 25 where left > 2:
      return Head(first: first, argument: UInt64(load(place, as: UInt16.self)), end: place &+ 2)
    case 26 where left > 4:
      return Head(first: first, argument: UInt64(load(place, as: UInt32.self)), end: place &+ 4)
    case 27 where left > 8:
      return Head(first: first, argument: load(place, as: UInt64.self), end: place &+ 8)
    default:
      return nil
    }
  }

  /// A number, the most significant byte first; its last byte lies below `count`.
  @inline(__always)
  private func load<Number: FixedWidthInteger>(_ offset: Int, as type: Number.Type) -> Number {
    Number(bigEndian: start.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  @inline(__always)
  private func head(major: UInt8) -> Head? {
    guard let head = head(), head.major == major else { return nil }
    return head
  }

  /// Where the content of a string lies, if the bytes that are left can hold it.
  @inline(__always)
  private func content(of head: Head) -> Range<Int>? {
    guard head.argument <= UInt64(truncatingIfNeeded: count &- head.end) else { return nil }
    return Range(uncheckedBounds: (head.end, head.end &+ Int(truncatingIfNeeded: head.argument)))
  }
}

// MARK: - Items

extension RawCBORReader {
  /// Reads an unsigned integer.
  @inline(__always)
  mutating func unsigned() -> UInt64? {
    guard let head = head(major: 0) else { return nil }
    position = head.end
    return head.argument
  }

  /// Reads an unsigned integer, or nothing in its place.
  @inline(__always)
  mutating func unsignedOrNull() -> UInt64?? {
    guard nextByte == 0xF6 else { return unsigned().map { .some($0) } }
    position &+= 1
    return .some(nil)
  }

  /// Reads an integer that fits 64 bits with a sign.
  @inline(__always)
  mutating func integer() -> Int64? {
    guard let head = head(), head.major < 2, head.argument <= UInt64(Int64.max) else { return nil }
    position = head.end
    let magnitude = Int64(truncatingIfNeeded: head.argument)
    return head.major == 0 ? magnitude : ~magnitude
  }

  /// Reads a floating-point number of any width.
  @inline(__always)
  mutating func float() -> Double? {
    guard let head = head() else { return nil }
    let value: Double
    switch head.first {
    case 0xF9: value = CBORFloat.half(UInt16(truncatingIfNeeded: head.argument)).value
    case 0xFA: value = CBORFloat.single(UInt32(truncatingIfNeeded: head.argument)).value
    case 0xFB: value = Double(bitPattern: head.argument)
    default: return nil
    }
    position = head.end
    return value
  }

  /// Reads a truth value.
  @inline(__always)
  mutating func bool() -> Bool? {
    guard let first = nextByte, first | 1 == 0xF5 else { return nil }
    position &+= 1
    return first == 0xF5
  }

  /// Reads a text of a length up to the limit.
  @inline(__always)
  mutating func text(limit: Int) -> String? {
    guard let head = head(major: 3), let range = content(of: head), range.count <= limit else {
      return nil
    }
    // Nearly all texts are ASCII, which needs no generic validation.
    guard
      let text = isASCII(range)
        ? RawBytes.text(raw(range)) : String(validating: buffer(range), as: UTF8.self)
    else { return nil }
    position = range.upperBound
    return text
  }

  /// Passes a text of a length up to the limit, and tells where its bytes lie.
  @inline(__always)
  mutating func textRange(limit: Int) -> Range<Int>? {
    guard let head = head(major: 3), let range = content(of: head), range.count <= limit,
      isText(range)
    else { return nil }
    position = range.upperBound
    return range
  }

  /// Passes a text that is known to be one, and tells where its bytes lie.
  @inline(__always)
  mutating func soundTextRange() -> Range<Int>? {
    guard let head = head(major: 3), let range = content(of: head) else { return nil }
    position = range.upperBound
    return range
  }

  /// Passes a key, whose bytes stand at an offset among others, if it comes next.
  @inline(__always)
  mutating func skip(_ key: RawKey, of bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    let isCertain = left >= 8 && left >= key.count && key.count <= RawKey.mostCertain
    let isNext =
      isCertain
      ? key.seemsSame(as: start + position)
      : isNext(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + key.count]))
    guard isNext else { return false }
    position &+= key.count
    return true
  }

  /// Whether the next bytes are the same as others.
  @inline(never)
  private func isNext(_ other: UnsafeRawBufferPointer) -> Bool {
    other.count <= left
      && RawBytes.isSame(
        UnsafeRawBufferPointer(start: start + position, count: other.count),
        other
      )
  }

  /// Passes a byte string, and tells where its bytes lie.
  @inline(__always)
  mutating func bytesRange() -> Range<Int>? {
    guard let head = head(major: 2), let range = content(of: head) else { return nil }
    position = range.upperBound
    return range
  }

  /// Reads a tag; the item that it belongs to comes next.
  @inline(__always)
  mutating func tag() -> UInt64? {
    guard let head = head(major: 6) else { return nil }
    position = head.end
    return head.argument
  }

  /// Reads the head of an array, if the bytes that are left can hold as many elements.
  @inline(__always)
  mutating func arrayHeader() -> Int? {
    guard let head = head(major: 4),
      head.argument <= UInt64(truncatingIfNeeded: count &- head.end)
    else { return nil }
    position = head.end
    return Int(truncatingIfNeeded: head.argument)
  }

  /// Reads the head of a map, if the bytes that are left can hold as many entries.
  @inline(__always)
  mutating func mapHeader() -> Int? {
    guard let head = head(major: 5),
      head.argument <= UInt64(truncatingIfNeeded: count &- head.end) / 2
    else { return nil }
    position = head.end
    return Int(truncatingIfNeeded: head.argument)
  }

  /// Passes the next item, whatever it is, if no more items with others in them lie within than
  /// `depth` says, so that they cannot be nested deeper either.
  @inline(__always)
  mutating func skipItem(depth: Int) -> Bool {
    guard let head = head() else { return false }
    switch head.major {
    case 0, 1:
      position = head.end
      return true
    case 2, 3:
      guard let range = content(of: head) else { return false }
      position = range.upperBound
      return true
    case 7 where head.first != 0xF8:
      position = head.end
      return true
    default:
      return skipContainer(depth: depth)
    }
  }

  private mutating func skipContainer(depth: Int) -> Bool {
    let origin = position
    var open = 0
    var items = 1
    while items > 0 {
      items &-= 1
      guard let head = head(), head.first != 0xF8 else { return back(to: origin) }
      position = head.end
      switch head.major {
      case 2, 3:
        guard let range = content(of: head) else { return back(to: origin) }
        position = range.upperBound
      case 4, 5, 6:
        open &+= 1
        guard open <= depth, head.major == 6 || head.argument <= UInt64(truncatingIfNeeded: left)
        else { return back(to: origin) }
        // At most twice the bytes that are left: no sum of these overflows.
        items &+= head.major == 6 ? 1 : Int(truncatingIfNeeded: head.argument) << (head.major & 1)
        guard items <= left else { return back(to: origin) }
      default: break
      }
    }
    return true
  }

  private mutating func back(to origin: Int) -> Bool {
    position = origin
    return false
  }
}

// MARK: - Bytes

extension RawCBORReader {
  /// The bytes of a range that lies within the reader's own, as each that it gives does.
  @inline(__always)
  func raw(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
  }

  @inline(__always)
  private func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    raw(range).assumingMemoryBound(to: UInt8.self)
  }

  @inline(__always)
  private func isText(_ range: Range<Int>) -> Bool {
    isASCII(range) || String(validating: buffer(range), as: UTF8.self) != nil
  }

  @inline(__always)
  private func isASCII(_ range: Range<Int>) -> Bool {
    var seen: UInt64 = 0
    var offset = range.lowerBound
    while range.upperBound &- offset >= 8 {
      seen |= start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    if offset < range.upperBound { seen |= tail(offset, range.upperBound) }
    return seen & 0x8080_8080_8080_8080 == 0
  }

  /// The one to seven bytes between two offsets, the rest of the word being zero.
  @inline(__always)
  private func tail(_ offset: Int, _ end: Int) -> UInt64 {
    // Eight bytes can be loaded at once if as many are there, whosever they are.
    guard count &- offset >= 8 else { return shortTail(offset, end) }
    let word = UInt64(
      littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    )
    let bits = UInt64(truncatingIfNeeded: 8 &* (end &- offset))
    return word & ((1 &<< bits) &- 1)
  }

  private func shortTail(_ offset: Int, _ end: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in offset..<end { word = word << 8 | UInt64(byte(at: index)) }
    return word
  }
}
