/// Finds out what a baseline holds by reading all of it, where there is no index, or a bad one.
package struct BaselineScanner {
  private let limits: RestorationLimits
  private let footer: ArchiveFooter
  private var items: BaselineItems
  private var summary = FileSummary()
  private var repeated: [UInt64: Set<UInt64>] = [:]

  private init(_ bytes: ArraySlice<UInt8>, _ footer: ArchiveFooter, limits: RestorationLimits) {
    self.footer = footer
    self.limits = limits
    items = BaselineItems(bytes, footer, limits: limits)
  }

  /// Sums up a baseline, given all its bytes, the first of which has the index 0.
  package static func summary(
    of bytes: ArraySlice<UInt8>,
    _ footer: ArchiveFooter,
    limits: RestorationLimits
  ) throws(BaselineFault) -> FileSummary {
    var scanner = BaselineScanner(bytes, footer, limits: limits)
    try scanner.scan()
    return scanner.result()
  }

  private mutating func scan() throws(BaselineFault) {
    while let step = items.next() {
      switch step {
      case .item(let item): try take(item)
      case .damage(let range, let claim): lose(range, claim)
      }
    }
  }

  private mutating func take(_ sound: SoundItem) throws(BaselineFault) {
    do {
      switch sound.item.kind {
      case ArchiveFormat.Kind.head: try takeHead(sound.item)
      case ArchiveFormat.Kind.scene: try takeScene(sound)
      case ArchiveFormat.Kind.record: try takeRecord(sound)
      case ArchiveFormat.Kind.footer:
        throw CBORError(.malformed, at: sound.range.lowerBound, "A footer stands within the file.")
      case ArchiveFormat.Kind.index: break  // It was no help, or this would not be read.
      default: try takeUnknown(sound)
      }
    } catch let fault as BaselineFault {
      throw fault
    } catch {
      lose(sound.range, sound.item, "\(error)")
    }
  }

  private mutating func result() -> FileSummary {
    for (scene, numbers) in repeated {
      for number in numbers {
        summary.scenes[scene]?.records[number] = nil
        summary.scenes[scene]?.lost[number] = "has two records; neither is used"
      }
    }
    if !items.isComplete, summary.damage.isEmpty,
      summary.scenes.values.allSatisfy({ $0.lost.isEmpty })
    {
      summary.damage.append("Items of the archive are missing or not in order; the rest is used.")
    }
    if let mended = items.mendedDamage { summary.damage.append(mended) }
    return summary
  }
}

// MARK: - Items

extension BaselineScanner {
  private mutating func takeHead(_ item: ArchiveItem) throws(CBORError) {
    let head = try BaselineHead(body: item.body, limits: limits)
    guard head.fits(footer), summary.head == nil else {
      throw CBORError(.malformed, at: item.body.startIndex, "Head and footer disagree.")
    }
    summary.head = head
  }

  private mutating func takeScene(_ sound: SoundItem) throws(CBORError) {
    let scene = try SceneItem(body: sound.item.body, limits: limits)
    let name = scene.header.scene
    let isNew = !summary.scenes.values.contains {
      $0.item?.header.scene.hasSameBytes(as: name) ?? false
    }
    guard isNew, let number = sound.item.scene, summary.scenes[number]?.item == nil else {
      throw CBORError(
        .malformed,
        at: sound.range.lowerBound,
        "A scene has no place, or one that is taken."
      )
    }
    summary.scenes[number, default: FileSummary.Scene()].item = scene
    summary.scenes[number]?.range = ItemRange(sound.range, base: 0)
  }

  private mutating func takeRecord(_ sound: SoundItem) throws(CBORError) {
    let start = sound.range.lowerBound
    guard let scene = sound.item.scene, let node = sound.item.node, node < .max else {
      throw CBORError(.malformed, at: start, "A record has no scene or no usable number.")
    }
    let known = summary.scenes[scene]?.records.count ?? 0
    guard known < limits.nodes, summary.scenes[scene]?.records[node] == nil else {
      repeated[scene, default: []].insert(node)
      throw CBORError(.malformed, at: start, "A scene has too many nodes, or one of them twice.")
    }
    summary.scenes[scene, default: FileSummary.Scene()].records[node] =
      ItemRange(sound.range, base: 0)
  }

  private mutating func takeUnknown(_ sound: SoundItem) throws(BaselineFault) {
    guard !sound.item.isCritical else {
      throw .fromNewerVersion("it needs items of kind \(sound.item.kind)")
    }
    let range = ItemRange(sound.range, base: 0)
    guard let scene = sound.item.scene else {
      summary.carried.append(range)
      return
    }
    summary.scenes[scene, default: FileSummary.Scene()].carried
      .append(CarriedItem(sound.item, range))
  }

  /// Notes bytes from which nothing could be read.
  private mutating func lose(
    _ range: Range<Int>,
    _ claim: ArchiveItem?,
    _ reason: String = "the checksum does not match"
  ) {
    let damaged = DamagedRange(range: range, claim: claim, reason: reason)
    guard summary.damage.count < SavedScene.noteLimit else { return }
    guard let claim, claim.kind == ArchiveFormat.Kind.record, let scene = claim.scene,
      let node = claim.node, summary.scenes[scene]?.records[node] == nil
    else {
      summary.damage.append(damaged.message("the archive"))
      return
    }
    summary.scenes[scene, default: FileSummary.Scene()].lost[node] =
      "is damaged: " + damaged.message("the file")
  }
}
