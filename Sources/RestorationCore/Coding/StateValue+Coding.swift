extension StateValue {
  /// Reads a value from the bytes of one CBOR item.
  ///
  /// - Parameters:
  ///   - bytes: The item, with nothing after it.
  ///   - limits: What it may measure.
  ///   - acceptsIndefiniteLengths: Whether to accept what only foreign encoders write: indefinite
  ///     lengths, and the simple values 24 to 31 of RFC 7049.
  /// - Throws: ``CBORError`` if they are not one sound item.
  public init(
    decoding bytes: [UInt8],
    limits: RestorationLimits = RestorationLimits(),
    acceptsIndefiniteLengths: Bool = false
  ) throws(CBORError) {
    var reader = CBORReader(
      bytes,
      limits: limits,
      acceptsIndefiniteLengths: acceptsIndefiniteLengths
    )
    self = try reader.readValue()
    try reader.finish()
  }

  /// The value in the deterministic encoding of RFC 8949, section 4.2.1.
  ///
  /// Equal values give equal bytes, and only they do.
  public func encoded() -> [UInt8] {
    var writer = CBORWriter()
    writer.write(self)
    return writer.bytes()
  }
}

extension CBORWriter {
  /// Writes a value, however deep it is.
  package mutating func write(_ value: StateValue) {
    switch value {
    case .null: writeNull()
    case .undefined: writeSimple(23)
    case .boolean(let value): writeBool(value)
    case .unsigned(let value): writeUnsigned(value)
    case .negative(let value): writeNegative(value)
    case .double(let value): writeDouble(value)
    case .text(let value): writeText(value)
    case .bytes(let value): writeBytes(value)
    case .array(let values):
      writeArrayHeader(values.count)
      for value in values { write(value) }
    case .map(let entries): write(entries)
    case .tagged(let tag, let value):
      writeTag(tag)
      write(value)
    case .simple(let value): writeSimple(value)
    }
  }

  private mutating func write(_ entries: [StateValue.Entry]) {
    writeMapHeader(entries.count)
    let keyed = entries.map { (key: $0.key.encoded(), value: $0.value) }
    for entry in keyed.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      writeRaw(entry.key)
      write(entry.value)
    }
  }
}
