/// A table of entries of the same width, sorted, that is searched where it lies.
package struct IndexTable: Hashable, Sendable {
  /// How many bytes each field of an entry has.
  package let widths: [Int]

  /// The entries, one after the other; each field has its most significant byte first.
  let entries: ArraySlice<UInt8>

  private let offsets: [Int]
  private let width: Int

  /// How many bytes of entries have a checksum of their own.
  static let pageLength = 4096

  init(widths: [Int], entries: ArraySlice<UInt8>) {
    self.widths = widths
    self.entries = entries
    var offsets: [Int] = []
    var sum = 0
    for width in widths {
      offsets.append(sum)
      sum += width
    }
    self.offsets = offsets
    width = sum
  }

  /// How many entries there are.
  package var count: Int { width == 0 ? 0 : entries.count / width }

  /// A field of an entry.
  package subscript(entry: Int, field: Int) -> UInt64 {
    let start = entries.startIndex + entry * width + offsets[field]
    var value: UInt64 = 0
    for byte in entries[start..<start + widths[field]] { value = value << 8 | UInt64(byte) }
    return value
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
  /// Makes a table of rows that are sorted, with fields as narrow as the values allow.
  init(rows: [[UInt64]], fields: Int) {
    var highest = [UInt64](repeating: 0, count: fields)
    for row in rows {
      for field in 0..<fields { highest[field] = max(highest[field], row[field]) }
    }
    let widths = highest.map { max(1, (71 - $0.leadingZeroBitCount) / 8) }
    var entries: [UInt8] = []
    entries.reserveCapacity(rows.count * widths.reduce(0, +))
    for row in rows {
      for field in 0..<fields {
        for byte in (0..<widths[field]).reversed() {
          entries.append(UInt8(truncatingIfNeeded: row[field] >> UInt64(8 * byte)))
        }
      }
    }
    self.init(widths: widths, entries: entries[...])
  }
}

// MARK: - Coding

extension IndexTable {
  func write(to writer: inout CBORWriter, salt: UInt64) {
    writer.writeArrayHeader(3)
    writer.writeBytes(widths.map { UInt8($0) })
    writer.writeBytes(entries)
    writer.writeBytes(Self.checksums(of: entries, salt: salt))
  }

  /// Reads a table whose entries have a number of fields.
  init(from reader: inout CBORReader, fields: Int, salt: UInt64) throws(CBORError) {
    let start = reader.position
    guard try reader.readArrayHeader() == 3 else {
      throw CBORError(.malformed, at: start, "A table of an index has three parts.")
    }
    let widths = try reader.readBytes().map { Int($0) }
    let entries = try reader.readBytes()
    let checksums = try reader.readBytes()
    guard widths.count == fields, widths.allSatisfy({ (1...8).contains($0) }),
      entries.count.isMultiple(of: widths.reduce(0, +)),
      checksums.elementsEqual(Self.checksums(of: entries, salt: salt))
    else { throw CBORError(.malformed, at: start, "A table of an index is damaged.") }
    self.init(widths: widths, entries: entries)
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
