/// One item of a batch.
package struct JournalItem: Sendable {
  /// The item; if it is damaged, its body is not to be used, but what it says it is can be.
  package var item: ArchiveItem

  /// Where it lies in the bytes that were read.
  package var range: Range<Int>

  /// Whether its checksum is right.
  package var isSound: Bool

  /// The bytes that stand before its body.
  var head: ArraySlice<UInt8>

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

  /// What finds the next item after damage, within a bound that all such searches share.
  private var search: ArchiveItemReader

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
    leading = head.chained
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
    search = ArchiveItemReader(bytes, seed: seed, limits: limits)
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
      guard let item = soundItem(in: bytes[position...]) ?? damagedItem(at: position) else {
        return .broken("there is no item at byte \(position) of the segment", hasCommit: false)
      }
      position = item.range.upperBound
      guard item.item.kind == Kind.commit else {
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

  private typealias Kind = ArchiveFormat.Kind

  private static let knownKinds: Set<UInt64> = [
    Kind.scene, Kind.record, Kind.removals, Kind.discard, Kind.replacement, Kind.commit,
  ]

  /// What is known of the bytes behind what can be read.
  package struct Rest: Sendable {
    /// Whether there is a sound commit among them.
    package var hasCommit = false

    /// The highest save that they say has reached the disk.
    package var synced: UInt64 = 0
  }

  /// Searches from here on, beyond what can be read, since it decides what to make of that.
  package mutating func rest() -> Rest {
    var rest = Rest()
    var position = offset
    while let sound = search.nextItem(from: position) {
      position = sound.range.upperBound
      do {
        switch sound.item.kind {
        case Kind.commit:
          rest.synced = max(rest.synced, try JournalCommit(body: sound.item.body).synced)
          rest.hasCommit = true
        case Kind.index:
          // It is written once all before it has reached the disk.
          rest.synced = max(rest.synced, try ArchiveIndex.sequence(in: sound.item, limits: limits))
        default: break
        }
      } catch {
        continue  // It says nothing that could be used.
      }
    }
    return rest
  }
}

// MARK: - Items

extension JournalReader {
  /// Reads the item at the beginning of some bytes, if there is a sound one.
  private func soundItem(in bytes: ArraySlice<UInt8>) -> JournalItem? {
    do {
      let item = try item(in: bytes)
      return item.isSound ? item : nil
    } catch {
      return nil  // What can be made of it is found out next.
    }
  }

  private func item(in bytes: ArraySlice<UInt8>) throws(CBORError) -> JournalItem {
    let start = bytes.startIndex
    var reader = CBORReader(archived: bytes, limits: limits)
    var item = try reader.readItemHead()
    let body = try reader.skipItem()
    item.body = bytes[body]
    let stored: UInt32 = try reader.readFixed()
    let computed = checksum(of: bytes[start..<body.upperBound])
    return JournalItem(
      item: item,
      range: start..<reader.position,
      isSound: stored == computed,
      head: bytes[start..<body.lowerBound],
      stored: stored,
      computed: computed
    )
  }

  private func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    var checksum = seed
    bytes.withUnsafeBytes { checksum.update($0) }
    return checksum.value
  }

  /// Makes what can be made of a damaged item, which ends where the next sound one begins.
  ///
  /// One flipped bit is mended, wherever it is, but for the body of a record, which is read again.
  private mutating func damagedItem(at position: Int) -> JournalItem? {
    let next = search.nextItem(from: position + 1)
    let extent = bytes[position..<(next?.range.lowerBound ?? bytes.endIndex)]
    if let mended = mended(extent) { return mended }
    guard next != nil else { return lastCommit(in: extent) }
    var reader = CBORReader(archived: extent, limits: limits)
    do {
      let item = try reader.readItemHead()
      guard let stored = UInt32(bigEndianBytes: extent.suffix(4)), extent.count > 5 else {
        return nil
      }
      return JournalItem(
        item: item,
        range: extent.startIndex..<extent.endIndex,
        isSound: false,
        head: extent[..<reader.position],
        stored: stored,
        computed: checksum(of: extent.dropLast(5))
      )
    } catch {
      return nil  // It does not even say whose it is.
    }
  }

  /// Mends an item in which one bit was flipped.
  private func mended(_ extent: ArraySlice<UInt8>) -> JournalItem? {
    guard let bytes = FlippedBit.mended(item: extent, seed: seed), var item = soundItem(in: bytes),
      item.range.upperBound == extent.endIndex
    else { return nil }
    // What is read again later is not mended in the file; what is known now is whose it is.
    item.isSound = Self.knownKinds.contains(item.item.kind) && item.item.kind != Kind.record
    return item
  }

  /// A damaged commit behind which there is nothing; anything else there is what a crash left.
  ///
  /// One that ends in the zeros which a segment was prepared with may be whole soon: it is being
  /// written, or was when the process died.
  private func lastCommit(in extent: ArraySlice<UInt8>) -> JournalItem? {
    do {
      let item = try item(in: extent)
      let rest = extent[(item.range.upperBound - 1)...]
      let isUnderWay = rest.count > 1 && rest.allSatisfy { $0 == 0 }
      return item.item.kind == Kind.commit && !isUnderWay ? item : nil
    } catch {
      return nil  // It is no whole item.
    }
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
    if !limits.checks.chains || chain(over: items, \.stored) == expected { return true }
    guard chain(over: items, \.computed) == expected else { return false }
    for index in items.indices { items[index].isSound = true }
    return true
  }

  private func chain(over items: [JournalItem], _ value: KeyPath<JournalItem, UInt32>) -> UInt32 {
    var result = CRC32C()
    withUnsafeBytes(of: chain.bigEndian) { result.update($0) }
    leading.withUnsafeBytes { result.update($0) }
    for item in items {
      item.head.withUnsafeBytes { result.update($0) }
      withUnsafeBytes(of: item[keyPath: value].bigEndian) { result.update($0) }
    }
    return result.value
  }
}
