/// A collection without an order of its own, which is written in the order of its encoded elements.
///
/// What the standard library's own `encode(to:)` writes differs from one process to the next.
protocol SortedEncodable: Encodable {
  /// Encodes the elements in order.
  func encodeSorted(to encoder: ItemEncoder) throws
}

extension Set: SortedEncodable where Element: Encodable {
  func encodeSorted(to encoder: ItemEncoder) throws {
    let array = encoder.openArray()
    let key = PlaceKey.index(0)
    let elements = try map { try encoder.bytes(of: $0, key: key) }
    for element in elements.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      array.add { writer in
        writer.writeRaw(element)
        return nil
      }
    }
  }
}

extension Dictionary: SortedEncodable where Key: Encodable, Value: Encodable {
  /// Encodes a map if keys are strings, integers or stand for coding keys; otherwise an array in
  /// which keys and values take turns, as the standard library does.
  func encodeSorted(to encoder: ItemEncoder) throws {
    guard Key.self is any CodingKeyRepresentable.Type else { return try encodePairs(to: encoder) }
    let map = encoder.openMap()
    for (key, value) in self {
      let (codingKey, codedKey) = Self.keys(of: key)
      try map.add(codedKey) { try encoder.encode(value, key: codingKey, to: &$0) }
    }
  }

  /// The coding key of a key, and what it is written as.
  private static func keys(of key: Key) -> (any CodingKey, CodedKey) {
    if let text = key as? String { return (PlaceKey(stringValue: text), .text(text)) }
    guard let codingKey = (key as? any CodingKeyRepresentable)?.codingKey else {
      return (PlaceKey(stringValue: "\(key)"), .text("\(key)"))
    }
    return (codingKey, CodedKey(codingKey))
  }

  private func encodePairs(to encoder: ItemEncoder) throws {
    let array = encoder.openArray()
    let place = PlaceKey.index(0)
    let pairs = try map { key, value in
      (key: try encoder.bytes(of: key, key: place), value: try encoder.bytes(of: value, key: place))
    }
    for pair in pairs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      for bytes in [pair.key, pair.value] {
        array.add { writer in
          writer.writeRaw(bytes)
          return nil
        }
      }
    }
  }
}
