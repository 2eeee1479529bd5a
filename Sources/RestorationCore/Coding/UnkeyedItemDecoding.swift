/// The view of an array that a `Codable` type decodes itself from.
struct UnkeyedItemDecoding: UnkeyedDecodingContainer {
  private let decoder: ItemDecoder
  private let total: Int
  private var position: Int

  private(set) var currentIndex = 0

  /// Begins before the first element.
  init(decoder: ItemDecoder) throws {
    self.decoder = decoder
    (total, position) = try decoder.reading(
      at: decoder.reader.position,
      for: [Any].self
    ) { reader throws(CBORError) in
      (try reader.readArrayHeader(), reader.position)
    }
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var count: Int? { total }

  var isAtEnd: Bool { currentIndex >= total }

  mutating func decodeNil() throws -> Bool {
    try checkEnd(Any?.self)
    guard decoder.reader.bytes[position] == 0xF6 else { return false }
    try advance()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try checkEnd(type)
    let value = try decoder.decode(type, at: position, key)
    try advance()
    return value
  }

  private mutating func read<Value: StateRepresentable>(_ type: Value.Type) throws -> Value {
    try checkEnd(type)
    let value = try decoder.read(type, at: position, key)
    try advance()
    return value
  }

  private var key: PlaceKey { .index(currentIndex) }

  private func checkEnd(_ type: Any.Type) throws {
    guard isAtEnd else { return }
    throw DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath + [key],
        debugDescription: "The array has \(total) elements and no more."
      )
    )
  }

  private mutating func advance() throws {
    position = try decoder.reading(at: position, for: Any.self, key) { reader throws(CBORError) in
      try reader.skipItem(remembering: decoder.extents).upperBound
    }
    currentIndex += 1
  }
}

// MARK: - Nesting

extension UnkeyedItemDecoding {
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try nestedDecoder().container(keyedBy: type)
    try advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try nestedDecoder().unkeyedContainer()
    try advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let nested = try nestedDecoder()
    try advance()
    return nested
  }

  private func nestedDecoder() throws -> ItemDecoder {
    try checkEnd((any Decoder).self)
    return decoder.child(at: position, key)
  }
}

// MARK: - Scalars

extension UnkeyedItemDecoding {
  mutating func decode(_ type: Bool.Type) throws -> Bool { try read(type) }
  mutating func decode(_ type: String.Type) throws -> String { try read(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try read(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try read(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try read(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try read(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try read(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try read(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try read(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try read(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try read(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try read(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try read(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try read(type) }
}
