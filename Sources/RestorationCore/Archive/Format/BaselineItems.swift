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

  private let limits: RestorationLimits

  /// What is to be said of damage that cost nothing, if there was some.
  private(set) var mendedDamage: String?

  /// Begins at the first item.
  init(_ bytes: ArraySlice<UInt8>, _ footer: ArchiveFooter, limits: RestorationLimits) {
    self.footer = footer
    self.bytes = bytes.dropLast(ArchiveFormat.footerLength)
    self.limits = limits
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
    if let scene = mendedScene(at: damaged) { return step(to: scene) }
    offset = damaged.upperBound
    return .damage(damaged, claim: items.claim(at: damaged.lowerBound))
  }

  private mutating func step(to item: SoundItem) -> Step {
    withUnsafeBytes(of: item.checksum.bigEndian) { chain.update($0) }
    count += 1
    offset = item.range.upperBound
    return .item(item)
  }

  /// Mends what a scene is, in which one bit was flipped: all its nodes would be lost with it.
  private mutating func mendedScene(at range: Range<Int>) -> SoundItem? {
    let seed = CRC32C(salt: footer.salt)
    guard let mended = FlippedBit.mended(item: bytes[range], seed: seed) else { return nil }
    var reader = ArchiveItemReader(mended, seed: seed, limits: limits)
    guard let sound = reader.soundItem(at: range.lowerBound), sound.range == range,
      sound.item.kind == ArchiveFormat.Kind.scene
    else { return nil }
    mendedDamage = "A flipped bit in bytes \(range) of the archive was mended; nothing is lost."
    return sound
  }
}
