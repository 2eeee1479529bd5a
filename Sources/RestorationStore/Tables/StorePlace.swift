internal import RestorationCore

/// Where an item lies: in which of a store's files, and where in it.
struct StorePlace: Hashable, Sendable {
  /// The number of the file in the store's tables.
  var file: UInt32

  /// The item's length in bytes, below 4 GiB, since no record may be longer.
  var length: UInt32

  /// The offset of its first byte.
  var offset: Int

  init(_ range: ItemRange, in file: UInt32) {
    self.file = file
    length = UInt32(clamping: range.length)
    offset = range.offset
  }

  var range: ItemRange { ItemRange(offset: offset, length: Int(length)) }
}

/// An item of an unknown kind, whose it is, and where it lies.
struct CarriedPlace: Hashable, Sendable {
  var node: UInt64?
  var diesWithOwner: Bool
  var place: StorePlace
}
