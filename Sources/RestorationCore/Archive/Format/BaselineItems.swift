/// Goes through the items of a baseline up to its footer, and over what is damaged between them.
struct BaselineItems {
  /// What comes next.
  enum Step {
    /// An item whose checksum is right.
    case item(SoundItem)

    /// Bytes from which nothing can be read, and what they say of themselves.
    case damage(Range<Int>, claim: ArchiveItem?)
  }

  private let bytes: ArraySlice<UInt8>
  private let footer: ArchiveFooter
  private var items: ArchiveItemReader
  private var offset: Int

  /// The item behind what is damaged, once that was told of.
  private var found: SoundItem?
  private var chain: CRC32C
  private var count: UInt64 = 0

  /// Begins at the first item.
  init(_ bytes: ArraySlice<UInt8>, _ footer: ArchiveFooter, limits: RestorationLimits) {
    self.footer = footer
    self.bytes = bytes.dropLast(ArchiveFormat.footerLength)
    offset = self.bytes.startIndex
    items = ArchiveItemReader(self.bytes, salt: footer.salt, limits: limits)
    chain = CRC32C(salt: footer.salt)
  }

  /// Whether the items so far are all that the footer counts, in its order.
  var isComplete: Bool { count == footer.count && chain.value == footer.chain }

  /// What comes next, or `nil` at the footer.
  mutating func next() -> Step? {
    if let item = found {
      found = nil
      return step(to: item)
    }
    guard offset < bytes.endIndex else { return nil }
    if let item = items.soundItem(at: offset) { return step(to: item) }
    found = items.nextItem(from: offset + 1)
    let damaged = offset..<(found?.range.lowerBound ?? bytes.endIndex)
    offset = damaged.upperBound
    return .damage(damaged, claim: items.claim(at: damaged.lowerBound))
  }

  private mutating func step(to item: SoundItem) -> Step {
    withUnsafeBytes(of: item.checksum.bigEndian) { chain.update($0) }
    count += 1
    offset = item.range.upperBound
    return .item(item)
  }
}
