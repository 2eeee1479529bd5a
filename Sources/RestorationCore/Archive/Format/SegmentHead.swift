/// What stands at the beginning of a segment of the journal.
package struct SegmentHead: Hashable, Sendable {
  /// The number of the segment, above that of every segment before it.
  package var number: UInt64

  /// The salt of all checksums in the segment.
  package var salt: UInt64

  /// What the first save in the segment is made to.
  package var predecessor: JournalPosition

  /// The highest save that is known to have reached the disk.
  package var synced: UInt64

  /// Describes a segment to come.
  package init(number: UInt64, salt: UInt64, predecessor: JournalPosition, synced: UInt64) {
    self.number = number
    self.salt = salt
    self.predecessor = predecessor
    self.synced = synced
  }
}

// MARK: - Writing

extension SegmentHead {
  func write(to writer: inout CBORWriter) {
    writer.writeMapHeader(9)
    writer.writeUnsigned(0)
    writer.writeFixed(ArchiveFormat.version)
    writer.writeUnsigned(1)
    writer.writeFixed(number)
    writer.writeUnsigned(2)
    writer.writeFixed(salt)
    writer.writeUnsigned(3)
    writer.writeUnsigned(predecessor.origin.rawValue)
    writer.writeUnsigned(4)
    writer.writeFixed(predecessor.number)
    writer.writeUnsigned(5)
    writer.writeFixed(predecessor.end)
    writer.writeUnsigned(6)
    writer.writeFixed(predecessor.sequence)
    writer.writeUnsigned(7)
    writer.writeFixed(predecessor.chain)
    writer.writeUnsigned(8)
    writer.writeFixed(synced)
  }
}

// MARK: - Reading

extension SegmentHead {
  /// Reads the head of a segment, or gives `nil` if the bytes do not begin with a sound one.
  ///
  /// One flipped bit is mended, since without its head a segment is lost whole.
  ///
  /// - Throws: ``BaselineFault/fromNewerVersion(_:)``.
  package init?(startOf bytes: ArraySlice<UInt8>) throws(BaselineFault) {
    let bytes = bytes.prefix(ArchiveFormat.segmentHeadLength)
    guard bytes.count == ArchiveFormat.segmentHeadLength, bytes.contains(where: { $0 != 0 }) else {
      return nil
    }
    let found =
      Self.read(bytes) ?? FlippedBit.mend(bytes, at: Array(bytes.indices)) { Self.read($0) }
    guard let (head, version) = found else { return nil }
    guard version <= ArchiveFormat.version else {
      throw .fromNewerVersion("its format has version \(version)")
    }
    guard head.isWithinBounds else { return nil }
    self = head
  }

  private static func read(_ bytes: ArraySlice<UInt8>) -> (head: SegmentHead, version: UInt32)? {
    let saltStart = bytes.startIndex + ArchiveFormat.saltOffsetInSegmentHead
    let salt = UInt64(bigEndianBytes: bytes[saltStart..<saltStart + 8]) ?? 0
    guard let item = ArchiveItem(sealed: bytes, salt: salt, limits: RestorationLimits()),
      item.kind == ArchiveFormat.Kind.segmentHead
    else { return nil }
    var head = SegmentHead(number: 0, salt: 0, predecessor: JournalPosition(), synced: 0)
    var version: UInt32 = 0
    var reader = CBORReader(item.body)
    do {
      _ = try reader.readFields { (key, reader) throws(CBORError) in
        try head.readField(key, from: &reader, version: &version)
      }
    } catch {
      return nil  // Whatever it is, it is no head of a segment.
    }
    return head.salt == salt ? (head, version) : nil
  }

  /// What the head adds to the checksum of the first batch: its first bytes and its own checksum.
  var chained: [UInt8] {
    var items = ArchiveItemWriter(salt: salt)
    items.append(ArchiveFormat.Kind.segmentHead, flags: ArchiveFormat.Flag.critical) {
      write(to: &$0)
    }
    let bytes = items.writer.bytes()
    return Array(bytes.prefix(Self.itemHeadLength) + bytes.suffix(4))
  }

  private static let itemHeadLength = 10

  /// Whether each number leaves room for another one.
  private var isWithinBounds: Bool {
    [number, predecessor.number, predecessor.end, predecessor.sequence]
      .allSatisfy { $0 < ArchiveFormat.highestNumber }
      && synced <= predecessor.sequence
  }

  private mutating func readField(
    _ key: UInt64,
    from reader: inout CBORReader,
    version: inout UInt32
  ) throws(CBORError) -> Bool {
    switch key {
    case 0: version = try reader.readFixed()
    case 1: number = try reader.readFixed()
    case 2: salt = try reader.readFixed()
    case 3:
      let start = reader.position
      guard let origin = JournalPosition.Origin(rawValue: try reader.readUnsigned()) else {
        throw CBORError(.outOfRange, at: start, "A segment follows something unknown.")
      }
      predecessor.origin = origin
    case 4: predecessor.number = try reader.readFixed()
    case 5: predecessor.end = try reader.readFixed()
    case 6: predecessor.sequence = try reader.readFixed()
    case 7: predecessor.chain = try reader.readFixed()
    case 8: synced = try reader.readFixed()
    default: return false
    }
    return true
  }
}
