extension StateValue: CustomStringConvertible {
  /// The value in the diagnostic notation of RFC 8949, section 8, on one line.
  public var description: String {
    switch self {
    case .null: "null"
    case .undefined: "undefined"
    case .boolean(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .negative(let value): Self.describe(negative: value)
    case .double(let value): Self.describe(value)
    case .text(let value): Self.quote(value)
    case .bytes(let value): "h'\(Self.hexadecimal(value))'"
    case .array(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    case .map(let entries): "{\(entries.map(\.description).joined(separator: ", "))}"
    case .tagged(let tag, let value): "\(tag)(\(value))"
    case .simple(let value): "simple(\(value))"
    }
  }

  private static func describe(negative value: UInt64) -> String {
    value == .max ? "-18446744073709551616" : "-\(value + 1)"
  }

  private static func describe(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    return "\(value)"
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.reduce(into: "") { text, byte in
      if byte < 16 { text += "0" }
      text += String(byte, radix: 16)
    }
  }

  private static func quote(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\0"..<" ", "\u{7F}"..<"\u{A0}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension StateValue.Entry: CustomStringConvertible {
  /// The key and the value, in diagnostic notation.
  public var description: String { "\(key): \(value)" }
}
