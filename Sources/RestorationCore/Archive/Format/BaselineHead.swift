/// What stands at the beginning of a baseline.
package struct BaselineHead: Hashable, Sendable {
  /// The number of the baseline, and that of the last save in it.
  package var generation: UInt64
  package var sequence: UInt64

  /// The salt of all checksums in the file.
  package var salt: UInt64

  /// The names of all scenes, so that a scene whose own item is damaged is missed by name.
  package var names: [String] = []

  /// What a segment that follows must say of where it begins; absent where no journal is kept.
  package var journal: Journal?

  /// Entries that are unknown.
  package var unknown: [UInt8] = []

  /// How a baseline stands to the journal.
  package struct Journal: Hashable, Sendable {
    /// The checksum that leads to the last save in the baseline.
    package var chain: UInt32

    /// The highest segment that the baseline covers.
    package var covered: UInt64

    /// Makes the description.
    package init(chain: UInt32, covered: UInt64) {
      self.chain = chain
      self.covered = covered
    }
  }

  /// Makes a head.
  package init(generation: UInt64, sequence: UInt64, salt: UInt64) {
    self.generation = generation
    self.sequence = sequence
    self.salt = salt
  }

  func fits(_ footer: ArchiveFooter) -> Bool {
    generation == footer.generation && sequence == footer.sequence && salt == footer.salt
  }
}

// MARK: - Coding

extension BaselineHead {
  func write(to writer: inout CBORWriter) {
    let count = CBORReader(unknown).countOfEntries ?? 0
    writer.writeMapHeader(5 + (journal == nil ? 0 : 2) + count)
    writer.writeUnsigned(0)
    writer.writeFixed(ArchiveFormat.version)
    writer.writeUnsigned(1)
    writer.writeFixed(generation)
    writer.writeUnsigned(2)
    writer.writeFixed(sequence)
    writer.writeUnsigned(3)
    writer.writeFixed(salt)
    writer.writeUnsigned(4)
    writer.writeArrayHeader(names.count)
    for name in names { writer.writeText(name) }
    if let journal {
      writer.writeUnsigned(5)
      writer.writeFixed(journal.chain)
      writer.writeUnsigned(6)
      writer.writeFixed(journal.covered)
    }
    if count > 0 { writer.writeRaw(unknown) }
  }

  /// Reads the body of a head.
  init(body: ArraySlice<UInt8>, limits: RestorationLimits) throws(CBORError) {
    self.init(generation: .max, sequence: .max, salt: 0)
    var reader = CBORReader(archived: body, limits: limits)
    var chain: UInt32?
    var covered: UInt64?
    unknown = try reader.readFields { (key, reader) throws(CBORError) in
      switch key {
      case 0: _ = try reader.readFixed() as UInt32
      case 1: generation = try reader.readFixed()
      case 2: sequence = try reader.readFixed()
      case 3: salt = try reader.readFixed()
      case 4: for _ in 0..<(try reader.readArrayHeader()) { names.append(try reader.readText()) }
      case 5: chain = try reader.readFixed()
      case 6: covered = try reader.readFixed()
      default: return false
      }
      return true
    }
    if let chain, let covered, covered < ArchiveFormat.highestNumber {
      journal = Journal(chain: chain, covered: covered)
    }
  }

  /// Reads the head that stands at the beginning of a baseline, if a sound one does.
  package init?(startOf bytes: ArraySlice<UInt8>, salt: UInt64, limits: RestorationLimits) {
    var items = ArchiveItemReader(bytes, salt: salt, limits: limits)
    guard let sound = items.soundItem(at: bytes.startIndex),
      sound.item.kind == ArchiveFormat.Kind.head
    else { return nil }
    do {
      try self.init(body: sound.item.body, limits: limits)
    } catch {
      return nil  // The footer has what a reader needs.
    }
  }
}
