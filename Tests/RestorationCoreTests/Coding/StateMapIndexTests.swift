import RestorationTestSupport
import Testing

@testable import RestorationCore

/// What an index knows of the map before must never show in the next one.
@Suite("Keys of one map after the other")
@MainActor
struct StateMapIndexTests {
  @Test(
    "Maps with the same keys, or with others, are read as by a new index.",
    arguments: 1...20 as ClosedRange<UInt64>
  )
  func maps(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Short keys, long ones, and those that differ from others in one byte.
    var names = (1...40).map { String(repeating: "k", count: $0) }
    for _ in 0..<40 {
      var bytes = Array(names[Int.random(in: 1...40, using: &random)].utf8)
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8(ascii: "x")
      names.append(String(decoding: bytes, as: UTF8.self))
    }
    names = Array(Set(names)).sorted()
    let sets = (0..<6).map { _ in
      Array(names.shuffled(using: &random).prefix(.random(in: 0...12, using: &random)))
    }
    let used = Reader()
    for _ in 0..<200 {
      var keys = sets.randomElement(using: &random) ?? []
      // At times one key is another one, as in the node of a derived class.
      if Bool.random(using: &random), let last = keys.indices.last {
        keys[last] = names.randomElement(using: &random) ?? "key"
      }
      let values = Dictionary(keys.map { ($0, Int.random(in: -300...300, using: &random)) }) { $1 }
      let map = Self.map(values)
      used.turn(to: map[...])
      for key in (keys + names.prefix(3)).shuffled(using: &random) {
        let value = try used.integer(key)
        #expect(value == values[key], "\(key) of \(values)")
      }
    }
  }

  @Test("A key that differs in any one byte is another key, at any length and before any end.")
  func differences() throws {
    for count in 1...40 {
      let key = String(repeating: "k", count: count)
      for place in 0..<count {
        var bytes = Array(key.utf8)
        bytes[place] = UInt8(ascii: "x")
        let other = String(decoding: bytes, as: UTF8.self)
        let index = Reader()
        index.turn(to: Self.map([key: 1])[...])
        #expect(try index.integer(key) == 1)
        index.turn(to: Self.map([other: 2])[...])
        #expect(try index.integer(key) == nil)
        #expect(try index.integer(other) == 2)
        index.turn(to: Self.map([key: 3])[...])
        #expect(try index.integer(key) == 3)
        #expect(try index.integer(other) == nil)
      }
    }
  }

  @Test("A map that is cut off anywhere after another one with its keys is refused.")
  func cutOff() throws {
    let map = Self.map(["first": 1, "second": 1_000, "a key of more than sixteen bytes": -1])
    for end in 0..<map.count {
      let index = Reader()
      index.turn(to: map[...])
      #expect(try index.integer("second") == 1_000)
      index.turn(to: map[..<end])
      #expect(throws: (any Error).self) { try index.integer("second") }
    }
  }

  private static func map(_ values: [String: Int]) -> [UInt8] {
    var writer = StateMapWriter()
    for (key, value) in values { writer.write(value, for: key) }
    _ = writer.sort()
    return writer.bytes
  }
}

/// The decoder that has the index, and is turned from one map to the next.
@MainActor
private final class Reader {
  private let decoder = StateDecoder(
    context: RestorationContext(),
    limits: RestorationLimits(),
    links: nil
  )

  func turn(to map: ArraySlice<UInt8>) {
    decoder.turn(to: map, of: .nowhere, classVersion: 0)
  }

  func integer(_ key: String) throws -> Int? {
    try decoder.decodeIfPresent(forKey: StateKey(key))
  }
}
