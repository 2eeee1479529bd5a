/// The end of a baseline, without which it does not exist.
package struct ArchiveFooter: Hashable, Sendable {
  /// The version of the format.
  package var version: UInt32 = 0

  /// The number of the baseline, and that of the last save in it.
  package var generation: UInt64 = 0
  package var sequence: UInt64 = 0

  /// The salt of all checksums in the file.
  package var salt: UInt64 = 0

  var count: UInt64 = 0
  var length: UInt64 = 0

  /// The checksum of all items' checksums.
  package var chain: UInt32 = 0

  /// Reads the footer at the end of a file, given all of the file.
  init(endOf bytes: ArraySlice<UInt8>) throws(BaselineFault) {
    try self.init(endOf: bytes, fileLength: bytes.count)
  }

  /// Reads the footer at the end of a file, given some of its last bytes.
  package init(endOf bytes: ArraySlice<UInt8>, fileLength: Int) throws(BaselineFault) {
    guard bytes.count >= ArchiveFormat.footerLength else {
      throw .incomplete("it has \(bytes.count) bytes, fewer than a footer")
    }
    let tail = bytes.suffix(ArchiveFormat.footerLength)
    do {
      try read(tail)
    } catch {
      throw .incomplete("it does not end with a sound footer")
    }
    guard length == UInt64(fileLength) else {
      throw .incomplete("it has \(fileLength) bytes where its footer says \(length)")
    }
    guard version <= ArchiveFormat.version else {
      throw .fromNewerVersion("its format has version \(version)")
    }
    guard max(generation, sequence) < ArchiveFormat.highestNumber else {
      throw .incomplete("its numbers leave no room for others")
    }
  }

  private mutating func read(_ tail: ArraySlice<UInt8>) throws(CBORError) {
    // The salt is needed to check the footer, and stands in it: it is read first, unchecked.
    let saltEnd = tail.startIndex + ArchiveFormat.saltOffsetInFooter + 8
    let salt = UInt64(bigEndianBytes: tail[(saltEnd - 8)..<saltEnd]) ?? 0
    var items = ArchiveItemReader(tail, salt: salt, limits: RestorationLimits())
    let sound = try items.item(at: tail.startIndex)
    guard sound.item.kind == ArchiveFormat.Kind.footer, sound.range.upperBound == tail.endIndex
    else { throw CBORError(.malformed, at: tail.startIndex, "The last item is no footer.") }
    var reader = CBORReader(sound.item.body)
    _ = try reader.readFields { (key, reader) throws(CBORError) in
      try readField(key, from: &reader)
    }
    guard self.salt == salt else {
      throw CBORError(.malformed, at: tail.startIndex, "The footer's salt is not in its place.")
    }
  }

  private mutating func readField(
    _ key: UInt64,
    from reader: inout CBORReader
  ) throws(CBORError) -> Bool {
    switch key {
    case 0: version = try reader.readFixed()
    case 1: generation = try reader.readFixed()
    case 2: sequence = try reader.readFixed()
    case 3: salt = try reader.readFixed()
    case 4: count = try reader.readFixed()
    case 5: length = try reader.readFixed()
    case 6: chain = try reader.readFixed()
    default: return false
    }
    return true
  }
}

extension ArchiveItemWriter {
  /// Appends the footer that completes a baseline.
  mutating func appendFooter(generation: UInt64, sequence: UInt64, salt: UInt64) {
    let length = takenCount + writer.count + ArchiveFormat.footerLength
    let fields = [generation, sequence, salt, count, UInt64(length)]
    let chain = chain.value
    append(ArchiveFormat.Kind.footer, flags: ArchiveFormat.Flag.critical) { writer in
      writer.writeMapHeader(7)
      writer.writeUnsigned(0)
      writer.writeFixed(ArchiveFormat.version)
      for (index, field) in fields.enumerated() {
        writer.writeUnsigned(UInt64(index) + 1)
        writer.writeFixed(field)
      }
      writer.writeUnsigned(6)
      writer.writeFixed(chain)
    }
  }
}
