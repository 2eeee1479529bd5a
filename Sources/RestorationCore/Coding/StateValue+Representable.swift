private import Foundation

extension StateValue: StateRepresentable {
  /// The value may be ``null``.
  public static var stateMayBeNull: Bool { true }

  /// Writes the value.
  ///
  /// - Throws: ``CBORError`` if it nests deeper, or a text is longer, than the limits allow.
  public func writeState(to writer: inout CBORWriter) throws {
    try check(writer.limits, depth: writer.depth, at: writer.count)
    writer.write(self)
  }

  /// Reads a value, whatever it is.
  public static func readState(from reader: inout CBORReader) throws -> StateValue {
    try reader.readValue()
  }

  private func check(_ limits: RestorationLimits, depth: Int, at offset: Int) throws(CBORError) {
    switch self {
    case .array, .map, .tagged:
      guard depth < limits.depth else {
        throw CBORError.tooDeep(limits, at: offset)
      }
      for value in parts { try value.check(limits, depth: depth + 1, at: offset) }
    case .text(let text) where text.utf8.count > limits.stringLength:
      throw CBORError.tooLong(text.utf8.count, limits, at: offset)
    default:
      break
    }
  }

  /// The values that this one holds.
  private var parts: [StateValue] {
    switch self {
    case .array(let values): values
    case .map(let entries): entries.flatMap { [$0.key, $0.value] }
    case .tagged(_, let value): [value]
    default: []
    }
  }
}

extension StateValue: Codable {
  /// Reads a value that another encoder wrote, as the bytes of its encoding.
  public init(from decoder: any Decoder) throws {
    let bytes = try decoder.singleValueContainer().decode(Data.self)
    self = try StateValue(decoding: [UInt8](bytes))
  }

  /// Writes the bytes of the value's encoding, which every encoder can hold.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(encoded()))
  }
}
