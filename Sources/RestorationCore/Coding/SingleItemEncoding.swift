/// The view of one value that a `Codable` type encodes itself to.
struct SingleItemEncoding: SingleValueEncodingContainer {
  let encoder: ItemEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil() {
    encoder.checkUnused()
    var writer = CBORWriter(limits: encoder.session.limits)
    writer.writeNull()
    encoder.item = .bytes(writer.bytes())
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    encoder.checkUnused()
    var writer = CBORWriter(limits: encoder.session.limits)
    encoder.item = try encoder.encode(value, key: nil, to: &writer) ?? .bytes(writer.bytes())
  }

  private func set<Value: StateRepresentable>(_ value: Value) throws {
    encoder.checkUnused()
    var writer = CBORWriter(limits: encoder.session.limits)
    try encoder.write(value, key: nil, to: &writer)
    encoder.item = .bytes(writer.bytes())
  }
}

// MARK: - Scalars

extension SingleItemEncoding {
  mutating func encode(_ value: Bool) throws { try set(value) }
  mutating func encode(_ value: String) throws { try set(value) }
  mutating func encode(_ value: Double) throws { try set(value) }
  mutating func encode(_ value: Float) throws { try set(value) }
  mutating func encode(_ value: Int) throws { try set(value) }
  mutating func encode(_ value: Int8) throws { try set(value) }
  mutating func encode(_ value: Int16) throws { try set(value) }
  mutating func encode(_ value: Int32) throws { try set(value) }
  mutating func encode(_ value: Int64) throws { try set(value) }
  mutating func encode(_ value: UInt) throws { try set(value) }
  mutating func encode(_ value: UInt8) throws { try set(value) }
  mutating func encode(_ value: UInt16) throws { try set(value) }
  mutating func encode(_ value: UInt32) throws { try set(value) }
  mutating func encode(_ value: UInt64) throws { try set(value) }
}
