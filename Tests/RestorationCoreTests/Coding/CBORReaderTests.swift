import RestorationCore
import RestorationTestSupport
import Testing

@Suite("Reading CBOR that is not sound")
struct CBORReaderTests {
  @Test(
    "Bytes that are no item of RFC 8949 are refused, and the error says where.",
    arguments: [
      ([], .endOfData), ([0x18], .endOfData), ([0x19, 1], .endOfData), ([0x1C], .malformed),
      ([0x3D], .malformed), ([0x5E], .malformed), ([0x1F], .malformed), ([0xDF], .malformed),
      ([0xF8, 20], .malformed), ([0xF8, 31], .malformed), ([0xFF], .indefiniteLength),
      ([0x5F, 0xFF], .indefiniteLength), ([0x9F, 0xFF], .indefiniteLength),
      ([0x62, 0xC3, 0x28], .invalidText), ([0x61, 0xFF], .invalidText),
      ([0x63, 0xED, 0xA0, 0x80], .invalidText), ([0x42, 1], .endOfData),
      ([0x82, 1], .endOfData), ([0xA1, 1], .endOfData), ([0xC1], .endOfData),
      ([1, 2], .trailingBytes), ([0xA2, 1, 1, 1, 2], .invalidKey),
      ([0xA2, 2, 1, 1, 1, 2, 2], .trailingBytes), ([0xA2, 1, 1, 0x18, 1, 2], .invalidKey),
      ([0xA1, 0x81, 0x18, 1, 2], .invalidKey),
      ([0x9B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .endOfData),
      ([0xBB, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .endOfData),
      ([0x5B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .endOfData),
      ([0x7B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .endOfData),
    ] as [([UInt8], CBORError.Code)]
  )
  func malformed(bytes: [UInt8], code: CBORError.Code) {
    let error = #expect(throws: CBORError.self) { try StateValue(decoding: bytes) }
    #expect(error?.code == code)
    #expect(error.map { (0...bytes.count).contains($0.offset) } == true)
    #expect(error?.description.contains("\n") == false)
  }

  @Test(
    "What is wrong in an indefinite length is refused even where such are accepted.",
    arguments: [
      [0x5F, 0x61, 0x61, 0xFF], [0x5F, 0x5F, 0xFF, 0xFF], [0x9F], [0xBF, 1, 0xFF], [0xFF],
      [0x81, 0xFF], [0xC1, 0xFF], [0x9F, 0xFF, 0xFF], [0x7F, 0x61, 0xC3, 0x61, 0xBC, 0xFF],
    ] as [[UInt8]]
  )
  func malformedIndefinite(bytes: [UInt8]) {
    #expect(throws: CBORError.self) {
      try StateValue(decoding: bytes, acceptsIndefiniteLengths: true)
    }
  }

  @Test("Values nest as deep as the limit, and not deeper.", arguments: [1, 10, 1_000])
  func depth(limit: Int) throws {
    var limits = RestorationLimits()
    limits.depth = limit
    for opening in [[0x81], [0xC1], [0xA1, 0x00]] as [[UInt8]] {
      let deepest = Array([[UInt8]](repeating: opening, count: limit).joined()) + [0x01]
      _ = try StateValue(decoding: deepest, limits: limits).encoded()
      var reader = CBORReader(deepest, limits: limits)
      try reader.skipItem()
      let error = #expect(throws: CBORError.self) {
        try StateValue(decoding: opening + deepest, limits: limits)
      }
      #expect(error?.code == .limitExceeded)
      reader = CBORReader(opening + deepest, limits: limits)
      #expect(throws: CBORError.self) { try reader.skipItem() }
    }
  }

  @Test("A million open containers are refused without overflowing the stack.")
  func chain() {
    for opening in [0x81, 0xC1, 0x9F] as [UInt8] {
      let bytes = [UInt8](repeating: opening, count: 1_000_000)
      var reader = CBORReader(bytes, acceptsIndefiniteLengths: true)
      #expect(throws: CBORError.self) { try reader.skipItem() }
      #expect(throws: CBORError.self) { try reader.readValue() }
      #expect(reader.position == 0)
    }
  }

  @Test("A text longer than the limit is refused, a byte string is not.")
  func stringLength() throws {
    var limits = RestorationLimits()
    limits.stringLength = 3
    #expect(try StateValue(decoding: [0x63, 97, 97, 97], limits: limits) == .text("aaa"))
    let error = #expect(throws: CBORError.self) {
      try StateValue(decoding: [0x64, 97, 97, 97, 97], limits: limits)
    }
    #expect(error?.code == .limitExceeded)
    #expect(try StateValue(decoding: [0x44, 1, 1, 1, 1], limits: limits) == .bytes([1, 1, 1, 1]))
  }

  @Test("A typed read that fails leaves the position where it was.")
  func typedReads() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let bytes = StateValue.random(depth: 1, using: &generator).encoded()
      let reads: [(inout CBORReader) throws -> Void] = [
        { _ = try $0.readUnsigned() }, { _ = try $0.readInteger() }, { _ = try $0.readDouble() },
        { _ = try $0.readFloat() }, { _ = try $0.readBool() }, { _ = try $0.readText() },
        { _ = try $0.readBytes() }, { _ = try $0.readArrayHeader() }, { try $0.readTag(5) },
        { _ = try $0.readMapHeader() }, { _ = try $0.readTag() },
        { _ = try $0.readInteger(as: Int8.self) },
      ]
      for read in reads {
        var reader = CBORReader(bytes)
        do {
          try read(&reader)
          #expect(reader.position > 0)
        } catch {
          #expect(reader.position == 0)
        }
      }
    }
  }

  @Test("Integers are read into any width that they fit, and refused by the others.")
  func integers() throws {
    var generator = SeededGenerator(seed: 6)
    func check<Value: FixedWidthInteger>(
      _ type: Value.Type,
      _ value: Int64,
      _ bytes: [UInt8]
    ) throws {
      var reader = CBORReader(bytes)
      guard let expected = Value(exactly: value) else {
        let error = #expect(throws: CBORError.self) { try reader.readInteger(as: type) }
        #expect(error?.code == .outOfRange)
        return
      }
      #expect(try reader.readInteger(as: type) == expected)
    }
    for _ in 0..<2_000 {
      let magnitude = Int64(bitPattern: generator.bits())
      let value = generator.below(2) == 0 ? magnitude : ~magnitude
      var writer = CBORWriter()
      writer.writeInteger(value)
      try check(Int8.self, value, writer.bytes())
      try check(UInt8.self, value, writer.bytes())
      try check(Int32.self, value, writer.bytes())
      try check(UInt32.self, value, writer.bytes())
      try check(Int64.self, value, writer.bytes())
      try check(UInt64.self, value, writer.bytes())
    }
  }

  @Test("A slice is read by its own indices, and nothing beyond it.")
  func slice() throws {
    let bytes: [UInt8] = [0xFF, 0x82, 1, 2, 0x18]
    var reader = CBORReader(bytes[1..<4])
    #expect(try reader.skipItem() == 1..<4)
    try reader.finish()
  }
}
