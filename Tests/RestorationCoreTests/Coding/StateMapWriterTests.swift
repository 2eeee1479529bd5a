import RestorationTestSupport
import Testing

@testable import RestorationCore

@Suite("A map of state is written in the order of its keys")
struct StateMapWriterTests {
  /// The map of entries, of which the last one of a key counts, as it has to be written.
  private static func map(_ entries: [(key: String, value: Int)]) -> [UInt8] {
    let last = Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    let items = last.map { key, value in
      (key: StateValue.text(key).encoded(), value: StateValue(value).encoded())
    }
    var writer = CBORWriter()
    writer.writeMapHeader(items.count)
    for item in items.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      writer.writeRaw(item.key)
      writer.writeRaw(item.value)
    }
    return writer.bytes()
  }

  @Test("Keys come out in order whatever order they came in, the last value of each")
  func reference() {
    var random = SeededGenerator(seed: 11)
    var map = StateMapWriter()
    var previous: [String] = []
    for round in 0..<1_200 {
      map.reset()
      // Often the keys of the node before, so that their order is known, or ones much like them.
      let keys = Self.keys(in: round, after: previous, &random)
      let entries = keys.map { (key: $0, value: random.below(100_000) - 50_000) }
      for entry in entries { map.write(entry.value, for: entry.key) }
      let duplicates = map.sort()
      let expected = Self.map(entries)
      #expect(map.bytes == expected)
      #expect(map.length == expected.count)
      #expect(map.isEmpty == entries.isEmpty)
      #expect(duplicates.count == keys.count - Set(keys).count)
      previous = keys
    }
  }

  private static func keys(
    in round: Int,
    after previous: [String],
    _ random: inout SeededGenerator
  ) -> [String] {
    switch round % 3 {
    case 0: keys(&random)
    case 1: previous
    case 2 where random.below(2) == 0: previous.map { $0.dropLast() + String(random.below(10)) }
    // They differ in what does not stand in the first bytes.
    default: previous.map { $0.count > 8 ? $0.dropLast() + String(random.below(10)) : $0 }
    }
  }

  /// Keys that share their beginnings, some of them long, some of them twice.
  private static func keys(_ random: inout SeededGenerator) -> [String] {
    (0..<random.below(random.below(5) == 0 ? 80 : 12)).map { _ in
      let stem = ["", "a", "title", "positions", String(repeating: "k", count: 30)]
      return (stem.randomElement(using: &random) ?? "") + String(random.below(30))
    }
  }
}

@MainActor
@Suite("An encoder of state")
struct StateEncoderTests {
  /// Writes to an encoder while it is asked to write itself.
  private struct Meddler: Encodable {
    let encoder: StateEncoder
    let fails: Bool

    func encode(to other: any Encoder) throws {
      try MainActor.assumeIsolated {
        encoder.encode(1, forKey: "inner")
        encoder.encode([2], forKey: "list")
        if fails { throw CancellationError() }
      }
      var container = other.singleValueContainer()
      try container.encode(3)
    }
  }

  @Test("A value that writes to the encoder while it is written does no harm")
  func reentrancy() throws {
    let encoder = StateEncoder(context: RestorationContext(), links: nil)
    try encoder.encode(Meddler(encoder: encoder, fails: false), forKey: "outer")
    #expect(encoder.finish() == Self.map(hasOuter: true))
    encoder.reset()
    #expect(throws: CancellationError.self) {
      try encoder.encode(Meddler(encoder: encoder, fails: true), forKey: "outer")
    }
    #expect(encoder.finish() == Self.map(hasOuter: false))
  }

  private static func map(hasOuter: Bool) -> [UInt8] {
    let encoder = StateEncoder(context: RestorationContext(), links: nil)
    encoder.encode(1, forKey: "inner")
    encoder.encode([2], forKey: "list")
    if hasOuter { encoder.encode(3, forKey: "outer") }
    return encoder.finish()
  }

  @Test("What an encoder needed for a large node, it gives back")
  func room() {
    let encoder = StateEncoder(context: RestorationContext(), links: nil)
    encoder.encode(String(repeating: "x", count: 1 << 18), forKey: "large")
    #expect(encoder.finish().count > 1 << 18)
    encoder.reset(keepingCapacity: 1 << 16)
    #expect(encoder.isEmpty)
    encoder.encode(true, forKey: "small")
    #expect(encoder.finish() == [0xA1, 0x65] + Array("small".utf8) + [0xF5])
  }
}
