/// The view of a map that a `Codable` type encodes itself to.
struct KeyedItemEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ItemEncoder
  let map: EncodedMap

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil(forKey key: Key) {
    map.add(CodedKey(key)) { writer in
      writer.writeNull()
      return nil
    }
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try map.add(CodedKey(key)) { try encoder.encode(value, key: key, to: &$0) }
  }

  private func add<Value: StateRepresentable>(_ value: Value, _ key: Key) throws {
    try map.add(CodedKey(key)) { writer in
      try encoder.write(value, key: key, to: &writer)
      return nil
    }
  }
}

// MARK: - Nesting

extension KeyedItemEncoding {
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nestedEncoder(key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nestedEncoder(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    nestedEncoder(PlaceKey.superclass)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    nestedEncoder(key)
  }

  /// The encoder of what is nested under a key: one and the same, however often it is asked for.
  private func nestedEncoder(_ key: some CodingKey) -> ItemEncoder {
    let codedKey = CodedKey(key)
    if case .made(let nested) = map.item(codedKey) { return nested }
    return encoder.nested(key) { item in map.add(codedKey) { _ in item } }
  }
}

// MARK: - Scalars

extension KeyedItemEncoding {
  mutating func encode(_ value: Bool, forKey key: Key) throws { try add(value, key) }
  mutating func encode(_ value: String, forKey key: Key) throws { try add(value, key) }
  mutating func encode(_ value: Double, forKey key: Key) throws { try add(value, key) }
  mutating func encode(_ value: Float, forKey key: Key) throws { try add(value, key) }
  mutating func encode(_ value: Int, forKey key: Key) throws { try add(value, key) }
  mutating func encode(_ value: Int8, forKey key: Key) throws { try add(value, key) }
  mutating func encode(_ value: Int16, forKey key: Key) throws { try add(value, key) }
  mutating func encode(_ value: Int32, forKey key: Key) throws { try add(value, key) }
  mutating func encode(_ value: Int64, forKey key: Key) throws { try add(value, key) }
  mutating func encode(_ value: UInt, forKey key: Key) throws { try add(value, key) }
  mutating func encode(_ value: UInt8, forKey key: Key) throws { try add(value, key) }
  mutating func encode(_ value: UInt16, forKey key: Key) throws { try add(value, key) }
  mutating func encode(_ value: UInt32, forKey key: Key) throws { try add(value, key) }
  mutating func encode(_ value: UInt64, forKey key: Key) throws { try add(value, key) }
}
