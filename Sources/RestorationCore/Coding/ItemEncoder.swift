/// What `Codable` values encode themselves to; it makes one item.
///
/// Scalars are written at once. Maps and arrays are kept until the whole value is encoded, because
/// a class and its superclass may add to the same one, and keys have to be sorted.
final class ItemEncoder: Encoder {
  /// What was encoded so far.
  var item: EncodedItem?

  /// The keys that lead here.
  let path: CodingPath

  /// How many values are being encoded around this one.
  let depth: Int

  /// What all parts of the value share.
  let session: EncodingSession

  init(path: CodingPath, depth: Int, session: EncodingSession) {
    self.path = path
    self.depth = depth
    self.session = session
  }

  var codingPath: [any CodingKey] { path.keys }

  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedItemEncoding<Key>(encoder: self, map: openMap()))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedItemEncoding(encoder: self, array: openArray())
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleItemEncoding(encoder: self)
  }

  /// The map that this encoder makes, begun if it was not.
  func openMap() -> EncodedMap {
    if case .map(let map) = item { return map }
    checkUnused()
    let map = EncodedMap(limits: session.limits)
    item = .map(map)
    return map
  }

  /// The array that this encoder makes, begun if it was not.
  func openArray() -> EncodedArray {
    if case .array(let array) = item { return array }
    checkUnused()
    let array = EncodedArray(limits: session.limits)
    item = .array(array)
    return array
  }

  /// Notes an error if something else was encoded here already.
  func checkUnused() {
    guard item != nil else { return }
    session.fail(
      "One encoder got two values of different kinds; encode one of them, or use superEncoder().",
      at: path
    )
  }
}

// MARK: - Values

extension ItemEncoder {
  /// An encoder for a part of this one's value.
  func child(_ key: (any CodingKey)?) -> ItemEncoder {
    ItemEncoder(path: path.appending(key), depth: depth + 1, session: session)
  }

  /// An encoder for what is nested in this one's value, linked to it by a closure.
  ///
  /// Below the limit of depth it is not linked, so that no chain gets so long that releasing it
  /// overflows the stack.
  func nested(_ key: any CodingKey, link: (EncodedItem) -> Void) -> ItemEncoder {
    guard depth < session.limits.depth else {
      session.fail(CBORError.tooDeep(session.limits, at: 0).message, at: path)
      return ItemEncoder(path: CodingPath(), depth: depth, session: session)
    }
    let nested = child(key)
    link(.made(nested))
    return nested
  }

  /// Encodes a value: directly to the writer, or to an item that is returned.
  ///
  /// If it throws, the writer is as it was.
  func encode<Value: Encodable>(
    _ value: Value,
    key: (any CodingKey)?,
    to writer: inout CBORWriter
  ) throws -> EncodedItem? {
    if let type = Value.self as? any StateRepresentable.Type {
      try write(any: value, as: type, key: key, to: &writer)
      return nil
    }
    guard depth < session.limits.depth else {
      throw invalid(value, key, CBORError.tooDeep(session.limits, at: 0).message, nil)
    }
    let child = child(key)
    if let unordered = value as? any SortedEncodable {
      try unordered.encodeSorted(to: child)
    } else {
      try value.encode(to: child)
    }
    guard case .bytes(let bytes) = child.item else { return child.item ?? .empty }
    writer.writeRaw(bytes)
    return nil
  }

  private func write<Value: StateRepresentable>(
    any value: Any,
    as type: Value.Type,
    key: (any CodingKey)?,
    to writer: inout CBORWriter
  ) throws {
    // The type is the value's own, so this always holds.
    if let value = value as? Value { try write(value, key: key, to: &writer) }
  }

  /// Writes a value without an encoder of its own.
  func write<Value: StateRepresentable>(
    _ value: Value,
    key: (any CodingKey)?,
    to writer: inout CBORWriter
  ) throws {
    let count = writer.count
    do {
      writer.depth = depth
      try value.writeState(to: &writer)
    } catch let error as CBORError {
      writer.truncate(to: count)
      throw invalid(value, key, error.message, error)
    }
  }

  /// Encodes a value to bytes of its own, to be sorted among others.
  func bytes<Value: Encodable>(of value: Value, key: any CodingKey) throws -> [UInt8] {
    var writer = CBORWriter(limits: session.limits)
    let item = try encode(value, key: key, to: &writer)
    try session.check()
    item?.write(to: &writer)
    return writer.bytes()
  }

  private func invalid(
    _ value: Any,
    _ key: (any CodingKey)?,
    _ message: String,
    _ error: CBORError?
  ) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: path.appending(key).keys,
        debugDescription: message,
        underlyingError: error
      )
    )
  }
}
