/// What `Codable` values decode themselves from: one item, read in place.
struct ItemDecoder: Decoder {
  /// Stands at the item.
  let reader: CBORReader

  /// The keys that lead here.
  let path: CodingPath

  /// What the app wants its own `Codable` types to know.
  let userInfo: [CodingUserInfoKey: Any]

  /// Where items end.
  let extents: ItemExtents

  var codingPath: [any CodingKey] { path.keys }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try KeyedItemDecoding<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedItemDecoding(decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleItemDecoding(decoder: self)
  }
}

// MARK: - Values

extension ItemDecoder {
  /// A decoder of a part of this one's item.
  func child(at position: Int, _ key: (any CodingKey)?) -> ItemDecoder {
    var reader = reader
    reader.position = position
    reader.depth += 1
    return ItemDecoder(
      reader: reader,
      path: path.appending(key),
      userInfo: userInfo,
      extents: extents
    )
  }

  /// A decoder of nothing, for a superclass that wrote nothing.
  func childOfNull(_ key: any CodingKey) -> ItemDecoder {
    var reader = CBORReader([0xF6], limits: self.reader.limits)
    reader.depth = self.reader.depth + 1
    return ItemDecoder(
      reader: reader,
      path: path.appending(key),
      userInfo: userInfo,
      extents: ItemExtents()
    )
  }

  /// Decodes a value from the item at a position.
  func decode<Value: Decodable>(
    _ type: Value.Type,
    at position: Int,
    _ key: (any CodingKey)?
  ) throws -> Value {
    if let direct = type as? any StateRepresentable.Type,
      let value = try read(direct, at: position, key) as? Value
    {
      return value
    }
    guard reader.depth < reader.limits.depth else {
      throw decodingError(.tooDeep(reader.limits, at: position), type, at: position, key)
    }
    return try Value(from: child(at: position, key))
  }

  /// Reads a value without a decoder of its own.
  func read<Value: StateRepresentable>(
    _ type: Value.Type,
    at position: Int,
    _ key: (any CodingKey)?
  ) throws -> Value {
    var reader = reader
    reader.position = position
    do {
      return try Value.readState(from: &reader)
    } catch let cause as CBORError {
      throw decodingError(cause, type, at: position, key)
    }
  }

  /// Calls an operation of a reader that stands at a position, and puts its errors in terms of
  /// `Codable`.
  func reading<Result>(
    at position: Int,
    for type: Any.Type,
    _ key: (any CodingKey)? = nil,
    _ operation: (inout CBORReader) throws(CBORError) -> Result
  ) throws -> Result {
    var reader = reader
    reader.position = position
    do {
      return try operation(&reader)
    } catch {
      throw decodingError(error, type, at: position, key)
    }
  }

  private func decodingError(
    _ cause: CBORError,
    _ type: Any.Type,
    at position: Int,
    _ key: (any CodingKey)?
  ) -> DecodingError {
    let isNull = reader.bytes.indices.contains(position) && reader.bytes[position] == 0xF6
    return DecodingError(cause, type, isNull: isNull, path: path.appending(key))
  }
}

extension DecodingError {
  /// Puts an error of a reader in terms of `Codable`.
  init(_ cause: CBORError, _ type: Any.Type, isNull: Bool, path: CodingPath) {
    let context = Context(
      codingPath: path.keys,
      debugDescription: cause.description,
      underlyingError: cause
    )
    switch cause.code {
    case .unexpectedKind where isNull: self = .valueNotFound(type, context)
    case .unexpectedKind: self = .typeMismatch(type, context)
    default: self = .dataCorrupted(context)
    }
  }
}
