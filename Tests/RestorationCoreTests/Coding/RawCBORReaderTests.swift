import RestorationTestSupport
import Testing

@testable import RestorationCore

@Suite("Reading CBOR from memory")
struct RawCBORReaderTests {
  /// One way to read an item, from memory and carefully.
  private struct Way: Sendable {
    let name: String
    let raw: @Sendable (inout RawCBORReader) -> String?
    let careful: @Sendable (inout CBORReader) throws -> String
  }

  private static var limits: RestorationLimits {
    var limits = RestorationLimits()
    limits.stringLength = 40
    limits.depth = 6
    return limits
  }

  private static let ways = [
    Way(name: "unsigned") {
      $0.unsigned().map { "\($0)" }
    } careful: {
      "\(try $0.readUnsigned())"
    },
    Way(name: "integer") {
      $0.integer().map { "\($0)" }
    } careful: {
      "\(try $0.readInteger())"
    },
    Way(name: "float") {
      $0.float().map { "\($0.bitPattern)" }
    } careful: {
      "\(try $0.readDouble().bitPattern)"
    },
    Way(name: "bool") {
      $0.bool().map { "\($0)" }
    } careful: {
      "\(try $0.readBool())"
    },
    Way(name: "text") {
      $0.text(limit: limits.stringLength).map { "\(Array($0.utf8))" }
    } careful: {
      "\(Array(try $0.readText().utf8))"
    },
    Way(name: "text range") {
      $0.textRange(limit: limits.stringLength).map { "\($0)" }
    } careful: {
      "\(try $0.readTextRange())"
    },
    Way(name: "bytes") {
      $0.bytesRange().map { "\($0)" }
    } careful: {
      "\(try $0.readBytesRange())"
    },
    Way(name: "tag") {
      $0.tag().map { "\($0)" }
    } careful: {
      "\(try $0.readTag() as UInt64)"
    },
    Way(name: "array") {
      $0.arrayHeader().map { "\($0)" }
    } careful: {
      "\(try $0.readArrayHeader())"
    },
    Way(name: "map") {
      $0.mapHeader().map { "\($0)" }
    } careful: {
      "\(try $0.readMapHeader())"
    },
    Way(name: "skip") {
      $0.skipItem(depth: limits.depth) ? "skipped" : nil
    } careful: {
      try $0.skipItem()
      return "skipped"
    },
  ]

  /// Reads bytes in every way at every offset, from memory of exactly their size, and counts what
  /// was read by each way.
  private func compare(_ bytes: [UInt8], _ counts: inout [String: Int]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { memory.deallocate() }
    memory.copyBytes(from: bytes)
    for offset in 0...bytes.count {
      for way in Self.ways {
        guard var raw = RawCBORReader(UnsafeRawBufferPointer(memory), at: offset) else { continue }
        guard let value = way.raw(&raw) else {
          #expect(raw.position == offset)
          continue
        }
        var careful = CBORReader(bytes[...], limits: Self.limits)
        careful.position = offset
        do {
          #expect(try way.careful(&careful) == value, "\(way.name) at \(offset) of \(bytes)")
          #expect(careful.position == raw.position, "\(way.name) at \(offset) of \(bytes)")
        } catch {
          Issue.record("\(way.name) at \(offset) of \(bytes): \(error)")
        }
        counts[way.name, default: 0] += 1
      }
    }
  }

  @Test("What is read from memory is what is read carefully, whatever the bytes are")
  func agreement() {
    var random = SeededGenerator(seed: 61)
    var counts: [String: Int] = [:]
    for _ in 0..<60 {
      let sample = StateValue.random(depth: 3, using: &random).encoded()
      compare(sample, &counts)
      compare(Array(sample.dropLast(1 + random.below(3))), &counts)
      guard !sample.isEmpty else { continue }
      for _ in 0..<4 {
        var flipped = sample
        flipped[random.below(sample.count)] ^= 1 << random.below(8)
        compare(flipped, &counts)
      }
    }
    for _ in 0..<600 {
      let length = random.below(20)
      compare((0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }, &counts)
    }
    #expect(counts.count == Self.ways.count, "\(counts)")
  }

  @Test(
    "Heads that claim what is not there are declined, at the ends of what a number can be",
    arguments: [
      [0x7B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x5B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x9B, 0x80, 0, 0, 0, 0, 0, 0, 0], [0xBB, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0xBB, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 1], [0x18], [0x19, 1], [0x1A, 1, 1, 1],
      [0x1B, 1, 1, 1, 1, 1, 1, 1], [0x61], [0xA1, 1], [0x81], [0xC1], [0x9F, 0xFF], [0xF8, 20], [],
    ] as [[UInt8]]
  )
  func claims(bytes: [UInt8]) {
    bytes.withUnsafeBytes { memory in
      var reader = RawCBORReader(memory)
      #expect(reader?.skipItem(depth: 10) != true)
      #expect(reader?.text(limit: .max) == nil)
      #expect(reader?.bytesRange() == nil)
      #expect(reader?.integer() == nil)
    }
  }

  @Test("Items are passed as deep as the limit, and no deeper")
  func depth() {
    for opening in [[0x81], [0xC1], [0xA1, 0x00]] as [[UInt8]] {
      let bytes = Array([[UInt8]](repeating: opening, count: 5).joined()) + [0x01]
      bytes.withUnsafeBytes { memory in
        var reader = RawCBORReader(memory)
        #expect(reader?.skipItem(depth: 4) == false)
        #expect(reader?.position == 0)
        #expect(reader?.skipItem(depth: 5) == true)
        #expect(reader?.isAtEnd == true)
      }
    }
  }

  @Test("Two runs of bytes are the same if each byte is, whatever their lengths")
  func sameness() {
    for count in 0..<40 {
      let bytes = (0..<count).map { UInt8($0) }
      bytes.withUnsafeBytes { same in
        #expect(RawBytes.isSame(same, UnsafeRawBufferPointer(rebasing: same[...])))
        for index in 0..<count {
          var other = bytes
          other[index] ^= 0x80
          other.withUnsafeBytes { #expect(!RawBytes.isSame(same, $0)) }
        }
        Array(bytes.dropLast()).withUnsafeBytes { shorter in
          #expect(RawBytes.isSame(same, shorter) == (count == 0))
        }
      }
    }
  }
}
