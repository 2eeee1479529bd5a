/// A table of entries that are sorted, which is searched where it lies.
///
/// Numbers, places and positions grow nearly evenly from entry to entry. So each field has a line,
/// and an entry holds by how much its value lies above that; a field of which all values lie on the
/// line takes no byte at all. Lines and widths hold for a block of entries, so that a value that
/// stands out costs its neighbours alone.
package struct IndexTable: Hashable, Sendable {
  /// How the values of a field are found in a block of entries.
  struct Field: Hashable, Sendable {
    /// What the line begins with, and by how much it rises with each entry, in numbers that wrap.
    var base: UInt64 = 0
    var step: UInt64 = 0

    /// How many bytes the field has in an entry.
    var width = 0

    /// Where the field of the block's first entry lies among the bytes of all entries, and how many
    /// bytes on that of the next one does.
    fileprivate(set) var start = 0
    fileprivate(set) var stride = 0

    /// Where the line is at an entry, counted from the block's first.
    func line(at entry: Int) -> UInt64 {
      base &+ step &* UInt64(truncatingIfNeeded: entry)
    }
  }

  /// How many entries there are.
  package let count: Int

  /// The fields of the first block, of the second, and so on.
  let fields: [Field]

  /// The entries, one after the other; each field has its most significant byte first.
  let entries: ArraySlice<UInt8>

  private let fieldCount: Int

  /// How many entries a block has; the last one may have fewer.
  static let blockLength = 256

  /// How many bytes of entries have a checksum of their own.
  static let pageLength = 4096

  private init(count: Int, fields: [Field], of fieldCount: Int, entries: ArraySlice<UInt8>) {
    self.count = count
    self.fields = fields
    self.fieldCount = fieldCount
    self.entries = entries
  }

  /// A field of an entry.
  package subscript(entry: Int, field: Int) -> UInt64 {
    let field = fields[entry / Self.blockLength * fieldCount + field]
    let entry = entry % Self.blockLength
    let start = entries.startIndex + field.start + field.stride * entry
    var value: UInt64 = 0
    for byte in entries[start..<start + field.width] { value = value << 8 | UInt64(byte) }
    return field.line(at: entry) &+ value
  }
}

// MARK: - Making

extension IndexTable {
  /// Makes a table of the values of rows that are sorted, with fields as narrow as values allow.
  init(values: [UInt64], fields fieldCount: Int) {
    let count = values.count / fieldCount
    var fields: [Field] = []
    var entries: [UInt8] = []
    for first in stride(from: 0, to: count, by: Self.blockLength) {
      let last = min(first + Self.blockLength, count)
      let rows = values[first * fieldCount..<last * fieldCount]
      let block = (0..<fieldCount).map { Field(of: rows, at: $0, of: fieldCount) }
      fields += block.placed(at: entries.count)
      for entry in 0..<last - first {
        let row = rows.dropFirst(entry * fieldCount)
        for (field, value) in zip(block, row) { field.append(value, at: entry, to: &entries) }
      }
    }
    self.init(count: count, fields: fields, of: fieldCount, entries: entries[...])
  }
}

extension [IndexTable.Field] {
  /// The fields of a block whose entries begin at a place.
  fileprivate func placed(at start: Int) -> [IndexTable.Field] {
    let stride = reduce(0) { $0 + $1.width }
    var start = start
    return map { field in
      var field = field
      field.start = start
      field.stride = stride
      start += field.width
      return field
    }
  }
}

extension IndexTable.Field {
  /// Finds the line of a field of some rows: the level one, or that from the first value to the
  /// last, whichever leaves less.
  init(of values: ArraySlice<UInt64>, at field: Int, of fieldCount: Int) {
    self.init(of: values, at: field, of: fieldCount, step: 0)
    let count = values.count / fieldCount
    guard count > 1, width > 0 else { return }
    let first = values.startIndex + field
    let rise = Int64(bitPattern: values[first + (count - 1) * fieldCount] &- values[first])
    let step = UInt64(bitPattern: rise / Int64(count - 1))
    let rising = Self(of: values, at: field, of: fieldCount, step: step)
    if rising.width < width { self = rising }
  }

