/// The constants of the archive format, as `Documentation/ArchiveFormat.md` gives them.
package enum ArchiveFormat {
  /// The version that is written, and the highest that is read.
  package static let version: UInt32 = 1

  /// The tag at the start of every item: `RSTR` in ASCII.
  package static let tag: UInt64 = 0x5253_5452

  /// The bytes that every item begins with, by which a reader finds the next one after damage.
  package static let mark: [UInt8] = [0xDA, 0x52, 0x53, 0x54, 0x52]

  /// The tag of a byte string that holds encoded CBOR (RFC 8949, section 3.4.5.1).
  package static let embeddedTag: UInt64 = 24

  /// The length of a footer, in this and all later versions.
  package static let footerLength = 78

  /// Where the eight bytes of the salt begin in a footer.
  package static let saltOffsetInFooter = 39

  /// The kinds of items.
  package enum Kind {
    package static let head: UInt64 = 0
    package static let scene: UInt64 = 1
    package static let record: UInt64 = 2
    package static let footer: UInt64 = 3
  }

  /// What a reader that does not know an item's kind must know of it.
  package enum Flag {
    /// Without knowing the kind, nothing can be made of the archive.
    package static let critical: UInt64 = 1

    /// The item goes when its owner goes.
    package static let diesWithOwner: UInt64 = 2
  }
}
