import RestorationCore

/// Makes checksums right in files that were changed at random, so that what lies behind is reached.
///
/// It also makes the numbers right by which files and saves hang together. It shares no code with the
/// readers but that of CBOR and of CRC-32C.
struct ChecksumRepair {
  /// What is made right.
  enum Extent: CaseIterable {
    /// Nothing.
    case nothing

    /// The checksum of each item.
    case checksums

    /// That, what commits, indexes and footers say, and what segments say of those before them.
    case everything
  }

  private let extent: Extent

  /// Where the saves of each file end: the number of the last one, its chain, and its place.
  private var ends: [FileKey: End] = [:]

  private struct FileKey: Hashable {
    var isSegment: Bool
    var number: UInt64
  }

  private struct End {
    var sequence: UInt64
    var chain: [UInt8]
    var offset: UInt64
  }

  init(_ extent: Extent) {
    self.extent = extent
  }

  /// Repairs a file that stands alone.
  static func repaired(_ bytes: [UInt8], _ extent: Extent) -> [UInt8] {
    var repair = ChecksumRepair(extent)
    return repair.repaired(bytes)
  }

  /// Repairs the files of a folder by their names.
  static func repaired(_ files: [String: [UInt8]], _ extent: Extent) -> [String: [UInt8]] {
    var repair = ChecksumRepair(extent)
    var result: [String: [UInt8]] = [:]
    // Baselines come before what follows them, and older segments before newer ones.
    for name in files.keys.sorted(by: { $0.order < $1.order }) {
      result[name] = repair.repaired(files[name] ?? [])
    }
    return result
  }

  /// Repairs a file, after those that it may follow.
  mutating func repaired(_ bytes: [UInt8]) -> [UInt8] {
    guard extent != .nothing else { return bytes }
    let file = RawFile(bytes)
    if let head = file.items.first, head.kind == 5 { return segment(file, head) }
    return baseline(file)
  }
}

extension String {
  fileprivate var order: (Int, String) {
    (contains("state-") ? 0 : 1, self)
  }
}

// MARK: - Baselines

extension ChecksumRepair {
  private mutating func baseline(_ file: RawFile) -> [UInt8] {
    let head = file.items.first { $0.kind == 0 }?.value
    let footer = file.items.last { $0.kind == 3 }?.value
    let salt = footer?[3]?.number ?? head?[3]?.number ?? 0
    if let head, let generation = head[1]?.number, let sequence = head[2]?.number {
      ends[FileKey(isSegment: false, number: generation)] = End(
        sequence: sequence,
        chain: head[5]?.byteString ?? [0, 0, 0, 0],
        offset: 0
      )
    }
    var result: [UInt8] = []
    var chain = CRC32C(salt: salt)
    var count: UInt64 = 0
    for part in file.parts {
      guard case .item(var item) = part else {
        if case .other(let bytes) = part { result += bytes }
        continue
      }
      if extent == .everything, item.kind == 4 { item.repairIndex(salt: salt) }
      if extent == .everything, item.kind == 3, var value = item.value {
        value[4] = .bytes(count.byteArray)
        value[5] = .bytes(UInt64(result.count + 78).byteArray)
        value[6] = .bytes(chain.value.byteArray)
        item.body = value.encoded()[...]
      }
      let checksum = item.checksum(salt: salt)
      checksum.withUnsafeBytes { chain.update($0) }
      count += 1
      result += item.head + item.body + [0x44] + checksum
    }
    return result
  }
}

extension RawItem {
  /// Repairs the checksums of pages, and the length.
  fileprivate mutating func repairIndex(salt: UInt64, position: (UInt64, [UInt8])? = nil) {
    guard var value = value else { return }
    if let (sequence, chain) = position {
      value[0] = .unsigned(sequence)
      value[1] = .bytes(chain)
    }
    if case .array(var scenes)? = value[4] {
      for index in scenes.indices {
        guard case .array(var parts) = scenes[index] else { continue }
        for place in parts.indices { parts[place].repairTable(salt: salt) }
        scenes[index] = .array(parts)
      }
      value[4] = .array(scenes)
    }
    body = value.encoded()[...]
    guard value[7] != nil else { return }
    value[7] = .bytes(UInt64(count).byteArray)
    body = value.encoded()[...]
  }
}

// MARK: - Segments

