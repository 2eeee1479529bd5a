/// One item of an archive: what it is, whose it is, and its body, one encoded CBOR item.
package struct ArchiveItem: Hashable, Sendable {
  /// The kind, of ``ArchiveFormat/Kind`` or unknown.
  package var kind: UInt64

  /// The flags, of ``ArchiveFormat/Flag`` or unknown.
  package var flags: UInt64

  /// The scene that owns it, counted from 1 in its file, if one does.
  package var scene: UInt64?

  /// The number of the node that owns it, if one does.
  package var node: UInt64?

  /// The body, as it is encoded.
  package var body: ArraySlice<UInt8>

  /// Whether nothing can be made of the archive without knowing the kind.
  package var isCritical: Bool { flags & ArchiveFormat.Flag.critical != 0 }

  /// Whether it goes when its owner goes.
  package var diesWithOwner: Bool { flags & ArchiveFormat.Flag.diesWithOwner != 0 }
}

extension ArchiveItem {
  /// Reads the item that some bytes consist of, if its checksum is right.
  package init?(sealed bytes: ArraySlice<UInt8>, salt: UInt64, limits: RestorationLimits) {
    var items = ArchiveItemReader(bytes, salt: salt, limits: limits)
    guard let sound = items.soundItem(at: bytes.startIndex),
      sound.range.upperBound == bytes.endIndex
    else { return nil }
    self = sound.item
  }
}
