private import Foundation

extension StateValue: StateRepresentable {
  /// The value may be ``null``.
  public static var stateMayBeNull: Bool { true }

  /// Writes the value.
  ///
  /// - Throws: ``CBORError`` if it nests deeper, or a text is longer, than the limits allow, or if it
  ///   could not be read again: a map with a key twice, or a simple value from 20 to 31.
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
      if case .map(let entries) = self { try Self.checkKeys(of: entries, at: offset) }
    case .simple(let number) where (20...31).contains(number):
      throw CBORError(
        .malformed,
        at: offset,
        "There is no simple value \(number); use one of 0 to 19 or 32 to 255."
      )
    case .text(let text) where text.utf8.count > limits.stringLength:
      throw CBORError.tooLong(text.utf8.count, limits, at: offset)
    default:
      break
    }
  }

  private static func checkKeys(of entries: [Entry], at offset: Int) throws(CBORError) {
    guard entries.count > 1 else { return }
    var keys: Set<StateValue> = []
    for entry in entries where !keys.insert(entry.key).inserted {
      throw CBORError(.invalidKey, at: offset, "A map has the key \(entry.key) twice.")
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
