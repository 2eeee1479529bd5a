/// Reads a baseline, whatever its bytes are, and says what of it is lost.
///
/// - Complexity: O(*n*) in the number of bytes.
package struct BaselineReader {
  private let bytes: ArraySlice<UInt8>
  private let limits: RestorationLimits
  private let footer: ArchiveFooter
  private var items: ArchiveItemReader
  private var chain: CRC32C
  private var count: UInt64 = 0
  private var names: [String]?
  private var assembly = BaselineAssembly()

  private init(_ bytes: ArraySlice<UInt8>, limits: RestorationLimits) throws(BaselineFault) {
    footer = try ArchiveFooter(endOf: bytes)
    self.bytes = bytes.dropLast(ArchiveFormat.footerLength)
    self.limits = limits
    items = ArchiveItemReader(self.bytes, salt: footer.salt, limits: limits)
    chain = CRC32C(salt: footer.salt)
  }

  /// Reads a baseline.
  package static func baseline(
    in bytes: [UInt8],
    limits: RestorationLimits
  ) throws(BaselineFault) -> Baseline {
    var reader = try BaselineReader(bytes[...], limits: limits)
    try reader.readAll()
    return reader.result()
  }

  private mutating func readAll() throws(BaselineFault) {
    var offset = bytes.startIndex
    while offset < bytes.endIndex {
      guard let next = soundItem(at: offset) ?? items.nextItem(from: offset + 1) else {
        noteDamage(offset..<bytes.endIndex)
        return
      }
      if next.range.lowerBound > offset { noteDamage(offset..<next.range.lowerBound) }
      withUnsafeBytes(of: next.checksum.bigEndian) { chain.update($0) }
      count += 1
      try take(next)
      offset = next.range.upperBound
    }
  }

  private mutating func soundItem(at offset: Int) -> SoundItem? {
    do {
      return try items.item(at: offset)
    } catch {
      return nil  // The search for the next sound item tells how far the damage goes.
    }
  }

  private mutating func noteDamage(_ range: Range<Int>) {
    assembly.add(DamagedRange(range: range, claim: items.claim(at: range.lowerBound)))
  }
}

// MARK: - Items

extension BaselineReader {
  private mutating func take(_ sound: SoundItem) throws(BaselineFault) {
    do {
      switch sound.item.kind {
      case ArchiveFormat.Kind.head: try takeHead(sound.item)
      case ArchiveFormat.Kind.scene: try takeScene(sound.item)
      case ArchiveFormat.Kind.record: try takeRecord(sound.item)
      case ArchiveFormat.Kind.footer:
        throw CBORError(.malformed, at: sound.range.lowerBound, "A footer stands within the file.")
      default:
        guard !sound.item.isCritical else {
          throw BaselineFault.fromNewerVersion("it needs items of kind \(sound.item.kind)")
        }
        assembly.carried.append(sound.item)
      }
    } catch let fault as BaselineFault {
      throw fault
    } catch {
      assembly.add(DamagedRange(range: sound.range, claim: sound.item, reason: "\(error)"))
    }
  }

  private mutating func takeHead(_ item: ArchiveItem) throws(CBORError) {
    guard names == nil else {
      throw CBORError(.malformed, at: item.body.startIndex, "There are two heads.")
    }
    var reader = CBORReader(item.body, limits: limits)
    var names: [String] = []
    var numbers: [UInt64: UInt64] = [:]
    let unknown = try reader.readFields { (key, reader) throws(CBORError) in
      switch key {
      case 0: _ = try reader.readFixed() as UInt32
      case 1...3: numbers[key] = try reader.readFixed()
      case 4: for _ in 0..<(try reader.readArrayHeader()) { names.append(try reader.readText()) }
      default: return false
      }
      return true
    }
    guard numbers == [1: footer.generation, 2: footer.sequence, 3: footer.salt] else {
      throw CBORError(.malformed, at: item.body.startIndex, "Head and footer disagree.")
    }
    assembly.unknown = unknown
    self.names = names
  }

  private mutating func takeScene(_ item: ArchiveItem) throws(CBORError) {
    let start = item.body.startIndex
    var reader = CBORReader(item.body, limits: limits)
    var scene = SavedScene(archive: StateArchive(header: .unread))
    var hasHeader = false
    scene.unknown = try reader.readFields { (key, reader) throws(CBORError) in
      switch key {
      case 0:
        (scene.archive.header, scene.unknownHeader) = try ArchiveHeader.read(from: &reader)
        hasHeader = true
      case 1: scene.archive.root = try reader.readUnsignedOrNull().map { NodeNumber($0) }
      case 2: scene.archive.nextNumber = try reader.readUnsigned()
      case 3: scene.archive.appState = try reader.readEmbedded()
      default: return false
      }
      return true
    }
    guard hasHeader, let index = item.scene, assembly.add(scene, at: index) else {
      throw CBORError(
        .malformed,
        at: start,
        "A scene has no header, no place, or one that is taken."
      )
    }
  }

  private mutating func takeRecord(_ item: ArchiveItem) throws(CBORError) {
    let start = item.body.startIndex
    guard let scene = item.scene, let node = item.node, node < .max else {
      throw CBORError(.malformed, at: start, "A record has no scene or no usable number.")
    }
    guard item.body.count <= limits.bytesPerNode else {
      throw CBORError(.limitExceeded, at: start, "A record exceeds RestorationLimits.bytesPerNode.")
    }
    var reader = CBORReader(item.body, limits: limits)
    let record = try NodeRecord.read(NodeNumber(node), from: &reader)
    guard assembly.add(record, to: scene, limit: limits.nodes) else {
      throw CBORError(.malformed, at: start, "A scene has too many nodes, or one of them twice.")
    }
  }
}

// MARK: - The result

extension BaselineReader {
  private func result() -> Baseline {
    var baseline = assembly.baseline(names: names)
    baseline.generation = footer.generation
    baseline.sequence = footer.sequence
    baseline.salt = footer.salt
    let isComplete = count == footer.count && chain.value == footer.chain
    if assembly.damaged.isEmpty, !isComplete {
      baseline.damage.append(
        ArchiveDamage(
          message: "Items of the archive are missing or not in order; the rest is used."
        )
      )
    }
    return baseline
  }
}
