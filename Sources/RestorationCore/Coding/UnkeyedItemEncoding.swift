/// The view of an array that a `Codable` type encodes itself to.
struct UnkeyedItemEncoding: UnkeyedEncodingContainer {
  let encoder: ItemEncoder
  let array: EncodedArray

  var codingPath: [any CodingKey] { encoder.codingPath }

  var count: Int { array.count }

  mutating func encodeNil() {
    array.add { writer in
      writer.writeNull()
      return nil
    }
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    let key = PlaceKey.index(array.count)
    try array.add { try encoder.encode(value, key: key, to: &$0) }
  }

  private func add<Value: StateRepresentable>(_ value: Value) throws {
    let key = PlaceKey.index(array.count)
    try array.add { writer in
      try encoder.write(value, key: key, to: &writer)
      return nil
    }
  }
}

// MARK: - Nesting

extension UnkeyedItemEncoding {
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    nestedEncoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nestedEncoder().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    nestedEncoder()
  }

  private func nestedEncoder() -> ItemEncoder {
    encoder.nested(PlaceKey.index(array.count)) { item in array.add { _ in item } }
  }
}

// MARK: - Scalars

extension UnkeyedItemEncoding {
  mutating func encode(_ value: Bool) throws { try add(value) }
  mutating func encode(_ value: String) throws { try add(value) }
  mutating func encode(_ value: Double) throws { try add(value) }
  mutating func encode(_ value: Float) throws { try add(value) }
  mutating func encode(_ value: Int) throws { try add(value) }
  mutating func encode(_ value: Int8) throws { try add(value) }
  mutating func encode(_ value: Int16) throws { try add(value) }
  mutating func encode(_ value: Int32) throws { try add(value) }
  mutating func encode(_ value: Int64) throws { try add(value) }
  mutating func encode(_ value: UInt) throws { try add(value) }
  mutating func encode(_ value: UInt8) throws { try add(value) }
  mutating func encode(_ value: UInt16) throws { try add(value) }
  mutating func encode(_ value: UInt32) throws { try add(value) }
  mutating func encode(_ value: UInt64) throws { try add(value) }
}
