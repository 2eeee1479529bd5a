/// One item of a batch.
package struct JournalItem: Sendable {
  /// The item; if it is damaged, its body is not to be used, but what it says it is can be.
  package var item: ArchiveItem

  /// Where it lies in the bytes that were read.
  package var range: Range<Int>

  /// Whether its checksum is right.
  package var isSound: Bool

  /// Where its body begins.
  var bodyStart: Int

  /// The checksum that stands in it, and the one that it should have.
  var stored: UInt32
  var computed: UInt32
}

/// One save in a segment.
package struct JournalBatch: Sendable {
  /// The items, without the commit.
  package var items: [JournalItem]

  /// The end of the batch.
  package var commit: JournalCommit

  /// Where the batch ends, its commit included, in the bytes that were read.
  package var end: Int

  /// Whether every item in it is sound.
  package var isSound: Bool { items.allSatisfy(\.isSound) }
}

/// Reads the batches of a segment in order, as far as they follow each other.
package struct JournalReader: Sendable {
  /// What comes next in a segment.
  package enum Step: Sendable {
    /// A whole batch.
    case batch(JournalBatch)

    /// Nothing: the segment ends where it should.
    case end

    /// Something from which nothing can be read, why, and whether a commit stands at its end.
    ///
    /// Without one it may be no more than a save that was under way when the process died.
    case broken(String, hasCommit: Bool)
  }

  /// Where the next batch begins.
  package private(set) var offset: Int

  /// The number of the last save that was read, and the checksum that leads there.
  package private(set) var sequence: UInt64
  package private(set) var chain: UInt32

  private let bytes: ArraySlice<UInt8>
  private let limits: RestorationLimits
  private let seed: CRC32C

  /// Bytes that the head of the segment adds to the checksum of its first batch.
  private var leading: [UInt8] = []

  /// Makes a reader for a segment, given all its bytes.
  package init(_ bytes: ArraySlice<UInt8>, head: SegmentHead, limits: RestorationLimits) {
    self.init(
      bytes,
      salt: head.salt,
      after: head.predecessor.sequence,
      chain: head.predecessor.chain,
      limits: limits
    )
    let end = bytes.startIndex + ArchiveFormat.segmentHeadLength
    leading = Array(bytes[bytes.startIndex..<bytes.startIndex + 10] + bytes[(end - 4)..<end])
    offset = end
  }

  /// Makes a reader for batches from within a segment.
  package init(
    _ bytes: ArraySlice<UInt8>,
    salt: UInt64,
    after sequence: UInt64,
    chain: UInt32,
    limits: RestorationLimits
  ) {
    self.bytes = bytes
    self.limits = limits
    self.sequence = sequence
    self.chain = chain
    seed = CRC32C(salt: salt)
    offset = bytes.startIndex
  }

  /// Reads the next batch.
  ///
  /// - Throws: ``BaselineFault/fromNewerVersion(_:)`` if it holds what a newer version needs.
  package mutating func next() throws(BaselineFault) -> Step {
    var items: [JournalItem] = []
    var position = offset
    while true {
      guard position < bytes.endIndex, bytes[position] != 0 else {
        return items.isEmpty ? .end : .broken("it has no commit", hasCommit: false)
      }
      let item: JournalItem
      do {
        item = try readItem(at: position)
      } catch {
        return .broken(
          "at byte \(position) of the segment, \(error.message)",
          hasCommit: false
        )
      }
      position = item.range.upperBound
      guard item.item.kind == ArchiveFormat.Kind.commit else {
        if item.isSound, item.item.isCritical, !Self.knownKinds.contains(item.item.kind) {
          throw .fromNewerVersion("it needs items of kind \(item.item.kind)")
        }
        items.append(item)
        continue
      }
      guard item.isSound else { return .broken("its commit is damaged", hasCommit: true) }
      return try close(&items, item)
    }
  }

  private static let knownKinds: Set<UInt64> = [
    ArchiveFormat.Kind.scene, ArchiveFormat.Kind.record, ArchiveFormat.Kind.removals,
    ArchiveFormat.Kind.discard, ArchiveFormat.Kind.replacement,
  ]

  /// The highest save that a sound commit from here on says has reached the disk.
  ///
  /// It is searched for beyond what can be read, since it decides what to make of that. It is `nil`
  /// if there is no commit any more.
  package func highestSynced() -> UInt64? {
    var items = ArchiveItemReader(bytes, seed: seed, limits: limits)
    var highest: UInt64?
    var position = offset
    while let sound = items.nextItem(from: position) {
      position = sound.range.upperBound
      guard sound.item.kind == ArchiveFormat.Kind.commit else { continue }
      do {
        highest = max(highest ?? 0, try JournalCommit(body: sound.item.body).synced)
      } catch {
        continue  // It says nothing that could be used.
      }
    }
    return highest
  }
}

// MARK: - Items

extension JournalReader {
  private func readItem(at position: Int) throws(CBORError) -> JournalItem {
    var reader = CBORReader(bytes[position...], limits: limits)
    var item = try reader.readItemHead()
    let body = try reader.skipItem()
    item.body = bytes[body]
    let stored: UInt32 = try reader.readFixed()
    var checksum = seed
    bytes[position..<body.upperBound].withUnsafeBytes { checksum.update($0) }
    return JournalItem(
      item: item,
      range: position..<reader.position,
      isSound: stored == checksum.value,
      bodyStart: body.lowerBound,
      stored: stored,
      computed: checksum.value
    )
  }
}

// MARK: - Batches

extension JournalReader {
  /// Checks a batch whose commit was reached, and moves behind it.
  private mutating func close(
    _ items: inout [JournalItem],
    _ last: JournalItem
  ) throws(BaselineFault) -> Step {
    let commit: JournalCommit
    do {
      commit = try JournalCommit(body: last.item.body)
    } catch {
      return .broken(error.message, hasCommit: true)
    }
    let length = last.range.lowerBound - offset
    guard commit.sequence == sequence + 1, commit.count == UInt64(items.count),
      commit.length == UInt64(length)
    else { return .broken("its commit does not fit what stands before it", hasCommit: true) }
    guard isChained(&items, commit.chain) else {
      return .broken(
        "its checksum does not follow from what stands before it",
        hasCommit: true
      )
    }
    leading = []
    sequence = commit.sequence
    chain = commit.chain
    offset = last.range.upperBound
    return .batch(JournalBatch(items: items, commit: commit, end: offset))
  }

  /// Whether a batch follows from the one before.
  ///
  /// The chain runs over the heads and checksums of items, so that it vouches for them where a body
  /// is damaged. Where a checksum itself is what was hit, it also shows that the item is sound.
  private func isChained(_ items: inout [JournalItem], _ expected: UInt32) -> Bool {
    if chain(over: items, \.stored) == expected { return true }
    guard chain(over: items, \.computed) == expected else { return false }
    for index in items.indices { items[index].isSound = true }
    return true
  }

  private func chain(over items: [JournalItem], _ value: KeyPath<JournalItem, UInt32>) -> UInt32 {
    var result = CRC32C()
    withUnsafeBytes(of: chain.bigEndian) { result.update($0) }
    leading.withUnsafeBytes { result.update($0) }
    for item in items {
      bytes[item.range.lowerBound..<item.bodyStart].withUnsafeBytes { result.update($0) }
      withUnsafeBytes(of: item[keyPath: value].bigEndian) { result.update($0) }
    }
    return result.value
  }
}
