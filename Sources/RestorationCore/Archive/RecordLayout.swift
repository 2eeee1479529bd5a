/// Where the parts of a node's record lie within its encoded body.
///
/// The body is a map whose known keys are the numbers 0 to 8, as `Documentation/ArchiveFormat.md`
/// lists them. What a part that is absent stands for is the record's affair.
struct RecordLayout {
  /// The name of the slot.
  private(set) var slot: Range<Int>?

  /// The identifier.
  private(set) var identifier: Range<Int>?

  /// The name of the class.
  private(set) var className: Range<Int>?

  /// The version of the class.
  private(set) var classVersion = 0

  /// The number of the parent.
  private(set) var parent: UInt64?

  /// The lists of children, one item.
  private(set) var children: Range<Int>?

  /// What the node wrote, without its head.
  private(set) var state: Range<Int>?

  /// What its container kind wrote, without its head.
  private(set) var containerState: Range<Int>?

  /// How its presented child is presented, without its head.
  private(set) var presentation: Range<Int>?

  /// Entries of which nothing is known, keys and values.
  private(set) var unknown: Range<Int>

  /// Finds the parts of a body.
  ///
  /// - Throws: ``CBORError`` if the body is no map whose keys ascend.
  /// - Complexity: O(*n*) in the number of children; the bytes of states are not looked at.
  init(
    _ body: ArraySlice<UInt8>,
    limits: RestorationLimits = RestorationLimits()
  )
    throws(CBORError)
  {
    unknown = body.endIndex..<body.endIndex
    var reader = CBORReader(body, limits: limits)
    var left = try reader.readMapHeader()
    var previous: UInt8?
    while left > 0, reader.position < body.endIndex, body[reader.position] < 9 {
      let key = body[reader.position]
      try reader.readFieldKey(after: previous)
      previous = key
      try readField(key, from: &reader)
      left -= 1
    }
    let start = reader.position
    try skipUnknown(left, in: body, &reader)
    unknown = start..<reader.position
    try reader.finish()
  }

  /// Makes the layout of a body in which nothing lies.
  init(emptyAt end: Int) {
    unknown = end..<end
  }

  private mutating func readField(
    _ key: UInt8,
    from reader: inout CBORReader
  ) throws(CBORError) {
    switch key {
    case 0: slot = try reader.readTextRange()
    case 1: identifier = try reader.readTextRange()
    case 2: className = try reader.readTextRange()
    case 3: classVersion = try reader.readInteger(as: Int.self)
    case 4: parent = try reader.readUnsigned()
    case 5: children = try reader.skipItem()
    case 6: state = try reader.readEmbeddedRange()
    case 7: containerState = try reader.readEmbeddedRange()
    default: presentation = try reader.readEmbeddedRange()
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