  private init(of values: ArraySlice<UInt64>, at field: Int, of fieldCount: Int, step: UInt64) {
    guard let first = values.dropFirst(field).first else { return }
    var lowest: Int64 = 0
    var highest: Int64 = 0
    for entry in 0..<values.count / fieldCount {
      let line = first &+ step &* UInt64(entry)
      let value = values[values.startIndex + entry * fieldCount + field]
      let distance = Int64(bitPattern: value &- line)
      lowest = min(lowest, distance)
      highest = max(highest, distance)
    }
    base = first &+ UInt64(bitPattern: lowest)
    self.step = step
    let span = UInt64(bitPattern: highest) &- UInt64(bitPattern: lowest)
    width = (71 - span.leadingZeroBitCount) / 8
  }

  /// Appends by how much the value of an entry lies above the line.
  fileprivate func append(_ value: UInt64, at entry: Int, to entries: inout [UInt8]) {
    let excess = value &- line(at: entry)
    var shift = 8 * width
    while shift > 0 {
      shift -= 8
      entries.append(UInt8(truncatingIfNeeded: excess >> UInt64(shift)))
    }
  }
}

// MARK: - Coding

extension IndexTable {
  func write(to writer: inout CBORWriter, salt: UInt64) {
    writer.writeArrayHeader(4)
    writer.writeUnsigned(UInt64(count))
    writer.writeArrayHeader(fields.count / fieldCount)
    for first in stride(from: 0, to: fields.count, by: fieldCount) {
      writer.writeArrayHeader(fieldCount)
      for field in fields[first..<first + fieldCount] { field.write(to: &writer) }
    }
    writer.writeBytes(entries)
    writer.writeBytes(Self.checksums(of: entries, salt: salt))
  }

  /// Reads a table whose entries have a number of fields.
  ///
  /// Entries may take no bytes, so their number is not to be trusted before it was compared with the
  /// limit of nodes.
  init(
    from reader: inout CBORReader,
    fields fieldCount: Int,
    salt: UInt64
  ) throws(CBORError) {
    let start = reader.position
    let parts = try reader.readArrayHeader()
    let count = try reader.readInteger(as: Int.self)
    guard parts == 4, (0...reader.limits.nodes).contains(count),
      try reader.readArrayHeader() == (count + Self.blockLength - 1) / Self.blockLength
    else { throw CBORError(.malformed, at: start, "A table of an index has another form.") }
    var fields: [Field] = []
    var length = 0
    for first in stride(from: 0, to: count, by: Self.blockLength) {
      let block = try Field.readBlock(of: fieldCount, from: &reader)
      fields += block.placed(at: length)
      length += block.reduce(0) { $0 + $1.width } * min(Self.blockLength, count - first)
    }
    let entries = try reader.readBytes()
    let checksums = try reader.readBytes()
    guard entries.count == length,
      checksums.elementsEqual(Self.checksums(of: entries, salt: salt))
    else { throw CBORError(.malformed, at: start, "A table of an index is damaged.") }
    self.init(count: count, fields: fields, of: fieldCount, entries: entries)
  }

  private static func checksums(of entries: ArraySlice<UInt8>, salt: UInt64) -> [UInt8] {
    var result: [UInt8] = []
    var rest = entries
    while !rest.isEmpty {
      var checksum = CRC32C(salt: salt)
      rest.prefix(pageLength).withUnsafeBytes { checksum.update($0) }
      result += checksum.value.bigEndianBytes
      rest = rest.dropFirst(pageLength)
    }
    return result
  }
}

extension IndexTable.Field {
  fileprivate func write(to writer: inout CBORWriter) {
    writer.writeArrayHeader(3)
    writer.writeUnsigned(base)
    writer.writeUnsigned(step)
    writer.writeUnsigned(UInt64(width))
  }

  fileprivate static func readBlock(
    of fieldCount: Int,
    from reader: inout CBORReader
  ) throws(CBORError) -> [Self] {
    let start = reader.position
    guard try reader.readArrayHeader() == fieldCount else {
      throw CBORError(.malformed, at: start, "A block of an index has another form.")
    }
    var fields: [Self] = []
    for _ in 0..<fieldCount { fields.append(try Self(from: &reader)) }
    return fields
  }

  private init(from reader: inout CBORReader) throws(CBORError) {
    let start = reader.position
    let parts = try reader.readArrayHeader()
    base = try reader.readUnsigned()
    step = try reader.readUnsigned()
    width = try reader.readInteger(as: Int.self)
    guard parts == 3, (0...8).contains(width) else {
      throw CBORError(.malformed, at: start, "A field of an index has another form.")
    }
  }
}
