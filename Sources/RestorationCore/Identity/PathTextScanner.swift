/// Takes the text of a path or a pattern apart, byte by byte and without recursion.
struct PathTextScanner {
  /// The parts of one component, as ranges of bytes.
  struct Fields {
    /// The whole component.
    let whole: Range<Int>

    /// What stands before the colon, if there is one.
    let slot: Range<Int>?

    /// The identifier or wildcard.
    let name: Range<Int>

    /// What stands between the brackets, if there are any.
    let ordinal: Range<Int>?
  }

  private let text: String
  private let bytes: [UInt8]
  private let kind: String

  /// Prepares to read a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - kind: What it should be, for errors: a path or a pattern.
  init(text: String, kind: String) {
    self.text = text
    self.kind = kind
    bytes = Array(text.utf8)
  }

  /// Returns an error about a place in the text.
  func error(at offset: Int, _ reason: String) -> IdentifierPath.ParsingError {
    IdentifierPath.ParsingError(text: text, offset: offset, reason: reason, kind: kind)
  }

  /// Returns whether the bytes of a range are those of an ASCII text.
  func reads(_ range: Range<Int>, as expected: StaticString) -> Bool {
    expected.withUTF8Buffer { bytes[range].elementsEqual($0) }
  }
}

// MARK: - Finding the parts

extension PathTextScanner {
  /// Splits the text at its slashes, and each component into its parts.
  func components() throws(IdentifierPath.ParsingError) -> [Fields] {
    var result: [Fields] = []
    var start = 0
    while true {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
      result.append(try fields(in: start..<end))
      guard end < bytes.count else { return result }
      start = end + 1
    }
  }

  private func fields(in whole: Range<Int>) throws(IdentifierPath.ParsingError) -> Fields {
    guard !whole.isEmpty else {
      throw error(at: whole.lowerBound, "a component is empty; write its identifier")
    }
    var slot: Range<Int>?
    var name = whole
    if let colon = bytes[whole].firstIndex(of: UInt8(ascii: ":")) {
      slot = whole.lowerBound..<colon
      name = (colon + 1)..<whole.upperBound
    }
    var ordinal: Range<Int>?
    if let bracket = bytes[name].firstIndex(of: UInt8(ascii: "[")) {
      ordinal = try self.ordinalRange(from: bracket, to: name.upperBound)
      name = name.lowerBound..<bracket
    }
    if let slot, slot.isEmpty {
      throw error(at: slot.lowerBound, "the slot before ':' is empty; leave out ':' or name a slot")
    }
    guard !name.isEmpty else {
      throw error(at: name.lowerBound, "the identifier is missing; write it here")
    }
    return Fields(whole: whole, slot: slot, name: name, ordinal: ordinal)
  }

  private func ordinalRange(
    from bracket: Int,
    to end: Int
  ) throws(IdentifierPath.ParsingError) -> Range<Int> {
    let digits = bytes[(bracket + 1)..<end].prefix { (0x30...0x39).contains($0) }
    guard digits.endIndex == end - 1, bytes[end - 1] == UInt8(ascii: "]"), !digits.isEmpty else {
      throw error(
        at: bracket,
        "'[' starts an ordinal such as '[1]' at the end of a component; write '%5B'"
          + " where the identifier has a bracket"
      )
    }
    return digits.startIndex..<digits.endIndex
  }
}

// MARK: - Reading the parts

extension PathTextScanner {
  /// Reads the ordinal of a component, if it has one.
  func ordinal(of fields: Fields) throws(IdentifierPath.ParsingError) -> Int? {
    guard let range = fields.ordinal else { return nil }
    if range.count > 1, bytes[range.lowerBound] == UInt8(ascii: "0") {
      throw error(at: range.lowerBound, "an ordinal has no leading zeros; leave them out")
    }
    var value = 0
    for digit in bytes[range] {
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflow2) = tenfold.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
      guard !overflow, !overflow2 else {
        throw error(at: range.lowerBound, "the ordinal is too large; at most \(Int.max) fits")
      }
      value = sum
    }
    return value
  }

  /// Reads the slot of a component, if it has one.
  func slot(of fields: Fields) throws(IdentifierPath.ParsingError) -> ContainerSlot? {
    guard let range = fields.slot else { return nil }
    return ContainerSlot(recorded: try unescaped(range))
  }

  /// Reads a name, which has to be escaped exactly as a path prints it.
  func unescaped(_ range: Range<Int>) throws(IdentifierPath.ParsingError) -> String {
    var decoded: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "%") else {
        decoded.append(bytes[index])
        index += 1
        continue
      }
      decoded.append(try escapedByte(at: index, in: range))
      index += 3
    }
    guard let name = String(validating: decoded, as: UTF8.self) else {
      throw error(at: range.lowerBound, "the escapes are not valid UTF-8; escape whole characters")
    }
    let canonical = name.escapedForPath
    if let difference = zip(range, zip(bytes[range], canonical.utf8)).first(where: {
      $0.1.0 != $0.1.1
    }) {
      throw error(at: difference.0, "the name '\(canonical)' is written with just these escapes")
    }
    return name
  }

  private func escapedByte(
    at index: Int,
    in range: Range<Int>
  ) throws(IdentifierPath.ParsingError) -> UInt8 {
    guard index + 2 < range.upperBound,
      let high = UppercaseHex.value(of: bytes[index + 1]),
      let low = UppercaseHex.value(of: bytes[index + 2])
    else {
      throw error(
        at: index,
        "'%' starts an escape of two uppercase hexadecimal digits; write '%25' for '%'"
      )
    }
    return high << 4 | low
  }
}

/// The digits of percent escapes.
private enum UppercaseHex {
  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
