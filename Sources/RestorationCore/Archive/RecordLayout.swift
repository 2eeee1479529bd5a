/// Where the parts of a node's record lie within its encoded body.
///
/// The body is a map whose known keys are the numbers 0 to 8, as `Documentation/ArchiveFormat.md`
/// lists them. What a part that is absent stands for is the record's affair.
///
/// A restore has one of these for each node, so it is kept small: places are counted from the first
/// byte of the body, in 32 bits.
struct RecordLayout: Hashable {
  /// A part of the body, counted from its first byte, or none.
  struct Part: Hashable {
    fileprivate var start: UInt32 = 0
    fileprivate var end: UInt32 = 0

    /// A part that holds nothing begins behind the first byte too, which is the head of the map.
    @inline(__always) fileprivate var isAbsent: Bool { end == 0 }

    @inline(__always)
    init() {}

    /// Where the part lies, given the first byte of the body.
    @inline(__always)
    func range(from origin: Int) -> Range<Int>? {
      guard !isAbsent else { return nil }
      return Range(
        uncheckedBounds: (
          origin &+ Int(truncatingIfNeeded: start), origin &+ Int(truncatingIfNeeded: end)
        )
      )
    }

    @inline(__always)
    fileprivate init(_ start: Int, _ end: Int) {
      self.start = UInt32(truncatingIfNeeded: start)
      self.end = UInt32(truncatingIfNeeded: end)
    }
  }

  /// The first byte of the body.
  private var start: Int

  private var slotPart = Part()
  private var identifierPart = Part()
  private var classNamePart = Part()
  private var childrenPart = Part()
  private var statePart = Part()
  private var containerStatePart = Part()
  private var presentationPart = Part()
  private var unknownPart = Part()

  /// The version of the class.
  private(set) var classVersion = 0

  private var parentNumber: UInt64 = 0
  private var hasParent = false

  /// The name of the slot.
  var slot: Range<Int>? { range(slotPart) }

  /// The identifier.
  var identifier: Range<Int>? { range(identifierPart) }

  /// The name of the class.
  var className: Range<Int>? { range(classNamePart) }

  /// The number of the parent.
  var parent: UInt64? { hasParent ? parentNumber : nil }

  /// The lists of children, one item; absent if the node presents nothing and has no other slots.
  var children: Range<Int>? { range(childrenPart) }

  /// What the node wrote, without its head.
  var state: Range<Int>? { range(statePart) }

  /// What a node wrote whose class has the version 0, without its head; absent for all others.
  var plainState: Part { classVersion == 0 ? statePart : Part() }

  /// What its container kind wrote, without its head.
  var containerState: Range<Int>? { range(containerStatePart) }

  /// How its presented child is presented, without its head.
  var presentation: Range<Int>? { range(presentationPart) }

  /// Entries of which nothing is known, keys and values.
  var unknown: Range<Int> {
    start + Int(unknownPart.start)..<start + Int(unknownPart.end)
  }

  @inline(__always)
  private func range(_ part: Part) -> Range<Int>? { part.range(from: start) }

  /// Finds the parts of a body.
  ///
  /// - Throws: ``CBORError`` if the body is no map whose keys ascend, or is longer than any part of
  ///   an archive can be.
  /// - Complexity: O(*n*) in the number of children; the bytes of states are not looked at.
  init(
    _ body: ArraySlice<UInt8>,
    limits: RestorationLimits = RestorationLimits()
  )
    throws(CBORError)
  {
    if let plain = RecordLayout(plain: body, limits, checksTexts: true) {
      self = plain
    } else {
      self = try RecordLayout(unusual: body, limits: limits)
    }
  }

  /// Finds the parts of a body that was checked when it was read, as that of a record was.
  ///
  /// - Throws: ``CBORError``, as above.
  init(sound body: borrowing ArraySlice<UInt8>) throws(CBORError) {
    if let plain = RecordLayout(plain: body, .unbounded, checksTexts: false) {
      self = plain
    } else {
      self = try RecordLayout(unusual: copy body, limits: .unbounded)
    }
  }

  /// Finds the parts of a body that is damaged or has what only few bodies have.
  init(
    unusual body: ArraySlice<UInt8>,
    limits: RestorationLimits
  )
    throws(CBORError)
  {
    guard body.count <= UInt32.max else {
      throw CBORError(.limitExceeded, at: body.startIndex, "A record is longer than 4 GiB.")
    }
    self.init(emptyAt: body.startIndex)
    var reader = CBORReader(archived: body, limits: limits)
    var left = try reader.readMapHeader()
    var previous: UInt8?
    while left > 0, reader.position < body.endIndex, body[reader.position] < 9 {
      let key = body[reader.position]
      try reader.readFieldKey(after: previous)
      previous = key
      try readField(key, from: &reader)
      left -= 1
    }
    let firstUnknown = reader.position
    try skipUnknown(left, in: body, &reader)
    unknownPart = part(firstUnknown..<reader.position)
    try reader.finish()
  }

  /// Makes the layout of a body in which nothing lies.
  init(emptyAt start: Int) {
    self.start = start
  }

  private func part(_ range: Range<Int>) -> Part {
    Part(range.lowerBound - start, range.upperBound - start)
  }

  private mutating func readField(
    _ key: UInt8,
    from reader: inout CBORReader
  ) throws(CBORError) {
    switch key {
    case 0: slotPart = part(try reader.readTextRange())
    case 1: identifierPart = part(try reader.readTextRange())
    case 2: classNamePart = part(try reader.readTextRange())
    case 3: classVersion = try reader.readInteger(as: Int.self)
    case 4:
      parentNumber = try reader.readUnsigned()
      hasParent = true
    case 5: childrenPart = part(try reader.skipItem())
    case 6: statePart = part(try reader.readEmbeddedRange())
    case 7: containerStatePart = part(try reader.readEmbeddedRange())
    default: presentationPart = part(try reader.readEmbeddedRange())
    }
  }

