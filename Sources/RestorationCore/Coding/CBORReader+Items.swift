// MARK: - Numbers and simple values

extension CBORReader {
  /// Reads an unsigned integer.
  package mutating func readUnsigned() throws(CBORError) -> UInt64 {
    let head = try head(of: .unsigned)
    position = head.end
    return head.argument
  }

  /// Reads an integer that fits 64 bits with a sign.
  package mutating func readInteger() throws(CBORError) -> Int64 {
    let head = try head()
    let isNegative = head.kind == .negative
    guard isNegative || head.kind == .unsigned else {
      throw unexpected(head, expected: "an integer")
    }
    guard let magnitude = Int64(exactly: head.argument) else {
      let number = isNegative ? "-1 - \(head.argument)" : "\(head.argument)"
      throw CBORError(.outOfRange, at: head.start, "The number \(number) does not fit 64 bits.")
    }
    position = head.end
    return isNegative ? ~magnitude : magnitude
  }

  /// Reads an integer of any width.
  package mutating func readInteger<Value: FixedWidthInteger>(
    as type: Value.Type
  ) throws(CBORError) -> Value {
    let head = try head()
    let value: Value?
    switch head.kind {
    case .unsigned: value = Value(exactly: head.argument)
    case .negative: value = Value(exactly: head.argument).flatMap { Value.isSigned ? ~$0 : nil }
    default: throw unexpected(head, expected: "an integer")
    }
    guard let value else {
      let number = head.kind == .negative ? "-1 - \(head.argument)" : "\(head.argument)"
      throw CBORError(.outOfRange, at: head.start, "The number \(number) does not fit \(type).")
    }
    position = head.end
    return value
  }

  /// Reads a floating-point number of any width, or an integer that a double can represent.
  package mutating func readDouble() throws(CBORError) -> Double {
    let head = try head()
    guard let value = try number(head).exactValue else {
      throw CBORError(
        .outOfRange,
        at: head.start,
        "The integer has more digits than a Double keeps."
      )
    }
    position = head.end
    return value
  }

  /// Reads a number as a float, rounded if it was written with more digits.
  package mutating func readFloat() throws(CBORError) -> Float {
    let head = try head()
    let value: Float
    switch try number(head) {
    case .float(let form):
      value = form.exactFloat ?? Float(form.value)
      guard value.isFinite || !form.value.isFinite else {
        throw CBORError(.outOfRange, at: head.start, "The number does not fit a Float.")
      }
    case .integer(let double, _):
      value = Float(double)
    }
    position = head.end
    return value
  }

  private enum Number {
    case float(CBORFloat)
    case integer(Double, isExact: Bool)

    var exactValue: Double? {
      switch self {
      case .float(let form): form.value
      case .integer(let value, let isExact): isExact ? value : nil
      }
    }
  }

  private func number(_ head: CBORHead) throws(CBORError) -> Number {
    switch head.kind {
    case .float:
      return .float(CBORFloat(head))
    case .unsigned:
      return .integer(Double(head.argument), isExact: Double(exactly: head.argument) != nil)
    case .negative:
      guard let value = Int64(exactly: head.argument).map({ ~$0 }) else {
        return .integer(-Double(head.argument), isExact: false)
      }
      return .integer(Double(value), isExact: Double(exactly: value) != nil)
    default:
      throw unexpected(head, expected: "a number")
    }
  }

  /// Reads a boolean.
  package mutating func readBool() throws(CBORError) -> Bool {
    let head = try head(of: .boolean)
    position = head.end
    return head.first == 0xF5
  }

  /// Reads a null, if that is what comes next, and says whether it did.
  package mutating func readNullIfPresent() -> Bool {
    guard position < bytes.endIndex, bytes[position] == 0xF6 else { return false }
    position += 1
    return true
  }

  /// Refuses the simple values that the short form has, or none has, when written in two bytes.
  func check(simple head: CBORHead) throws(CBORError) {
    guard head.first == 0xF8, head.argument < (acceptsIndefiniteLengths ? 24 : 32) else { return }
    throw CBORError(
      .malformed,
      at: head.start,
      "The simple value \(head.argument) is not written in two bytes."
    )
  }
}

// MARK: - Strings and containers

extension CBORReader {
  /// Reads a text, no longer than the limit.
  package mutating func readText() throws(CBORError) -> String {
    let range = try content(of: head(of: .text))
    let text = try text(in: range)
    position = range.upperBound
    return text
  }

  /// Reads a text, no longer than the limit, and tells where its bytes lie.
  mutating func readTextRange() throws(CBORError) -> Range<Int> {
    let range = try content(of: head(of: .text))
    if !isASCII(range) { _ = try text(in: range) }
    guard range.count <= limits.stringLength else {
      throw CBORError.tooLong(range.count, limits, at: position)
    }
    position = range.upperBound
    return range
  }

  private func isASCII(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0 < 0x80 }
  }

  func text(in range: Range<Int>) throws(CBORError) -> String {
    guard range.count <= limits.stringLength else {
      throw CBORError.tooLong(range.count, limits, at: position)
    }
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw CBORError(.invalidText, at: position, "A text is not valid UTF-8.")
    }
    return text
  }

  /// Reads a byte string.
  package mutating func readBytes() throws(CBORError) -> ArraySlice<UInt8> {
    let range = try content(of: head(of: .bytes))
    position = range.upperBound
    return bytes[range]
  }

  /// Reads a byte string, and tells where its bytes lie.
  mutating func readBytesRange() throws(CBORError) -> Range<Int> {
    let range = try content(of: head(of: .bytes))
    position = range.upperBound
    return range
  }

  /// Reads the head of an array and gives the count of its elements.
  ///
  /// There are as many bytes as elements at least, but reserve nothing by the count.
  package mutating func readArrayHeader() throws(CBORError) -> Int {
    let head = try head(of: .array)
    let count = try count(of: head, itemsPerEntry: 1)
    position = head.end
    return count
  }

  /// Reads the head of a map and gives the count of its entries.
  ///
  /// There are twice as many bytes as entries at least, but reserve nothing by the count.
  package mutating func readMapHeader() throws(CBORError) -> Int {
    let head = try head(of: .map)
    let count = try count(of: head, itemsPerEntry: 2)
    position = head.end
    return count
  }

  /// Reads a tag; the item that it belongs to comes next.
  package mutating func readTag() throws(CBORError) -> UInt64 {
    let head = try head(of: .tag)
    position = head.end
    return head.argument
  }

  /// Reads a tag that must be a certain one.
  package mutating func readTag(_ expected: UInt64) throws(CBORError) {
    let start = position
    let tag = try readTag()
    guard tag == expected else {
      position = start
      throw CBORError(
        .unexpectedKind,
        at: start,
        "Found the tag \(tag) where the tag \(expected) is expected."
      )
    }
  }
}

extension CBORFloat {
  /// Takes the number from the head of a floating-point item.
  init(_ head: CBORHead) {
    switch head.first {
    case 0xF9: self = .half(UInt16(truncatingIfNeeded: head.argument))
    case 0xFA: self = .single(UInt32(truncatingIfNeeded: head.argument))
    default: self = .double(head.argument)
    }
  }
}
