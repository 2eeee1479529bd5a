/// Reads items from a file, and finds the next one after damage.
struct ArchiveItemReader {
  /// The bytes in which items lie.
  let bytes: ArraySlice<UInt8>

  /// What the values in items may measure.
  let limits: RestorationLimits

  private let seed: CRC32C

  /// Bytes that may still be looked at in search of an item.
  ///
  /// Without it, a forged file full of marks would cost the square of its length.
  private var budget: Int

  /// Makes a reader for a file with a salt.
  init(_ bytes: ArraySlice<UInt8>, salt: UInt64, limits: RestorationLimits) {
    self.init(bytes, seed: CRC32C(salt: salt), limits: limits)
  }

  /// Makes a reader for a file whose checksums begin in a certain way.
  init(_ bytes: ArraySlice<UInt8>, seed: CRC32C, limits: RestorationLimits) {
    self.bytes = bytes
    self.limits = limits
    self.seed = seed
    budget = 16 * bytes.count + 1 << 20
  }

  /// Reads the item at an offset, if there is a sound one.
  mutating func item(at offset: Int) throws(CBORError) -> SoundItem {
    if let plain = plainItem(at: offset) {
      budget -= plain.range.count
      return plain
    }
    var reader = CBORReader(archived: bytes[offset...], limits: limits)
    var item = try reader.readItemHead()
    let body = try reader.skipItem()
    item.body = bytes[body]
    let stored = try reader.readBytes()
    budget -= reader.position - offset
    var checksum = seed
    bytes[offset..<body.upperBound].withUnsafeBytes { checksum.update($0) }
    guard stored.elementsEqual(checksum.value.bigEndianBytes) else {
      throw CBORError(.malformed, at: offset, "The checksum of an item does not match.")
    }
    return SoundItem(item: item, range: offset..<reader.position, checksum: checksum.value)
  }

  /// Reads the item at an offset from memory, if it is sound and has nothing unusual.
  private func plainItem(at offset: Int) -> SoundItem? {
    let first = bytes.startIndex
    return bytes.withUnsafeBytes { memory in
      guard var reader = RawCBORReader(memory, at: offset - first),
        reader.tag() == ArchiveFormat.tag, reader.arrayHeader() == 6,
        let kind = reader.unsigned(), let flags = reader.unsigned(),
        let scene = reader.unsignedOrNull(), let node = reader.unsignedOrNull()
      else { return nil }
      let start = reader.position
      guard reader.skipItem(depth: limits.depthOfItems) else { return nil }
      let end = reader.position
      var checksum = seed
      checksum.update(reader.raw(offset - first..<end))
      guard let stored = reader.bytesRange(), stored.count == 4,
        reader.raw(stored).loadUnaligned(as: UInt32.self) == checksum.value.bigEndian
      else { return nil }
      let item = ArchiveItem(
        kind: kind,
        flags: flags,
        scene: scene,
        node: node,
        body: bytes[first + start..<first + end]
      )
      return SoundItem(
        item: item,
        range: offset..<first + reader.position,
        checksum: checksum.value
      )
    }
  }

  /// Reads the item at an offset, or gives `nil` if there is no sound one.
  mutating func soundItem(at offset: Int) -> SoundItem? {
    do {
      return try item(at: offset)
    } catch {
      return nil  // The search for the next sound item tells how far the damage goes.
    }
  }

  /// What a damaged item says it is, as far as it can be read; not to be trusted.
  func claim(at offset: Int) -> ArchiveItem? {
    var reader = CBORReader(archived: bytes[offset...], limits: limits)
    do {
      return try reader.readItemHead()
    } catch {
      return nil  // It says nothing, which is all that there is to know.
    }
  }

  /// Finds the next sound item at or after an offset.
  mutating func nextItem(from offset: Int) -> SoundItem? {
    var offset = offset
    while let start = mark(from: offset), budget > 0 {
      do {
        return try item(at: start)
      } catch {
        budget -= ArchiveFormat.mark.count
        offset = start + 1  // What only looks like an item is searched for one within.
      }
    }
    return nil
  }

  private func mark(from offset: Int) -> Int? {
    let first = ArchiveFormat.mark[0]
    var rest = bytes[offset...]
    while let start = rest.firstIndex(of: first) {
      if bytes[start...].starts(with: ArchiveFormat.mark) { return start }
      rest = bytes[(start + 1)...]
    }
    return nil
  }
}
