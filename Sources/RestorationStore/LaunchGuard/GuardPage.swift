internal import RestorationCore
internal import Synchronization

/// The launch guard's page: an entry for each scene that was restored, up to a number of them.
///
/// `Documentation/ArchiveFormat.md` describes it byte by byte. Only who holds the store's lock has
/// one.
final class GuardPage: Sendable {
  /// How many words the page has: 4096 bytes.
  static let wordCount = 512

  /// The file's first eight bytes: the head of a CBOR byte string of all that follows, and a name.
  static let magic: UInt64 = 0x6472_6175_67FD_0F59

  /// How many scenes the page knows; the one that was restored longest ago makes room.
  static let entryCount = wordCount / GuardEntry.wordCount - 1

  let words: any PageWords

  /// The file that the page is.
  let identity: FileIdentity

  private let isReleased = Atomic(false)

  /// The watches over the entries, each told by a number of its own.
  private let watches = Mutex<[Int: Int]>([:])

  init(_ words: any PageWords, identity: FileIdentity) {
    self.words = words
    self.identity = identity
    guard words[0] != Self.magic else { return }
    // Whatever this was, it blames nobody.
    for index in 1..<Self.wordCount { words[index] = 0 }
    words[0] = Self.magic
  }
}

// MARK: - Entries

extension GuardPage {
  private var entries: [GuardEntry] {
    (1...Self.entryCount).map { GuardEntry(words: words, start: $0 * GuardEntry.wordCount) }
  }

  /// What is remembered of a scene, if that is sound.
  func record(of scene: String, boot: UInt64, build: UInt64) -> LaunchRecord? {
    let name = stableHash(scene)
    guard let entry = entries.first(where: { $0.name == name && $0.isSound }) else { return nil }
    var record = entry.record
    record.isFromOtherBoot = entry.boot != boot
    record.isFromOtherBuild = entry.build != build
    // This very process left it, and lives.
    if watches.withLock({ $0[entry.start] != nil }) { record.note = .closed }
    return record
  }

  /// Begins a watch over a scene, which ends the one before.
  func watch(scene: String, boot: UInt64, build: UInt64, _ record: LaunchRecord) -> GuardWatch {
    let name = stableHash(scene)
    let entries = entries
    let order = (entries.lazy.filter(\.isSound).map(\.order).max() ?? 0) &+ 1
    let oldest = entries.min { $0.rank < $1.rank } ?? entries[0]
    let entry = entries.first { $0.name == name } ?? oldest
    let number = watches.withLock { watches in
      watches[entry.start, default: 0] += 1
      return watches[entry.start, default: 0]
    }
    entry.write(record, name: name, boot: boot, build: build, order: order)
    return GuardWatch(entry, in: self, number: number)
  }

  /// Whether a watch is the last one over its entry, in a page that is still in use.
  func isCurrent(_ entry: GuardEntry, _ number: Int) -> Bool {
    !isReleased.load(ordering: .relaxed) && watches.withLock { $0[entry.start] == number }
  }

  /// Whether the page may still be written.
  var isInUse: Bool { !isReleased.load(ordering: .relaxed) }
}

// MARK: - Ending in order

extension GuardPage {
  /// Notes that the process ends in order, so that scenes which were restored have no death to count.
  ///
  /// One that ends within a restore has died of it, whatever it called.
  func noteOrderlyEnd() {
    guard isInUse else { return }
    for entry in entries where entry.note == .unsettled { entry.note = .closed }
  }

  /// Writes nothing any more, since the lock is given back.
  func release() {
    noteOrderlyEnd()
    isReleased.store(true, ordering: .relaxed)
  }
}

/// A number that depends on the bytes of a text alone: FNV-1a, with 64 bits, and never zero.
func stableHash(_ text: String) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  return max(1, hash)
}
