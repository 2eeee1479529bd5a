/// The end of a baseline, without which it does not exist.
struct ArchiveFooter: Hashable, Sendable {
  var version: UInt32 = 0
  var generation: UInt64 = 0
  var sequence: UInt64 = 0
  var salt: UInt64 = 0
  var count: UInt64 = 0
  var length: UInt64 = 0
  var chain: UInt32 = 0

  /// Reads the footer at the end of a file.
  init(endOf bytes: ArraySlice<UInt8>) throws(BaselineFault) {
    guard bytes.count >= ArchiveFormat.footerLength else {
      throw .incomplete("it has \(bytes.count) bytes, fewer than a footer")
    }
    let tail = bytes.suffix(ArchiveFormat.footerLength)
    do {
      try read(tail)
    } catch {
      throw .incomplete("it does not end with a sound footer")
    }
    guard length == UInt64(bytes.count) else {
      throw .incomplete("it has \(bytes.count) bytes where its footer says \(length)")
    }
    guard version <= ArchiveFormat.version else {
      throw .fromNewerVersion("its format has version \(version)")
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
