extension CBORReader {
  /// Reads one item as any `Codable` value.
  ///
  /// - Throws: `DecodingError` if the item is unsound or is none of that type, and what the type
  ///   itself throws; the position is as it was then.
  package mutating func decode<Value: Decodable>(
    _ type: Value.Type,
    userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> Value {
    // What has a direct path needs no decoder to be made for it.
    if let direct = type as? any StateRepresentable.Type,
      let value = try decode(direct) as? Value
    {
      return value
    }
    let extents = ItemExtents()
    let range: Range<Int>
    do {
      // The structure of the whole item is checked before any of it is used.
      range = try skipItem(remembering: extents)
    } catch {
      throw DecodingError(error, type, isNull: false, path: CodingPath())
    }
    let end = position
    position = range.lowerBound
    let decoder = ItemDecoder(
      reader: self,
      path: CodingPath(),
      userInfo: userInfo,
      extents: extents
    )
    let value = try decoder.decode(type, at: position, nil)
    position = end
    return value
  }

  /// Reads one item as a value, without a detour through `Decoder`.
  ///
  /// - Throws: `DecodingError` if the item is none of that type; the position is as it was then.
  package mutating func decode<Value: StateRepresentable>(
    _ type: Value.Type,
    userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> Value {
    let start = position
    do {
      return try Value.readState(from: &self)
    } catch let error as CBORError {
      position = start
      let isNull = !isAtEnd && bytes[start] == 0xF6
      throw DecodingError(error, type, isNull: isNull, path: CodingPath())
    }
  }
}
