extension HTMLTokenizer {
  /// Decodes text with its entities; one that is not known stays as it stands.
  static func decodeEntities(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    var rest = bytes
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<start]
      rest = rest[start...]
      if let (scalar, length) = entity(at: rest) {
        result += Array(String(scalar).utf8)
        rest = rest.dropFirst(length)
      } else {
        result.append(UInt8(ascii: "&"))
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result + rest, as: UTF8.self)
  }

  /// The character of the entity that text begins with, and the length of the entity.
  private static func entity(at text: ArraySlice<UInt8>) -> (Unicode.Scalar, length: Int)? {
    let body = text.dropFirst().prefix(40)
    let isNumeric = body.first == UInt8(ascii: "#")
    let name = body.dropFirst(isNumeric ? 1 : 0).prefix { byte in
      48...57 ~= byte || 65...90 ~= byte || 97...122 ~= byte
    }
    let isClosed = name.endIndex < body.endIndex && body[name.endIndex] == UInt8(ascii: ";")
    let length = name.endIndex - text.startIndex + (isClosed ? 1 : 0)
    let word = String(decoding: name, as: UTF8.self)
    if isNumeric {
      let isHexadecimal = word.hasPrefix("x") || word.hasPrefix("X")
      let digits = isHexadecimal ? word.dropFirst() : word[...]
      guard let number = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
      return (HTMLEntities.scalar(numbered: number), length)
    }
    // Browsers read the oldest ones also without a semicolon.
    guard isClosed || ["amp", "lt", "gt", "quot", "nbsp"].contains(word) else { return nil }
    return HTMLEntities.scalar(named: word).map { ($0, length) }
  }
}
