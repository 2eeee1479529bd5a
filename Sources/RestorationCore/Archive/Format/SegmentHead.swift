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
  /// - Throws: ``BaselineFault/fromNewerVersion(_:)``.
  package init?(startOf bytes: ArraySlice<UInt8>) throws(BaselineFault) {
    let length = ArchiveFormat.segmentHeadLength
    guard bytes.count >= length else { return nil }
    let start = bytes.startIndex
    let saltStart = start + ArchiveFormat.saltOffsetInSegmentHead
    let salt = UInt64(bigEndianBytes: bytes[saltStart..<saltStart + 8]) ?? 0
    self.init(number: 0, salt: 0, predecessor: JournalPosition(), synced: 0)
    var version: UInt32 = 0
    do {
      var items = ArchiveItemReader(
        bytes[start..<start + length],
        salt: salt,
        limits: RestorationLimits()
      )
      let sound = try items.item(at: start)
      guard sound.item.kind == ArchiveFormat.Kind.segmentHead else { return nil }
      var reader = CBORReader(sound.item.body)
      _ = try reader.readFields { (key, reader) throws(CBORError) in
        try readField(key, from: &reader, version: &version)
      }
    } catch {
      return nil  // Whatever it is, it is no head of a segment.
    }
    guard version <= ArchiveFormat.version else {
      throw .fromNewerVersion("its format has version \(version)")
    }
    guard self.salt == salt, isWithinBounds else { return nil }
  }

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
