/// Encodes a batch of the journal.
///
/// A batch is begun, filled with items, and closed by its commit.
package struct JournalWriter: ~Copyable {
  private var writer = CBORWriter(capacity: 512)
  private var seed = CRC32C()
  private var chain = CRC32C()
  private var batchStart = 0
  private var itemCount: UInt64 = 0

  /// Makes a writer with nothing in it.
  package init() {}

  /// How many bytes were encoded since the batch was begun.
  package var count: Int { writer.count }

  /// A copy of what was encoded since the batch was begun.
  package var bytes: [UInt8] { writer.bytes() }

  /// Lends what was encoded since the batch was begun to a body, which must not keep it.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try writer.buffer.withBytes(in: 0..<writer.count, body)
  }

  /// Begins a batch that follows others in a segment.
  package mutating func begin(salt: UInt64, after chain: UInt32) {
    writer.removeAll()
    seed = CRC32C(salt: salt)
    self.chain = CRC32C()
    self.chain.update(chain)
    batchStart = 0
    itemCount = 0
  }

  /// Begins a segment and the first batch in it.
  package mutating func begin(_ head: SegmentHead) {
    begin(salt: head.salt, after: head.predecessor.chain)
    append(ArchiveFormat.Kind.segmentHead, flags: ArchiveFormat.Flag.critical) {
      head.write(to: &$0)
    }
    batchStart = writer.count
    itemCount = 0
  }

  /// Closes the batch and gives the checksum that the next one begins with.
  package mutating func commit(
    sequence: UInt64,
    synced: UInt64,
    scenes: [JournalCommit.SceneUpdate]
  ) -> UInt32 {
    let commit = JournalCommit(
      sequence: sequence,
      count: itemCount,
      length: UInt64(writer.count - batchStart),
      chain: chain.value,
      synced: synced,
      scenes: scenes
    )
    append(ArchiveFormat.Kind.commit, flags: ArchiveFormat.Flag.critical) { commit.write(to: &$0) }
    return commit.chain
  }

  /// Appends an item.
  @inline(__always)
  mutating func append(
    _ kind: UInt64,
    flags: UInt64,
    scene: UInt64? = nil,
    node: UInt64? = nil,
    body: (inout CBORWriter) -> Void
  ) {
    let start = writer.count
    writer.writeItemHead(kind, flags: flags, scene: scene, node: node)
    let headEnd = writer.count
    body(&writer)
    var checksum = seed
    writer.buffer.withBytes(in: start..<writer.count) { checksum.update($0) }
    writer.buffer.withBytes(in: start..<headEnd) { chain.update($0) }
    writer.writeFixed(checksum.value)
    chain.update(checksum.value)
    itemCount += 1
  }
}

// MARK: - Items

extension JournalWriter {
  /// Appends all that there is to say of a scene but its nodes.
  package mutating func append(_ scene: SceneItem, as number: UInt64) {
    append(ArchiveFormat.Kind.scene, flags: ArchiveFormat.Flag.critical, scene: number) {
      scene.write(to: &$0)
    }
  }

  /// Appends a record.
  package mutating func append(_ record: NodeRecord, scene: UInt64) {
    append(
      ArchiveFormat.Kind.record,
      flags: ArchiveFormat.Flag.critical | ArchiveFormat.Flag.diesWithOwner,
      scene: scene,
      node: record.number.rawValue
    ) { $0.writeRaw(record.body) }
  }

  /// Appends that nodes are gone.
  package mutating func append(removals: [NodeNumber], scene: UInt64) {
    append(ArchiveFormat.Kind.removals, flags: ArchiveFormat.Flag.critical, scene: scene) {
      $0.writeArrayHeader(removals.count)
      for number in removals { $0.writeUnsigned(number.rawValue) }
    }
  }

  /// Appends that a scene is gone, with all that it owns.
  package mutating func appendDiscard(scene: UInt64) {
    append(ArchiveFormat.Kind.discard, flags: ArchiveFormat.Flag.critical, scene: scene) {
      $0.writeNull()
    }
  }

  /// Appends that what follows is all of a scene.
  package mutating func appendReplacement(scene: UInt64) {
    append(ArchiveFormat.Kind.replacement, flags: ArchiveFormat.Flag.critical, scene: scene) {
      $0.writeNull()
    }
  }
}
