/// What an encoded item is, as its first byte tells.
package enum CBORKind: String, Hashable, Sendable {
  case unsigned = "an unsigned integer"
  case negative = "a negative integer"
  case bytes = "a byte string"
  case text = "a text"
  case array = "an array"
  case map = "a map"
  case tag = "a tag"
  case boolean = "a boolean"
  case null = "null"
  case undefined = "undefined"
  case simple = "a simple value"
  case float = "a floating-point number"
  case end = "the end of an indefinite length"

  /// Tells the kind from the first byte of an item.
  package init(firstByte byte: UInt8) {
    switch byte >> 5 {
    case 0: self = .unsigned
    case 1: self = .negative
    case 2: self = .bytes
    case 3: self = .text
    case 4: self = .array
    case 5: self = .map
    case 6: self = .tag
    default: self = Self.simpleKind(of: byte & 31)
    }
  }

  private static func simpleKind(of information: UInt8) -> CBORKind {
    switch information {
    case 20, 21: .boolean
    case 22: .null
    case 23: .undefined
    case 25, 26, 27: .float
    case 31: .end
    default: .simple
    }
  }
}
