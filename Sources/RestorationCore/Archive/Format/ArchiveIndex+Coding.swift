extension ArchiveIndex {
  /// How many bytes at the end of an index's item are enough to know its length.
  package static let tailLength = 14

  /// The index as an item, sealed with a file's salt.
  package func encoded(salt: UInt64) -> [UInt8] {
    // The length stands in the item, in a place of fixed width.
    let length = item(salt: salt, length: 0).count
    return item(salt: salt, length: UInt64(length))
  }

  private func item(salt: UInt64, length: UInt64) -> [UInt8] {
    var items = ArchiveItemWriter(salt: salt)
    items.append(ArchiveFormat.Kind.index, flags: 0) { writer in
      writer.writeMapHeader(8)
      writer.writeUnsigned(0)
      writer.writeUnsigned(sequence)
      writer.writeUnsigned(1)
      writer.writeFixed(chain)
      writer.writeUnsigned(2)
      writer.write(texts: classes)
      writer.writeUnsigned(3)
      writer.write(texts: slots)
      writer.writeUnsigned(4)
      writer.writeArrayHeader(scenes.count)
      for scene in scenes { scene.write(to: &writer, salt: salt) }
      writer.writeUnsigned(5)
      writer.writeArrayHeader(carried.count)
      for range in carried { range.write(to: &writer) }
      writer.writeUnsigned(6)
      writer.writeUnsigned(covered)
      writer.writeUnsigned(7)
      writer.writeFixed(length)
    }
    return items.writer.bytes()
  }

  /// The length that the last bytes of an index's item say that it has.
  package static func length(from tail: ArraySlice<UInt8>) -> Int? {
    guard tail.count >= tailLength else { return nil }
    let start = tail.endIndex - 13
    return UInt64(bigEndianBytes: tail[start..<start + 8]).flatMap { Int(exactly: $0) }
  }

  /// Reads an index from the beginning of some bytes, if a sound one stands there.
  ///
  /// It may speak of the part of the file before `end` alone.
  package init?(_ bytes: ArraySlice<UInt8>, salt: UInt64, end: Int, limits: RestorationLimits) {
    self.init()
    var items = ArchiveItemReader(bytes, salt: salt, limits: limits)
    guard let sound = items.soundItem(at: bytes.startIndex),
      sound.item.kind == ArchiveFormat.Kind.index
    else { return nil }
    var reader = CBORReader(archived: sound.item.body, limits: limits)
    do {
      _ = try reader.readFields { (key, reader) throws(CBORError) in
        try readField(key, from: &reader, salt: salt)
      }
    } catch {
      return nil  // Without an index the file is read whole.
    }
    guard isWithin(end, limits: limits) else { return nil }
  }

  /// The number of the last save before an index, given its item.
  static func sequence(
    in item: ArchiveItem,
    limits: RestorationLimits
  ) throws(CBORError) -> UInt64 {
    var reader = CBORReader(archived: item.body, limits: limits)
    var sequence: UInt64 = 0
    _ = try reader.readFields { (key, reader) throws(CBORError) in
      if key == 0 { sequence = try reader.readUnsigned() }
      return key == 0
    }
    return sequence
  }

  private mutating func readField(
    _ key: UInt64,
    from reader: inout CBORReader,
    salt: UInt64
  ) throws(CBORError) -> Bool {
    switch key {
    case 0: sequence = try reader.readUnsigned()
    case 1: chain = try reader.readFixed()
    case 2: classes = try reader.readTexts()
    case 3: slots = try reader.readTexts()
    case 4:
      for _ in 0..<(try reader.readArrayHeader()) {
        scenes.append(try Scene(from: &reader, salt: salt))
      }
    case 5:
      for _ in 0..<(try reader.readArrayHeader()) { carried.append(try ItemRange(from: &reader)) }
    case 6: covered = try reader.readUnsigned()
    case 7: _ = try reader.readFixed() as UInt64
    default: return false
    }
    return true
  }
}

// MARK: - What is trusted

extension ArchiveIndex {
  /// Whether all that it says lies within a part of the file, in order and without overlap.
  private func isWithin(_ end: Int, limits: RestorationLimits) -> Bool {
    var ranges = carried
    var numbers: Set<UInt64> = []
    for scene in scenes {
      // What a few bytes can claim is not collected before it is known to be possible.
      guard numbers.insert(scene.number).inserted, scene.records.count <= limits.nodes,
        scene.records.count <= end / ArchiveFormat.leastItemLength, scene.hasAscendingNumbers
      else { return false }
      ranges.append(scene.range)
      ranges += scene.carried.map(\.range)
      for entry in 0..<scene.records.count {
        guard let range = scene.place(ofEntry: entry) else { return false }
        ranges.append(range)
      }
    }
    ranges.sort { $0.offset < $1.offset }
    var free = 0
    for range in ranges {
      guard range.offset >= free, range.length > 0, range.length <= end - range.offset
      else { return false }
      free = range.offset + range.length
    }
    return true
  }
}

