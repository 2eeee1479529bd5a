extension CBORReader {
  /// Reads what stands before an item's body.
  mutating func readItemHead() throws(CBORError) -> ArchiveItem {
    try readTag(ArchiveFormat.tag)
    let start = position
    guard try readArrayHeader() == 6 else {
      throw CBORError(.malformed, at: start, "An item of an archive has six parts.")
    }
    return ArchiveItem(
      kind: try readUnsigned(),
      flags: try readUnsigned(),
      scene: try readUnsignedOrNull(),
      node: try readUnsignedOrNull(),
      body: []
    )
  }

  /// Reads a number, or `nil` for null.
  mutating func readUnsignedOrNull() throws(CBORError) -> UInt64? {
    readNullIfPresent() ? nil : try readUnsigned()
  }

  /// Reads encoded CBOR from a byte string that says that it holds some.
  mutating func readEmbedded() throws(CBORError) -> [UInt8] {
    try readTag(ArchiveFormat.embeddedTag)
    return Array(try readBytes())
  }

  /// Reads a map whose keys are numbers, and gives the encoded entries that are not known.
  ///
  /// The keys must ascend by their encoded bytes, so none comes twice. `field` reads the value of a
  /// key, or answers `false` if it does not know the key.
  mutating func readFields(
    _ field: (UInt64, inout CBORReader) throws(CBORError) -> Bool
  ) throws(CBORError) -> [UInt8] {
    let count = try readMapHeader()
    var unknown: [UInt8] = []
    var previous = position..<position
    for _ in 0..<count {
      let kind = try peekKind()
      let key = try skipItem()
      guard bytes[previous].lexicographicallyPrecedes(bytes[key]) else {
        throw CBORError(.invalidKey, at: key.lowerBound, "The keys of a map do not ascend.")
      }
      previous = key
      if kind == .unsigned {
        var keyReader = self
        keyReader.position = key.lowerBound
        if try field(keyReader.readUnsigned(), &self) { continue }
      }
      try skipItem()
      unknown += bytes[key.lowerBound..<position]
    }
    return unknown
  }

  /// Reads a number that is written as a byte string, so that its length does not depend on it.
  mutating func readFixed<Number: FixedWidthInteger>() throws(CBORError) -> Number {
    let start = position
    guard let number = Number(bigEndianBytes: try readBytes()) else {
      throw CBORError(.outOfRange, at: start, "A number of fixed length has another length.")
    }
    return number
  }

  /// How many map entries the bytes hold, or `nil` if they are not whole entries.
  var countOfEntries: Int? {
    var reader = self
    var count = 0
    do {
      while !reader.isAtEnd {
        try reader.skipItem()
        try reader.skipItem()
        count += 1
      }
    } catch {
      return nil  // Only entries that were read from an archive get here, so this is not reached.
    }
    return count
  }
}
