/// Reads CBOR (RFC 8949) and trusts no number in it.
///
/// A read that throws leaves the position where it was. Counts and lengths are compared with the
/// bytes that are there before anything is done with them. The engine makes readers and hands them
/// to what is restored; an app has no need of them.
public struct CBORReader: Sendable {
  /// What is read; positions are indices into it.
  package let bytes: ArraySlice<UInt8>

  /// Where the next item begins.
  package internal(set) var position: Int

  /// What the values read may measure.
  package let limits: RestorationLimits

  /// Whether to read what only foreign encoders write.
  ///
  /// This is indefinite lengths, and the simple values 24 to 31, which RFC 7049 still allowed.
  package let acceptsIndefiniteLengths: Bool

  /// How many containers are open around what is read next.
  package var depth = 0

  /// Makes a reader that stands at the first of the bytes.
  package init(
    _ bytes: ArraySlice<UInt8>,
    limits: RestorationLimits = RestorationLimits(),
    acceptsIndefiniteLengths: Bool = false
  ) {
    self.bytes = bytes
    self.limits = limits
    self.acceptsIndefiniteLengths = acceptsIndefiniteLengths
    position = bytes.startIndex
  }

  /// Makes a reader that stands at the first of the bytes.
  package init(
    _ bytes: [UInt8],
    limits: RestorationLimits = RestorationLimits(),
    acceptsIndefiniteLengths: Bool = false
  ) {
    self.init(bytes[...], limits: limits, acceptsIndefiniteLengths: acceptsIndefiniteLengths)
  }

  /// Makes a reader of what an archive itself consists of, which nests however little values may.
  init(archived bytes: ArraySlice<UInt8>, limits: RestorationLimits) {
    var limits = limits
    limits.depth = limits.depthOfItems
    self.init(bytes, limits: limits)
  }

  /// Whether everything was read.
  package var isAtEnd: Bool { position >= bytes.endIndex }

  /// Makes sure that nothing is left to read.
  package func finish() throws(CBORError) {
    guard !isAtEnd else { return }
    let count = bytes.endIndex - position
    throw CBORError(
      .trailingBytes,
      at: position,
      "\(count) bytes follow what should be the last item."
    )
  }
}

// MARK: - Heads

extension CBORReader {
  /// Tells what the next item is, without reading it.
  package func peekKind() throws(CBORError) -> CBORKind {
    try head().kind
  }

  /// Reads the head of the next item, and moves nowhere.
  func head() throws(CBORError) -> CBORHead {
    let start = position
    guard start < bytes.endIndex else {
      throw CBORError(.endOfData, at: start, "The data ends where an item should begin.")
    }
    let first = bytes[start]
    let information = first & 31
    if information < 24 {
      return CBORHead(first: first, argument: UInt64(information), start: start, end: start + 1)
    }
    guard information < 28 else { return try indefiniteHead(first) }
    let length = 1 << Int(information - 24)
    guard bytes.endIndex - start > length else {
      throw CBORError(.endOfData, at: start, "The data ends within the head of an item.")
    }
    var argument: UInt64 = 0
    for index in start + 1...start + length {
      argument = argument << 8 | UInt64(bytes[index])
    }
    return CBORHead(first: first, argument: argument, start: start, end: start + length + 1)
  }

  private func indefiniteHead(_ first: UInt8) throws(CBORError) -> CBORHead {
    guard first & 31 == 31, ![0, 1, 6].contains(first >> 5) else {
      throw CBORError(.malformed, at: position, "The byte \(first) begins no item of RFC 8949.")
    }
    guard acceptsIndefiniteLengths else {
      throw CBORError(
        .indefiniteLength,
        at: position,
        "An indefinite length is refused; write definite ones."
      )
    }
    return CBORHead(first: first, argument: 0, start: position, end: position + 1)
  }

  /// Reads the head of the next item if it is of the kind that is expected, and moves nowhere.
  func head(of kind: CBORKind) throws(CBORError) -> CBORHead {
    let head = try head()
    guard head.kind == kind else { throw unexpected(head, expected: kind.rawValue) }
    guard !head.isIndefinite else {
      throw CBORError(
        .indefiniteLength,
        at: position,
        "An indefinite length is refused; write definite ones."
      )
    }
    return head
  }

  func unexpected(_ head: CBORHead, expected: String) -> CBORError {
    CBORError(
      .unexpectedKind,
      at: head.start,
      "Found \(head.kind.rawValue) where \(expected) is expected."
    )
  }

  /// The count of a container's entries, if the bytes that are left can hold as many.
  func count(of head: CBORHead, itemsPerEntry: Int) throws(CBORError) -> Int {
    let room = bytes.endIndex - head.end
    guard head.argument <= UInt64(room / itemsPerEntry) else {
      throw CBORError(
        .endOfData,
        at: head.start,
        "Found \(head.kind.rawValue) of \(head.argument) entries, but only \(room) bytes follow."
      )
    }
    return Int(head.argument)
  }

  /// Where the content of a string lies, if the bytes that are left can hold it.
  func content(of head: CBORHead) throws(CBORError) -> Range<Int> {
    let room = bytes.endIndex - head.end
    guard head.argument <= UInt64(room) else {
      throw CBORError(
        .endOfData,
        at: head.start,
        "Found \(head.kind.rawValue) of \(head.argument) bytes, but only \(room) bytes follow."
      )
    }
    return head.end..<head.end + Int(head.argument)
  }
}
