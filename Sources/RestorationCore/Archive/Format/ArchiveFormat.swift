/// The constants of the archive format, as `Documentation/ArchiveFormat.md` gives them.
package enum ArchiveFormat {
  /// The version that is written, and the highest that is read.
  package static let version: UInt32 = 2

  /// The tag at the start of every item: `RSTR` in ASCII.
  package static let tag: UInt64 = 0x5253_5452

  /// The bytes that every item begins with, by which a reader finds the next one after damage.
  package static let mark: [UInt8] = [0xDA, 0x52, 0x53, 0x54, 0x52]

  /// The tag of a byte string that holds encoded CBOR (RFC 8949, section 3.4.5.1).
  package static let embeddedTag: UInt64 = 24

  /// The most bytes that an item of a known kind has around its body.
  package static let itemOverhead = 32

  /// How many bytes an item has at the least.
  static let leastItemLength = 16

  /// The length of a footer, in this and all later versions.
  package static let footerLength = 78

  /// Where the eight bytes of the salt begin in a footer.
  package static let saltOffsetInFooter = 39

  /// The length of a segment's head, and where the eight bytes of its salt begin.
  package static let segmentHeadLength = 90
  static let saltOffsetInSegmentHead = 29

  /// The highest generation, sequence or segment number, so that there is always another one.
  package static let highestNumber = UInt64(Int64.max)

  /// The kinds of items.
  package enum Kind {
    package static let head: UInt64 = 0
    package static let scene: UInt64 = 1
    package static let record: UInt64 = 2
    package static let footer: UInt64 = 3
    package static let index: UInt64 = 4
    package static let segmentHead: UInt64 = 5
    package static let commit: UInt64 = 6
    package static let removals: UInt64 = 7
    package static let discard: UInt64 = 8
    package static let replacement: UInt64 = 9
    package static let snapshotEnd: UInt64 = 10
  }

  /// What a reader that does not know an item's kind must know of it.
  package enum Flag {
    /// Without knowing the kind, nothing can be made of the archive.
    package static let critical: UInt64 = 1

    /// The item goes when its owner goes.
    package static let diesWithOwner: UInt64 = 2
  }
}
