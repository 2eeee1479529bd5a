import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

@Suite("Values of unknown type")
struct StateValueTests {
  @Test("P8, P19: Any value comes back equal after one pass and after two, with the same bytes.")
  func roundTrips() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<5_000 {
      let value = StateValue.random(depth: 4, using: &generator)
      let once = value.encoded()
      let decoded = try StateValue(decoding: once)
      #expect(decoded == value)
      #expect(decoded.hashValue == value.hashValue)
      #expect(decoded.encoded() == once)
      var reader = CBORReader(once)
      #expect(try reader.skipItem() == once.indices)
    }
  }

  @Test("P9, P115: A null is a value: it survives, alone and under a key.")
  func null() throws {
    #expect(try StateValue(decoding: StateValue.null.encoded()) == .null)
    let map = StateValue.map([StateValue.Entry(key: .text("a"), value: .null)])
    let decoded = try StateValue(decoding: map.encoded())
    #expect(decoded["a"] == .some(.null))
    #expect(decoded["b"] == nil)
  }

  @Test("P10: A list keeps its order.")
  func list() throws {
    let list = StateValue.array((0..<100).map { StateValue(99 - $0) })
    #expect(try StateValue(decoding: list.encoded()).description == list.description)
  }

  @Test("Maps are equal, hash alike and encode alike in whatever order their entries are.")
  func mapOrder() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let keys = Set(generator.list { StateValue.random(depth: 2, using: &$0) })
      let entries = keys.map { StateValue.Entry(key: $0, value: .unsigned(generator.bits())) }
      let value = StateValue.map(entries)
      let shuffled = StateValue.map(entries.shuffled(using: &generator))
      #expect(value == shuffled)
      #expect(value.hashValue == shuffled.hashValue)
      #expect(value.encoded() == shuffled.encoded())
    }
  }

  @Test("Texts that differ in normalisation alone are different keys.")
  func normalisation() throws {
    let entries = ["\u{E9}", "e\u{301}"].map { StateValue.Entry(key: .text($0), value: .null) }
    #expect(entries[0] != entries[1])
    #expect(try StateValue(decoding: StateValue.map(entries).encoded()) == .map(entries))
  }

  @Test(
    "Keys are in the order of their encoded bytes.",
    arguments: [
      ([1, -1, 24, 0], "{0: null, 1: null, 24: null, -1: null}")
    ] as [([Int], String)]
  )
  func keyOrder(keys: [Int], description: String) throws {
    let map = StateValue.map(keys.map { StateValue.Entry(key: StateValue($0), value: .null) })
    #expect(try StateValue(decoding: map.encoded()).description == description)
  }

  @Test(
    "A value prints in diagnostic notation, on one line.",
    arguments: [
      (.text("a\"b\\\n\u{1}"), #""a\"b\\\n\u0001""#),
      (.negative(.max), "-18446744073709551616"),
      (.negative(0), "-1"),
      (.bytes([0, 255]), "h'00ff'"),
      (.double(-0.0), "-0.0"),
      (.tagged(37, .array([.null, .undefined])), "37([null, undefined])"),
    ] as [(StateValue, String)]
  )
  func description(value: StateValue, description: String) {
    #expect(value.description == description)
  }

  @Test("A value goes through a foreign encoder too.")
  func foreignEncoder() throws {
    let value = StateValue.map([StateValue.Entry(key: .unsigned(1), value: .double(.nan))])
    let json = try JSONEncoder().encode([value])
    #expect(try JSONDecoder().decode([StateValue].self, from: json) == [value])
  }

  @Test("What no archive can hold is refused when it is written, at any depth.")
  func refused() throws {
    let twice = StateValue.map([
      StateValue.Entry(key: .text("a"), value: .null),
      StateValue.Entry(key: .text("a"), value: .boolean(true)),
    ])
    let sound = StateValue.map([
      StateValue.Entry(key: .text("a"), value: .null),
      StateValue.Entry(key: .unsigned(1), value: .simple(32)),
    ])
    let refused: [(value: StateValue, code: CBORError.Code)] =
      (20...31).map { (.simple($0), .malformed) } + [(twice, .invalidKey)]
    for (value, code) in refused {
      let map = StateValue.map([StateValue.Entry(key: value, value: .null)])
      for value in [value, .array([value]), .tagged(1, value), map] {
        var writer = CBORWriter()
        let error = #expect(throws: CBORError.self) { try value.writeState(to: &writer) }
        #expect(error?.code == code)
      }
    }
    var writer = CBORWriter()
    try sound.writeState(to: &writer)
    #expect(try StateValue(decoding: writer.bytes()) == sound)
  }
}
