/// Writes a baseline: head, scenes with their records, what is carried along, footer.
package struct BaselineWriter: ~Copyable {
  /// The first thing that exceeds a limit, so that what was written would not be read again.
  package var violation: StateStoreError? { check.violation }

  private var check: ArchiveLimitCheck
  private let baseline: Baseline
  private var items: ArchiveItemWriter

  private init(_ baseline: Baseline, limits: RestorationLimits) {
    self.baseline = baseline
    check = ArchiveLimitCheck(limits)
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
    return writer.items.writer.bytes()
  }

  /// Writes a baseline that may exceed limits.
  package static func uncheckedBytes(of baseline: Baseline) -> [UInt8] {
    var writer = BaselineWriter(baseline, limits: RestorationLimits())
    writer.writeAll()
    return writer.items.writer.bytes()
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
    check.check(archive.records.count, nodesOf: archive.header.scene)
    check.check(archive.header)
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
    check.check(record, of: scene)
    let flags = ArchiveFormat.Flag.critical | ArchiveFormat.Flag.diesWithOwner
    let number = record.number.rawValue
    items.append(ArchiveFormat.Kind.record, flags: flags, scene: index, node: number) {
      $0.writeRaw(record.body)
    }
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
