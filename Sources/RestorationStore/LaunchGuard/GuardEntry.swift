internal import RestorationCore

/// What the launch guard's page remembers of one scene: eight words.
struct GuardEntry: Sendable {
  static let wordCount = 8

  private enum Word: Int {
    case name, note, suspect, counts, boot, build, order, checksum
  }

  let words: any PageWords

  /// The index of the entry's first word.
  let start: Int

  private subscript(word: Word) -> UInt64 {
    get { words[start + word.rawValue] }
    nonmutating set { words[start + word.rawValue] = newValue }
  }
}

// MARK: - Reading

extension GuardEntry {
  /// The hash of the scene's name; zero if the entry is free.
  var name: UInt64 { self[.name] }

  /// The hash of what tells the boot from others.
  var boot: UInt64 { self[.boot] }

  /// The hash of what tells the build from others.
  var build: UInt64 { self[.build] }

  /// A later watch has a higher order.
  var order: UInt64 { self[.order] }

  /// What the launch is about, which is changed alone.
  var note: LaunchNote {
    get { LaunchNote(rawValue: self[.note]) }
    nonmutating set { self[.note] = newValue.rawValue }
  }

  /// Whether everything but the note is as it was written.
  var isSound: Bool { name != 0 && self[.checksum] == checksum }

  /// Which entry makes room first: one that is free or damaged, then the oldest.
  var rank: UInt64 { isSound ? max(1, order) : 0 }

  var record: LaunchRecord {
    let counts = self[.counts]
    var record = LaunchRecord()
    record.note = note
    record.suspect = counts >> 32 & 2 == 0 ? nil : NodeNumber(self[.suspect])
    record.deaths = Int(counts & 0xFF)
    record.deathsInRestore = Int(counts >> 8 & 0xFF)
    record.deathsUnsettled = Int(counts >> 16 & 0xFF)
    record.holdsScene = counts >> 32 & 1 != 0
    return record
  }

  private var checksum: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for word in [self[.name], self[.suspect], self[.counts], boot, build, order] {
      hash = (hash ^ word) &* 0x100_0000_01B3
      hash ^= hash >> 29
    }
    return max(1, hash)
  }
}

// MARK: - Writing

extension GuardEntry {
  /// Writes a record.
  ///
  /// The note comes first: should the process die under way, no death is counted twice, and the
  /// counts that are half written blame nobody.
  func write(_ record: LaunchRecord, name: UInt64, boot: UInt64, build: UInt64, order: UInt64) {
    note = record.note
    self[.checksum] = 0
    self[.name] = name
    self[.boot] = boot
    self[.build] = build
    self[.order] = order
    write(counts: record)
  }

  /// Writes the note and the counts of a record.
  func update(_ record: LaunchRecord) {
    note = record.note
    self[.checksum] = 0
    write(counts: record)
  }

  private func write(counts record: LaunchRecord) {
    func byte(_ count: Int) -> UInt64 { UInt64(UInt8(clamping: count)) }
    let flags: UInt64 = (record.holdsScene ? 1 : 0) | (record.suspect == nil ? 0 : 2)
    self[.suspect] = record.suspect?.rawValue ?? 0
    self[.counts] =
      byte(record.deaths) | byte(record.deathsInRestore) << 8 | byte(record.deathsUnsettled) << 16
      | flags << 32
    self[.checksum] = checksum
  }
}
