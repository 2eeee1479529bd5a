/// An item whose checksum is right.
struct SoundItem {
  /// The item.
  var item: ArchiveItem

  /// Where it lies.
  var range: Range<Int>

  /// Its checksum.
  var checksum: UInt32
}
