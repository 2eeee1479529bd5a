import RestorationCore

extension FuzzTarget {
  /// The reader of values of CBOR, as archives have them.
  static let values = FuzzTarget(
    name: "values",
    seeds: { valueSeeds },
    check: { bytes in
      try checkValue(bytes, acceptsIndefiniteLengths: false)
    }
  )

  /// The reader of values of CBOR, as others may write them.
  static let foreignValues = FuzzTarget(
    name: "foreign-values",
    seeds: { valueSeeds },
    check: { bytes in
      try checkValue(bytes, acceptsIndefiniteLengths: true)
    }
  )

  private static var valueSeeds: [[UInt8]] {
    [
      StateValue.map([
        StateValue.Entry(key: .text("a"), value: .array([.unsigned(7), .negative(300), .null])),
        StateValue.Entry(key: .unsigned(1), value: .tagged(1, .double(1.5))),
        StateValue.Entry(key: .text("b"), value: .map([])),
      ]).encoded(),
      StateValue.array([.text("水"), .bytes([1, 2]), .boolean(true), .simple(32), .double(0.1)])
        .encoded(),
      [0x9F, 0x01, 0x7F, 0x61, 0x61, 0xFF, 0xBF, 0x01, 0x02, 0xFF, 0xFF],
    ]
  }

  private static func checkValue(_ bytes: [UInt8], acceptsIndefiniteLengths: Bool) throws(Finding) {
    let value: StateValue
    do {
      value = try StateValue(decoding: bytes, acceptsIndefiniteLengths: acceptsIndefiniteLengths)
    } catch {
      return try checkRefusal(bytes, error, acceptsIndefiniteLengths)
    }
    let encoded = value.encoded()
    let again: StateValue
    do {
      again = try StateValue(
        decoding: encoded,
        acceptsIndefiniteLengths: acceptsIndefiniteLengths
      )
    } catch {
      throw Finding("A value was read, but not what it was written as: \(error)")
    }
    try require(again == value, "A value differs after it was written and read.")
    try require(again.encoded() == encoded, "A value is written in two ways.")
    try require(again.hashValue == value.hashValue, "Equal values have two hashes.")
    try require(skips(bytes, acceptsIndefiniteLengths), "A value that is read cannot be skipped.")
  }

  private static func checkRefusal(
    _ bytes: [UInt8],
    _ error: CBORError,
    _ acceptsIndefiniteLengths: Bool
  ) throws(Finding) {
    try require(
      (0...bytes.count).contains(error.offset),
      "An error lies at byte \(error.offset) of \(bytes.count)."
    )
    try require(!error.message.contains("\n"), "An error has several lines.")
  }

  private static func skips(_ bytes: [UInt8], _ acceptsIndefiniteLengths: Bool) -> Bool {
    var reader = CBORReader(bytes, acceptsIndefiniteLengths: acceptsIndefiniteLengths)
    do {
      try reader.skipItem()
      return reader.isAtEnd
    } catch {
      return false
    }
  }
}
