/// Writes a baseline: head, scenes with their records, what is carried along, footer.
package struct BaselineWriter {
  /// The first thing that exceeds a limit, so that what was written would not be read again.
  package private(set) var violation: StateStoreError?

  private let baseline: Baseline
  private let limits: RestorationLimits
  private var items: ArchiveItemWriter

  private init(_ baseline: Baseline, limits: RestorationLimits) {
    self.baseline = baseline
    self.limits = limits
    items = ArchiveItemWriter(salt: baseline.salt)
  }

  /// Writes a baseline.
  ///
  /// - Throws: ``StateStoreError/Code/limitExceeded`` if it would not be read again whole.
  /// - Complexity: O(*n*) in the size of all records.
  package static func bytes(
    of baseline: Baseline,
    limits: RestorationLimits
  ) throws(StateStoreError) -> [UInt8] {
    var writer = BaselineWriter(baseline, limits: limits)
    writer.writeAll()
    if let violation = writer.violation { throw violation }
    return writer.items.writer.bytes
  }

  /// Writes a baseline that may exceed limits.
  package static func uncheckedBytes(of baseline: Baseline) -> [UInt8] {
    var writer = BaselineWriter(baseline, limits: RestorationLimits())
    writer.writeAll()
    return writer.items.writer.bytes
  }

  private mutating func writeAll() {
    writeHead()
    for (index, scene) in baseline.scenes.enumerated() {
      write(scene, at: UInt64(index) + 1)
    }
    for item in baseline.carried { write(item, scene: nil) }
    writeFooter()
  }
}

// MARK: - Items

extension BaselineWriter {
  private mutating func writeHead() {
    var head = BaselineHead(
      generation: baseline.generation,
      sequence: baseline.sequence,
      salt: baseline.salt
    )
    head.names = baseline.scenes.map(\.archive.header.scene)
    head.unknown = baseline.unknown
    items.append(ArchiveFormat.Kind.head, flags: ArchiveFormat.Flag.critical) {
      head.write(to: &$0)
    }
  }

  private mutating func write(_ scene: SavedScene, at index: UInt64) {
    let archive = scene.archive
    check(archive)
    var content = SceneItem(
      header: archive.header,
      root: archive.root,
      nextNumber: archive.nextNumber,
      appState: archive.appState
    )
    content.unknown = scene.unknown
    content.unknownHeader = scene.unknownHeader
    items.append(ArchiveFormat.Kind.scene, flags: ArchiveFormat.Flag.critical, scene: index) {
      content.write(to: &$0)
    }
    for record in archive.records.values.sorted(by: { $0.number < $1.number }) {
      write(record, of: archive.header.scene, at: index)
    }
    for item in scene.carried { write(item, scene: index) }
  }

  private mutating func write(_ record: NodeRecord, of scene: String, at index: UInt64) {
    check(record, of: scene)
    let flags = ArchiveFormat.Flag.critical | ArchiveFormat.Flag.diesWithOwner
    let number = record.number.rawValue
    let length = items.append(
      ArchiveFormat.Kind.record,
      flags: flags,
      scene: index,
      node: number
    ) { $0.writeRaw(record.body) }
    guard length > limits.bytesPerNode else { return }
    refuse(
      "node \(record.number) of the scene '\(scene)' takes \(length) bytes, more than "
        + "RestorationLimits.bytesPerNode (\(limits.bytesPerNode)); keep large data elsewhere"
    )
  }

  private mutating func write(_ item: ArchiveItem, scene: UInt64?) {
    items.append(item.kind, flags: item.flags, scene: scene, node: item.node) {
      $0.writeRaw(item.body)
    }
  }

  private mutating func writeFooter() {
    items.appendFooter(
      generation: baseline.generation,
      sequence: baseline.sequence,
      salt: baseline.salt
    )
  }
}

// MARK: - Limits

extension BaselineWriter {
  private mutating func check(_ archive: StateArchive) {
    let header = archive.header
    let name = header.scene.prefix(40)
    if archive.records.count > limits.nodes {
      refuse(
        "the scene '\(name)' has \(archive.records.count) nodes, more than "
          + "RestorationLimits.nodes (\(limits.nodes)); save fewer"
      )
    }
    let texts = [header.scene, header.appVersion, header.system, header.layoutClass ?? ""]
    if texts.contains(where: { $0.utf8.count > limits.stringLength }) {
      refuse("a text in the header of the scene '\(name)' exceeds RestorationLimits.stringLength")
    }
  }

  private mutating func check(_ record: NodeRecord, of scene: String) {
    let texts = [record.identifier, record.className ?? "", record.slot.name]
    let isTooLong =
      texts.contains { $0.utf8.count > limits.stringLength }
      || record.children.contains { $0.slot.name.utf8.count > limits.stringLength }
    if isTooLong {
      refuse(
        "a name in node \(record.number) of the scene '\(scene.prefix(40))' exceeds "
          + "RestorationLimits.stringLength; shorten it"
      )
    }
    if record.number.rawValue == .max {
      refuse("node \(record.number) has the highest number there is, which leaves none for others")
    }
    if record.identifier.isEmpty {
      refuse("node \(record.number) of the scene '\(scene.prefix(40))' has an empty identifier")
    }
  }

  private mutating func refuse(_ reason: String) {
    guard violation == nil else { return }
    violation = StateStoreError(.limitExceeded, "Saving state was refused: \(reason).")
  }
}
