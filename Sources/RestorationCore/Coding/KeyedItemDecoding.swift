/// The view of a map that a `Codable` type decodes itself from.
struct KeyedItemDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: ItemDecoder
  private let keys: [CodedKey]
  private let positions: [CodedKey: Int]

  /// Notes where the values of the map are; none of them is read.
  init(decoder: ItemDecoder) throws {
    self.decoder = decoder
    (keys, positions) = try decoder.reading(
      at: decoder.reader.position,
      for: [String: Any].self
    ) { reader throws(CBORError) in
      try Self.index(&reader, decoder.extents)
    }
  }

  private static func index(
    _ reader: inout CBORReader,
    _ extents: ItemExtents
  ) throws(CBORError) -> ([CodedKey], [CodedKey: Int]) {
    var keys: [CodedKey] = []
    var positions: [CodedKey: Int] = [:]
    let count = try reader.readMapHeader()
    for _ in 0..<count {
      let start = reader.position
      let key: CodedKey =
        try reader.peekKind() == .text
        ? .text(reader.readText()) : .integer(reader.readInteger(as: Int.self))
      keys.append(key)
      guard positions.updateValue(reader.position, forKey: key) == nil else {
        throw CBORError(.invalidKey, at: start, "A map has the key \(key) twice.")
      }
      try reader.skipItem(remembering: extents)
    }
    return (keys, positions)
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] { keys.compactMap { $0.codingKey(as: Key.self) } }

  func contains(_ key: Key) -> Bool {
    find(key) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    decoder.reader.bytes[try position(key)] == 0xF6
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.decode(type, at: position(key), key)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let position = find(key) else { return nil }
    // A type with a null of its own tells it from what is absent.
    let mayBeNull = (type as? any StateRepresentable.Type)?.stateMayBeNull == true
    if !mayBeNull && decoder.reader.bytes[position] == 0xF6 { return nil }
    return try decoder.decode(type, at: position, key)
  }

  private func read<Value: StateRepresentable>(_ type: Value.Type, _ key: Key) throws -> Value {
    try decoder.read(type, at: position(key), key)
  }

  private func find(_ key: some CodingKey) -> Int? {
    positions[CodedKey(key)] ?? CodedKey(alternativeFor: key).flatMap { positions[$0] }
  }

  private func position(_ key: Key) throws -> Int {
    guard let position = find(key) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "The key \(key.stringValue) is missing."
        )
      )
    }
    return position
  }
}

// MARK: - Nesting

extension KeyedItemDecoding {
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder.child(at: position(key), key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.child(at: position(key), key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    superDecoder(at: PlaceKey.superclass)
  }

  func superDecoder(forKey key: Key) -> any Decoder {
    superDecoder(at: key)
  }

  private func superDecoder(at key: some CodingKey) -> ItemDecoder {
    find(key).map { decoder.child(at: $0, key) } ?? decoder.childOfNull(key)
  }
}

// MARK: - Scalars

extension KeyedItemDecoding {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try read(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try read(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try read(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try read(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try read(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try read(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try read(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try read(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try read(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try read(type, key) }
}
