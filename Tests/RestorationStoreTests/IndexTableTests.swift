import Testing

@testable import RestorationCore

@Suite("A table of an index")
struct IndexTableTests {
  private func read(_ table: IndexTable, fields: Int) throws -> IndexTable {
    var writer = CBORWriter()
    table.write(to: &writer, salt: 7)
    var reader = CBORReader(writer.bytes()[...])
    let read = try IndexTable(from: &reader, fields: fields, salt: 7)
    #expect(reader.isAtEnd)
    return read
  }

  @Test("Every value is found where it was put, whatever block it stands in.")
  func values() throws {
    var generator = SeededGenerator(seed: 77)
    for count in [0, 1, 2, 255, 256, 257, 511, 512, 513, 1_000] {
      var values: [UInt64] = []
      for entry in 0..<UInt64(count) {
        values.append(entry * 3 + UInt64.random(in: 0..<3, using: &generator))
        values.append(UInt8.random(in: 0..<50, using: &generator) == 0 ? generator.next() : 9)
        values.append(entry < 300 ? 4 : entry * 200 + UInt64.random(in: 0..<90, using: &generator))
      }
      let table = try read(IndexTable(values: values, fields: 3), fields: 3)
      #expect(table.count == count)
      for entry in 0..<count {
        for field in 0..<3 { #expect(table[entry, field] == values[entry * 3 + field]) }
      }
    }
  }

  @Test("A value that stands out makes the entries of its own block wider, and no others.")
  func blocks() throws {
    func size(outlier: Int?) throws -> Int {
      var values = (0..<1_024).map { UInt64($0 % 7) }
      if let outlier { values[outlier] = 1 << 40 }
      return try read(IndexTable(values: values, fields: 1), fields: 1).entries.count
    }
    #expect(try size(outlier: nil) == 1_024)
    #expect(try size(outlier: 600) == 3 * 256 + 6 * 256)
  }

  @Test("A table with too few blocks, or with entries of another width, is no table.")
  func malformed() throws {
    let values = (0..<300).map { UInt64($0 % 7) }
    var writer = CBORWriter()
    IndexTable(values: values, fields: 1).write(to: &writer, salt: 7)
    let bytes = writer.bytes()
    // The array of four, the count in three bytes, the array of two blocks, each of one field.
    #expect(
      Array(bytes[..<16]) == [0x84, 0x19, 1, 44, 0x82] + [
        0x81, 0x83, 0, 0, 1, 0x81, 0x83, 0, 0, 1, 0x59,
      ]
    )
    for (offset, byte) in [(3, UInt8(45)), (2, 2), (4, 0x81), (9, 0), (14, 2), (14, 9), (5, 0x82)] {
      var changed = bytes
      changed[offset] = byte
      var reader = CBORReader(changed[...])
      #expect(throws: CBORError.self) {
        _ = try IndexTable(from: &reader, fields: 1, salt: 7)
      }
    }
  }
}