  /// Skips entries that a newer version wrote; their keys ascend, so that none comes twice.
  private func skipUnknown(
    _ count: Int,
    in body: ArraySlice<UInt8>,
    _ reader: inout CBORReader
  ) throws(CBORError) {
    var last: ArraySlice<UInt8> = []
    for _ in 0..<count {
      let key = body[try reader.skipItem()]
      guard last.lexicographicallyPrecedes(key), key.first.map({ $0 >= 9 }) ?? false else {
        throw CBORError(.invalidKey, at: key.startIndex, "The keys of a map do not ascend.")
      }
      last = key
      try reader.skipItem()
    }
  }
}

// MARK: - Reading from memory

extension RecordLayout {
  /// Finds the parts of a body that has nothing unusual, all of whose keys are known.
  @inline(__always)
  private init?(
    plain body: borrowing ArraySlice<UInt8>,
    _ limits: RestorationLimits,
    checksTexts: Bool
  ) {
    self.init(emptyAt: body.startIndex)
    guard body.withUnsafeBytes({ readPlain($0, limits, checksTexts) }) else { return nil }
  }

  @inline(__always)
  private mutating func readPlain(
    _ bytes: UnsafeRawBufferPointer,
    _ limits: RestorationLimits,
    _ checksTexts: Bool
  ) -> Bool {
    guard bytes.count <= UInt32.max, var reader = RawCBORReader(bytes),
      var left = reader.mapHeader()
    else { return false }
    // Each key is looked for once, in ascending order. No local function captures the reader: it
    // would have to live on the heap.
    if Self.next(0, &left, &reader),
      !Self.set(&slotPart, to: Self.text(&reader, limits, checksTexts))
    {
      return false
    }
    if Self.next(1, &left, &reader),
      !Self.set(&identifierPart, to: Self.text(&reader, limits, checksTexts))
    {
      return false
    }
    if Self.next(2, &left, &reader),
      !Self.set(&classNamePart, to: Self.text(&reader, limits, checksTexts))
    {
      return false
    }
    if Self.next(3, &left, &reader) {
      guard let value = reader.integer(), let version = Int(exactly: value) else { return false }
      classVersion = version
    }
    if Self.next(4, &left, &reader) {
      guard let number = reader.unsigned() else { return false }
      parentNumber = number
      hasParent = true
    }
    if Self.next(5, &left, &reader) {
      let start = reader.position
      guard reader.skipItem(depth: limits.depthOfItems) else { return false }
      childrenPart = Part(start, reader.position)
    }
    if Self.next(6, &left, &reader), !Self.set(&statePart, to: Self.embedded(&reader)) {
      return false
    }
    if Self.next(7, &left, &reader), !Self.set(&containerStatePart, to: Self.embedded(&reader)) {
      return false
    }
    if Self.next(8, &left, &reader), !Self.set(&presentationPart, to: Self.embedded(&reader)) {
      return false
    }
    unknownPart = Part(bytes.count, bytes.count)
    return left == 0 && reader.isAtEnd
  }

  /// Passes a key, if it comes next.
  @inline(__always)
  private static func next(_ key: UInt8, _ left: inout Int, _ reader: inout RawCBORReader) -> Bool {
    guard left > 0, reader.nextByte == key else { return false }
    left -= 1
    return reader.unsigned() != nil
  }

  @inline(__always)
  private static func text(
    _ reader: inout RawCBORReader,
    _ limits: RestorationLimits,
    _ isChecked: Bool
  ) -> Range<Int>? {
    isChecked ? reader.textRange(limit: limits.stringLength) : reader.soundTextRange()
  }

  @inline(__always)
  private static func embedded(_ reader: inout RawCBORReader) -> Range<Int>? {
    reader.tag() == ArchiveFormat.embeddedTag ? reader.bytesRange() : nil
  }

  @inline(__always)
  private static func set(_ part: inout Part, to range: Range<Int>?) -> Bool {
    guard let range else { return false }
    part = Part(range.lowerBound, range.upperBound)
    return true
  }
}

/// Where the state of a node lies in a sound body, for those who need nothing else.
struct StateExtent {
  /// The state, without its head, counted from the first byte of the body; `nil` if there is none.
  private(set) var state: Range<Int>?

  /// The version of the class.
  private(set) var classVersion = 0

  /// Passes all before the state, unless something is unusual.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard var reader = RawCBORReader(bytes), let count = reader.mapHeader() else { return nil }
    for _ in 0..<count {
      guard let key = reader.nextByte, key < 7, reader.unsigned() != nil else { return }
      switch key {
      case 3:
        guard let value = reader.integer(), let version = Int(exactly: value) else { return nil }
        classVersion = version
      case 6:
        guard reader.tag() == ArchiveFormat.embeddedTag, let range = reader.bytesRange() else {
          return nil
        }
        state = range
        return
      default:
        guard reader.skipItem(depth: .max) else { return nil }
      }
    }
  }
}

extension CBORReader {
  /// Passes a key of one byte that is to come after another one.
  fileprivate mutating func readFieldKey(after previous: UInt8?) throws(CBORError) {
    let start = position
    let key = try readUnsigned()
    guard let previous, key <= UInt64(previous) else { return }
    throw CBORError(.invalidKey, at: start, "The keys of a map do not ascend.")
  }

  /// Passes a byte string that says that it holds encoded CBOR, and tells where that lies.
  fileprivate mutating func readEmbeddedRange() throws(CBORError) -> Range<Int> {
    try readTag(ArchiveFormat.embeddedTag)
    return try readBytesRange()
  }
}