extension ArchiveIndex.Scene {
  /// Where the record of an entry lies.
  package func place(ofEntry entry: Int) -> ItemRange? {
    let last = entry == 0 ? range.end : end(ofEntry: entry - 1)
    let start = last &+ records[entry, ArchiveIndex.RecordField.gap.rawValue]
    guard let offset = Int(exactly: start), let length = Int(exactly: end(ofEntry: entry) &- start)
    else { return nil }
    return ItemRange(offset: offset, length: length)
  }

  private func end(ofEntry entry: Int) -> UInt64 {
    records[entry, ArchiveIndex.RecordField.end.rawValue]
  }

  /// The number of the node of an entry.
  package func number(ofEntry entry: Int) -> UInt64 {
    records[entry, ArchiveIndex.RecordField.number.rawValue]
  }

  fileprivate var hasAscendingNumbers: Bool {
    var last: UInt64?
    for entry in 0..<records.count {
      let number = number(ofEntry: entry)
      if let last, number <= last { return false }
      last = number
    }
    return last != .max
  }
}

// MARK: - Parts

extension ArchiveIndex.Scene {
  fileprivate func write(to writer: inout CBORWriter, salt: UInt64) {
    writer.writeArrayHeader(8)
    writer.writeUnsigned(number)
    writer.writeUnsigned((isReplaced ? 1 : 0) | (isDiscarded ? 2 : 0))
    range.write(to: &writer)
    if let update { update.write(to: &writer) } else { writer.writeNull() }
    writer.writeArrayHeader(removed.count)
    for number in removed { writer.writeUnsigned(number) }
    writer.writeArrayHeader(carried.count)
    for item in carried {
      writer.writeArrayHeader(3)
      writer.writeUnsignedOrNull(item.node)
      writer.writeBool(item.diesWithOwner)
      item.range.write(to: &writer)
    }
    records.write(to: &writer, salt: salt)
    children.write(to: &writer, salt: salt)
  }

  fileprivate init(from reader: inout CBORReader, salt: UInt64) throws(CBORError) {
    try reader.readArrayHeader(of: 8)
    number = try reader.readUnsigned()
    let flags = try reader.readUnsigned()
    isReplaced = flags & 1 != 0
    isDiscarded = flags & 2 != 0
    range = try ItemRange(from: &reader)
    if !reader.readNullIfPresent() { update = try JournalCommit.SceneUpdate(from: &reader) }
    for _ in 0..<(try reader.readArrayHeader()) { removed.append(try reader.readUnsigned()) }
    for _ in 0..<(try reader.readArrayHeader()) {
      try reader.readArrayHeader(of: 3)
      let node = try reader.readUnsignedOrNull()
      let diesWithOwner = try reader.readBool()
      let range = try ItemRange(from: &reader)
      carried.append(CarriedItem(node: node, diesWithOwner: diesWithOwner, range: range))
    }
    records = try IndexTable(
      from: &reader,
      fields: ArchiveIndex.RecordField.allCases.count,
      salt: salt
    )
    children = try IndexTable(
      from: &reader,
      fields: ArchiveIndex.ChildField.allCases.count,
      salt: salt
    )
  }
}

extension ItemRange {
  fileprivate func write(to writer: inout CBORWriter) {
    writer.writeArrayHeader(2)
    writer.writeUnsigned(UInt64(offset))
    writer.writeUnsigned(UInt64(length))
  }

  fileprivate init(from reader: inout CBORReader) throws(CBORError) {
    try reader.readArrayHeader(of: 2)
    self.init(
      offset: try reader.readInteger(as: Int.self),
      length: try reader.readInteger(as: Int.self)
    )
  }
}

extension CBORReader {
  fileprivate mutating func readArrayHeader(of count: Int) throws(CBORError) {
    let start = position
    guard try readArrayHeader() == count else {
      throw CBORError(.malformed, at: start, "An array of an index has not \(count) elements.")
    }
  }

  fileprivate mutating func readTexts() throws(CBORError) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try readArrayHeader()) { texts.append(try readText()) }
    return texts
  }
}

extension CBORWriter {
  fileprivate mutating func write(texts: [String]) {
    writeArrayHeader(texts.count)
    for text in texts { writeText(text) }
  }
}
