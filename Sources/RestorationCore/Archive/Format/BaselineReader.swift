/// Reads a baseline, whatever its bytes are, and says what of it is lost.
///
/// - Complexity: O(*n*) in the number of bytes.
package struct BaselineReader {
  private let limits: RestorationLimits
  private let footer: ArchiveFooter
  private var items: BaselineItems
  private var names: [String]?
  private var assembly = BaselineAssembly()

  private init(_ bytes: ArraySlice<UInt8>, limits: RestorationLimits) throws(BaselineFault) {
    footer = try ArchiveFooter(endOf: bytes)
    self.limits = limits
    items = BaselineItems(bytes, footer, limits: limits)
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
    while let step = items.next() {
      switch step {
      case .item(let item): try take(item)
      case .damage(let range, let claim): assembly.add(DamagedRange(range: range, claim: claim))
      }
    }
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
      case ArchiveFormat.Kind.index: break  // Everything is read here, so that it is no help.
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
    let head = try BaselineHead(body: item.body, limits: limits)
    guard head.fits(footer) else {
      throw CBORError(.malformed, at: item.body.startIndex, "Head and footer disagree.")
    }
    assembly.unknown = head.unknown
    names = head.names
  }

  private mutating func takeScene(_ item: ArchiveItem) throws(CBORError) {
    let start = item.body.startIndex
    let content = try SceneItem(body: item.body, limits: limits)
    var scene = SavedScene(archive: content.archive)
    scene.unknown = content.unknown
    scene.unknownHeader = content.unknownHeader
    guard let index = item.scene, assembly.add(scene, at: index) else {
      throw CBORError(
        .malformed,
        at: start,
        "A scene has no place, or one that is taken."
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
    let record = try NodeRecord.read(NodeNumber(node), from: item.body, limits: limits)
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
    if assembly.damaged.isEmpty, !items.isComplete {
      baseline.damage.append(
        ArchiveDamage(
          message: "Items of the archive are missing or not in order; the rest is used."
        )
      )
    }
    if let mended = items.mendedDamage { baseline.damage.append(ArchiveDamage(message: mended)) }
    return baseline
  }
}
