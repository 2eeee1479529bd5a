/// A table of entries of the same width, sorted, that is searched where it lies.
///
/// Numbers, places and positions grow nearly evenly from entry to entry. So each field has a line,
/// and an entry holds by how much its value lies above that; a field of which all values lie on the
/// line takes no byte at all.
package struct IndexTable: Hashable, Sendable {
  /// How the values of a field are found.
  struct Field: Hashable, Sendable {
    /// What the line begins with, and by how much it rises with each entry, in numbers that wrap.
    var base: UInt64 = 0
    var step: UInt64 = 0

    /// How many bytes the field has in an entry.
    var width = 0

    /// Where the line is at an entry.
    func line(at entry: Int) -> UInt64 {
      base &+ step &* UInt64(truncatingIfNeeded: entry)
    }
  }

  /// How many entries there are.
  package let count: Int

  let fields: [Field]

  /// The entries, one after the other; each field has its most significant byte first.
  let entries: ArraySlice<UInt8>

  private let offsets: [Int]
  private let width: Int

  /// How many bytes of entries have a checksum of their own.
  static let pageLength = 4096

  init(count: Int, fields: [Field], entries: ArraySlice<UInt8>) {
    self.count = count
    self.fields = fields
    self.entries = entries
    var offsets: [Int] = []
    var sum = 0
    for field in fields {
      offsets.append(sum)
      sum += field.width
    }
    self.offsets = offsets
    width = sum
  }

  /// A field of an entry.
  package subscript(entry: Int, field: Int) -> UInt64 {
    let start = entries.startIndex + entry * width + offsets[field]
    var value: UInt64 = 0
    for byte in entries[start..<start + fields[field].width] { value = value << 8 | UInt64(byte) }
    return fields[field].line(at: entry) &+ value
  }

  /// The first entry whose first fields are not below some values.
  ///
  /// - Complexity: O(log *n*) in the number of entries.
  package func firstEntry(notBelow values: [UInt64]) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      let fields = values.indices.map { self[middle, $0] }
      if fields.lexicographicallyPrecedes(values) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - Making

extension IndexTable {
  /// Makes a table of the values of rows that are sorted, with fields as narrow as values allow.
  init(values: [UInt64], fields fieldCount: Int) {
    let count = values.count / fieldCount
    let fields = (0..<fieldCount).map { Field(of: values, at: $0, of: fieldCount) }
    var entries: [UInt8] = []
    entries.reserveCapacity(count * fields.reduce(0) { $0 + $1.width })
    for entry in 0..<count {
      for (index, field) in fields.enumerated() {
        let value = values[entry * fieldCount + index] &- field.line(at: entry)
        var shift = 8 * field.width
        while shift > 0 {
          shift -= 8
          entries.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
      }
    }
    self.init(count: count, fields: fields, entries: entries[...])
  }
}

extension IndexTable.Field {
  /// Finds the line of a field: the level one, or that from the first value to the last, whichever
  /// leaves less.
  init(of values: [UInt64], at field: Int, of fieldCount: Int) {
    self.init(of: values, at: field, of: fieldCount, step: 0)
    let count = values.count / fieldCount
    guard count > 1, width > 0 else { return }
    let rise = Int64(bitPattern: values[(count - 1) * fieldCount + field] &- values[field])
    let step = UInt64(bitPattern: rise / Int64(count - 1))
    let rising = Self(of: values, at: field, of: fieldCount, step: step)
    if rising.width < width { self = rising }
  }

  private init(of values: [UInt64], at field: Int, of fieldCount: Int, step: UInt64) {
    guard let first = values.dropFirst(field).first else { return }
    var lowest: Int64 = 0
    var highest: Int64 = 0
    for entry in 0..<values.count / fieldCount {
      let line = first &+ step &* UInt64(entry)
      let distance = Int64(bitPattern: values[entry * fieldCount + field] &- line)
      lowest = min(lowest, distance)
      highest = max(highest, distance)
    }
    base = first &+ UInt64(bitPattern: lowest)
    self.step = step
    let span = UInt64(bitPattern: highest) &- UInt64(bitPattern: lowest)
    width = (71 - span.leadingZeroBitCount) / 8
  }
}

// MARK: - Coding

extension IndexTable {
  func write(to writer: inout CBORWriter, salt: UInt64) {
    writer.writeArrayHeader(4)
    writer.writeUnsigned(UInt64(count))
    writer.writeArrayHeader(fields.count)
    for field in fields {
      writer.writeArrayHeader(3)
      writer.writeUnsigned(field.base)
      writer.writeUnsigned(field.step)
      writer.writeUnsigned(UInt64(field.width))
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
      try reader.readArrayHeader() == fieldCount
    else { throw CBORError(.malformed, at: start, "A table of an index has another form.") }
    var fields: [Field] = []
    for _ in 0..<fieldCount { fields.append(try Field(from: &reader)) }
    let entries = try reader.readBytes()
    let checksums = try reader.readBytes()
    let length = count.multipliedReportingOverflow(by: fields.reduce(0) { $0 + $1.width })
    guard !length.overflow, entries.count == length.partialValue,
      checksums.elementsEqual(Self.checksums(of: entries, salt: salt))
    else { throw CBORError(.malformed, at: start, "A table of an index is damaged.") }
    self.init(count: count, fields: fields, entries: entries)
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
  fileprivate init(from reader: inout CBORReader) throws(CBORError) {
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
