import RestorationTestSupport
import Testing

@testable import RestorationCore

/// Writes what `CBORWriter` writes, byte by byte, as plainly as can be.
private struct PlainWriter {
  var bytes: [UInt8] = []

  mutating func head(_ major: UInt8, _ argument: UInt64) {
    switch argument {
    case 0..<24: bytes.append(major | UInt8(argument))
    case 24...0xFF: append(major | 24, argument, count: 1)
    case 0x100...0xFFFF: append(major | 25, argument, count: 2)
    case 0x1_0000...0xFFFF_FFFF: append(major | 26, argument, count: 4)
    default: append(major | 27, argument, count: 8)
    }
  }

  mutating func append(_ first: UInt8, _ argument: UInt64, count: Int) {
    bytes.append(first)
    for index in (0..<count).reversed() { bytes.append(UInt8(argument >> (8 * index) & 0xFF)) }
  }

  mutating func text(_ value: String) {
    head(0x60, UInt64(value.utf8.count))
    bytes += Array(value.utf8)
  }
}

@Suite("A writer of CBOR")
struct CBORWriterTests {
  @Test("A writer writes what a plain one does, whatever comes, and forgets what is truncated")
  func reference() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var writer = CBORWriter(capacity: random.below(40))
      var plain = PlainWriter()
      for _ in 0..<random.below(60) {
        Self.writeAnything(to: &writer, &plain, &random)
        if random.below(12) == 0 {
          let count = random.below(plain.bytes.count + 1)
          writer.truncate(to: count)
          plain.bytes.removeSubrange(count...)
        }
      }
      #expect(writer.count == plain.bytes.count)
      #expect(writer.bytes() == plain.bytes)
      let start = random.below(plain.bytes.count + 1)
      #expect(writer.bytes(in: start..<writer.count) == Array(plain.bytes[start...]))
    }
  }

  private static func writeAnything(
    to writer: inout CBORWriter,
    _ plain: inout PlainWriter,
    _ random: inout SeededGenerator
  ) {
    let number = random.next() >> UInt64(random.below(64))
    switch random.below(8) {
    case 0:
      writer.writeUnsigned(number)
      plain.head(0, number)
    case 1:
      let value = Int64(truncatingIfNeeded: number)
      writer.writeInteger(value)
      plain.head(value < 0 ? 0x20 : 0, UInt64(value < 0 ? -1 - value : value))
    case 2:
      writer.writeBool(number & 1 == 0)
      plain.bytes.append(number & 1 == 0 ? 0xF5 : 0xF4)
    case 3:
      let text = String(repeating: "é", count: random.below(3)) + text(random.below(70), &random)
      writer.writeText(text)
      plain.text(text)
    case 4:
      let bytes = (0..<random.below(300)).map { _ in UInt8.random(in: 0...255, using: &random) }
      writer.writeBytes(bytes)
      plain.head(0x40, UInt64(bytes.count))
      plain.bytes += bytes
    case 5:
      // A collection without contiguous storage.
      writer.writeBytes((0..<UInt8(random.below(50))).lazy.map { $0 &* 3 })
      let count = writer.bytes().count - plain.bytes.count
      let length = count < 25 ? count - 1 : count - 2
      plain.head(0x40, UInt64(length))
      plain.bytes += (0..<UInt8(length)).map { $0 &* 3 }
    case 6:
      writer.writeTag(number)
      plain.head(0xC0, number)
      writer.writeArrayHeader(Int(number & 0xFFFF))
      plain.head(0x80, number & 0xFFFF)
    default:
      var other = CBORWriter(capacity: 4)
      let text = text(random.below(40), &random)
      other.writeText(text)
      writer.writeRaw(0..<other.count, of: other)
      plain.text(text)
    }
  }

  private static func text(_ count: Int, _ random: inout SeededGenerator) -> String {
    String((0..<count).map { _ in "abcxyz".randomElement(using: &random) ?? "-" })
  }

  @Test("Numbers are as CBORFloat says, in the fewest bytes", arguments: [0.0, 1.5, 0.1, 1e300])
  func floats(value: Double) {
    var writer = CBORWriter(capacity: 1)
    writer.writeDouble(value)
    writer.writeFloat(Float(value))
    var reader = CBORReader(writer.bytes())
    #expect(throws: Never.self) {
      #expect(try reader.readDouble() == value)
      #expect(try reader.readFloat() == Float(value))
      try reader.finish()
    }
  }

  @Test("A part of a buffer is compared like the arrays of its bytes")
  func order() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      var buffer = ByteBuffer(capacity: 1)
      let bytes = (0..<40).map { _ in UInt8(random.below(2)) }
      buffer.append(bytes)
      let lhs = Self.range(&random)
      let rhs = Self.range(&random)
      let order = buffer.order(lhs, rhs)
      #expect((order < 0) == bytes[lhs].lexicographicallyPrecedes(bytes[rhs]))
      #expect((order == 0) == (bytes[lhs] == bytes[rhs]))
      let isEqual = buffer.isEqual(from: lhs.lowerBound, to: bytes[lhs.lowerBound...])
      let isOther = buffer.isEqual(from: 8, to: bytes[7..<39])
      #expect(isEqual)
      #expect(isOther == (bytes[8...] == bytes[7..<39]))
      let prefix = (0..<8).reduce(UInt64(0)) { prefix, index in
        prefix << 8 | UInt64(index < lhs.count ? bytes[lhs.lowerBound + index] : 0)
      }
      #expect(buffer.prefix(of: lhs) == prefix)
    }
  }

  private static func range(_ random: inout SeededGenerator) -> Range<Int> {
    let start = random.below(20)
    return start..<(start + random.below(20))
  }
}
