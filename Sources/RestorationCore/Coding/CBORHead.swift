/// The first bytes of an item: its kind and the number that goes with it.
package struct CBORHead: Hashable, Sendable {
  /// The first byte.
  package var first: UInt8

  /// The number: a value, a length, a count, a tag, or the bits of a float.
  package var argument: UInt64

  /// Where the head begins.
  package var start: Int

  /// Where the head ends, and the content begins.
  package var end: Int

  /// What the item is.
  package var kind: CBORKind { CBORKind(firstByte: first) }

  /// Whether the length is indefinite: an end marker follows the content.
  package var isIndefinite: Bool { first & 31 == 31 }

  /// Whether the number could not have been written in fewer bytes.
  package var isShortest: Bool {
    switch (first >> 5, first & 31) {
    case (7, 25): true
    case (7, 26):
      CBORFloat(CBORFloat.single(UInt32(truncatingIfNeeded: argument)).value)
        == .single(UInt32(truncatingIfNeeded: argument))
    case (7, 27): CBORFloat(Double(bitPattern: argument)) == .double(argument)
    case (_, 24): argument >= 24
    case (_, 25): argument > 0xFF
    case (_, 26): argument > 0xFFFF
    case (_, 27): argument > 0xFFFF_FFFF
    case (_, 31): false
    default: true
    }
  }
}
