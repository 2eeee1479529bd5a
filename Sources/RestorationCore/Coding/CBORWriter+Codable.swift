extension CBORWriter {
  /// Writes any `Codable` value as one item.
  ///
  /// Equal values give equal bytes: keys are sorted, and so are sets and dictionaries, unless a
  /// type calls their `encode(to:)` by itself.
  ///
  /// - Throws: `EncodingError` if a limit is exceeded, and what the value itself throws; nothing is
  ///   written then.
  package mutating func encode<Value: Encodable>(
    _ value: Value,
    userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws {
    // What has a direct path needs no encoder to be made for it.
    if let direct = value as? any StateRepresentable { return try encode(direct) }
    let count = self.count
    let depth = depth
    defer { self.depth = depth }
    let encoder = ItemEncoder(
      path: CodingPath(),
      depth: depth,
      session: EncodingSession(userInfo: userInfo, limits: limits)
    )
    do {
      let item = try encoder.encode(value, key: nil, to: &self)
      try encoder.session.check()
      item?.write(to: &self)
    } catch {
      truncate(to: count)
      throw error
    }
  }

  /// Writes a value as one item, without a detour through `Encoder`.
  ///
  /// - Throws: `EncodingError` if a limit is exceeded; nothing is written then.
  package mutating func encode<Value: StateRepresentable>(
    _ value: Value,
    userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws {
    let count = self.count
    do {
      try value.writeState(to: &self)
    } catch {
      truncate(to: count)
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [],
          debugDescription: (error as? CBORError)?.message ?? "\(error)",
          underlyingError: error
        )
      )
    }
  }
}