extension ChecksumRepair {
  private mutating func segment(_ file: RawFile, _ head: RawItem) -> [UInt8] {
    let salt = head.value?[2]?.number ?? 0
    var result: [UInt8] = []
    var batch = Batch(sequence: 0, chain: [0, 0, 0, 0])
    var number: UInt64 = 0
    for part in file.parts {
      guard case .item(var item) = part else {
        if case .other(let bytes) = part { result += bytes }
        continue
      }
      if extent == .everything {
        switch item.kind {
        case 5:
          number = repairHead(&item, &batch)
        case 6:
          batch.close(&item, end: result.count)
        case 4:
          item.repairIndex(salt: salt, position: (batch.sequence, batch.chain))
        default: break
        }
      }
      let checksum = item.checksum(salt: salt)
      batch.add(item, checksum)
      result += item.head + item.body + [0x44] + checksum
      if item.kind == 5 { batch.start = result.count }
      if item.kind == 6 {
        batch.begin(at: result.count)
        ends[FileKey(isSegment: true, number: number)] = End(
          sequence: batch.sequence,
          chain: batch.chain,
          offset: UInt64(result.count)
        )
      }
    }
    return result
  }

  /// Lets a segment follow the file that it names, if that is there, and gives its number.
  private func repairHead(_ item: inout RawItem, _ batch: inout Batch) -> UInt64 {
    guard var value = item.value, let number = value[1]?.number else { return 0 }
    let origin = FileKey(isSegment: value[3] == .unsigned(2), number: value[4]?.number ?? 0)
    if let end = ends[origin] {
      if origin.isSegment { value[5] = .bytes(end.offset.byteArray) }
      value[6] = .bytes(end.sequence.byteArray)
      value[7] = .bytes(end.chain)
      item.body = value.encoded()[...]
    }
    batch = Batch(sequence: value[6]?.number ?? 0, chain: value[7]?.byteString ?? [])
    return number
  }
}

/// A save that is being put together.
private struct Batch {
  var sequence: UInt64
  var chain: [UInt8]
  var start = 0
  private var count: UInt64 = 0
  private var covered: [ArraySlice<UInt8>] = []

  init(sequence: UInt64, chain: [UInt8]) {
    self.sequence = sequence
    self.chain = chain
  }

  mutating func add(_ item: RawItem, _ checksum: [UInt8]) {
    covered += [item.head, checksum[...]]
    if item.kind != 5 { count += 1 }
  }

  /// Makes a commit fit what stands before it, and goes on to the next save.
  mutating func close(_ item: inout RawItem, end: Int) {
    guard case .array(var parts)? = item.value, parts.count >= 5 else { return }
    sequence &+= 1
    chain = CRC32C.bytes(of: [chain[...]] + covered, after: CRC32C())
    parts[0] = .unsigned(sequence)
    parts[1] = .unsigned(count)
    parts[2] = .unsigned(UInt64(end - start))
    parts[3] = .bytes(chain)
    if case .unsigned(let unsynced) = parts[4] { parts[4] = .unsigned(min(unsynced, sequence)) }
    item.body = StateValue.array(parts).encoded()[...]
  }

  mutating func begin(at offset: Int) {
    start = offset
    count = 0
    covered = []
  }
}

// MARK: - Values

extension StateValue {
  /// The entry of a map with a number as its key.
  fileprivate subscript(key: UInt64) -> StateValue? {
    get {
      guard case .map(let entries) = self else { return nil }
      return entries.first { $0.key == .unsigned(key) }?.value
    }
    set {
      guard case .map(var entries) = self, let newValue else { return }
      guard let index = entries.firstIndex(where: { $0.key == .unsigned(key) }) else { return }
      entries[index].value = newValue
      self = .map(entries)
    }
  }

  fileprivate var byteString: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }

  /// A number that is written as a byte string, or as a number.
  fileprivate var number: UInt64? {
    switch self {
    case .unsigned(let number): number
    case .bytes(let bytes) where bytes.count <= 8: bytes.reduce(0) { $0 << 8 | UInt64($1) }
    default: nil
    }
  }

  /// Makes the checksums of a table's pages right, if it is one.
  fileprivate mutating func repairTable(salt: UInt64) {
    guard case .array(var parts) = self, parts.count == 3, case .bytes(let entries) = parts[1]
    else { return }
    var checksums: [UInt8] = []
    for start in stride(from: 0, to: entries.count, by: 4_096) {
      checksums += CRC32C.bytes(
        of: [entries[start..<min(start + 4_096, entries.count)]],
        after: CRC32C(salt: salt)
      )
    }
    parts[2] = .bytes(checksums)
    self = .array(parts)
  }
}

extension FixedWidthInteger {
  fileprivate var byteArray: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
