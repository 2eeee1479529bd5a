import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

@Suite("Codable values")
struct CodableTests {
  private func encode(_ value: some Encodable) throws -> [UInt8] {
    var writer = CBORWriter()
    try writer.encode(value)
    return writer.bytes()
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value {
    var reader = CBORReader(bytes)
    let value = try reader.decode(type)
    try reader.finish()
    return value
  }

  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try decode(Value.self, encode(value))
  }

  @Test("P11, P12, P144: A type with fields of every kind comes back equal, and encodes the same.")
  func everyField() throws {
    var generator = SeededGenerator(seed: 10)
    for _ in 0..<300 {
      let settings = Settings.random(using: &generator)
      let bytes = try encode(settings)
      let decoded = try decode(Settings.self, bytes)
      #expect(decoded == settings)
      #expect(try encode(decoded) == bytes)
      #expect(try encode(settings.refilled(using: &generator)) == bytes)
    }
  }

  @Test("Every map that is written has its keys in the order of their encoded bytes.")
  func deterministic() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<100 {
      let bytes = try encode(Settings.random(using: &generator))
      #expect(try StateValue(decoding: bytes).encoded() == bytes)
    }
  }

  @Test("Keys that are integers are written as integers.")
  func integerKeys() throws {
    let value = Numbered(first: "a", second: ["5": [1], "05": [2], "x": []])
    #expect(try roundTrip(value) == value)
    #expect(
      try StateValue(decoding: encode(value)).description
        == #"{1: "a", -2: {"5": [1], "x": [], "05": [2]}}"#
    )
    let settings = ["5": Settings.Point(x: 1, y: 2), "05": Settings.Point(x: 3, y: 4)]
    #expect(try roundTrip(settings) == settings)
    #expect(try StateValue(decoding: encode(settings))["5"] != nil)
  }

  @Test("A type that calls a dictionary's own coding reads what it wrote, odd keys included.")
  func ownDictionaryCoding() throws {
    struct Wrapper: Codable, Hashable {
      var entries: [String: Settings.Point]
      var numbers: [Int: Settings.Point]

      enum CodingKeys: CodingKey {
        case entries
        case numbers
      }

      init(entries: [String: Settings.Point], numbers: [Int: Settings.Point]) {
        self.entries = entries
        self.numbers = numbers
      }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        entries = try container.decode([String: Settings.Point].self, forKey: .entries)
        numbers = try [Int: Settings.Point](from: container.superDecoder(forKey: .numbers))
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try entries.encode(to: container.superEncoder(forKey: .entries))
        try container.encode(numbers, forKey: .numbers)
      }
    }
    let point = Settings.Point(x: 1, y: 2)
    let keys = ["5", "05", "+5", "-0", "0", "", "a", "9223372036854775808"]
    let value = Wrapper(
      entries: Dictionary(uniqueKeysWithValues: keys.map { ($0, point) }),
      numbers: [5: point]
    )
    #expect(try roundTrip(value) == value)
  }

  @Test("A subclass may share the map of its superclass, or keep it apart.")
  func inheritance() throws {
    let dog = try roundTrip(Dog(name: "Rex", age: 5))
    #expect(dog.name == "Rex")
    #expect(dog.age == 5)
    let cat = try roundTrip(Cat(name: "Tom", lives: 9))
    #expect(cat.name == "Tom")
    #expect(cat.lives == 9)
    #expect(
      try StateValue(decoding: encode(cat)).description
        == #"{"lives": 9, "super": {"name": "Tom"}}"#
    )
  }

  @Test("Containers nest in every way, and are filled in any order.")
  func nesting() throws {
    for values in [[], [1], [1, 2, 300]] {
      let value = Nested(values: values, text: "水")
      #expect(try roundTrip(value) == value)
    }
  }

  @Test("P9, P190: What is absent, what is null and what is a value are told apart.")
  func absentAndNull() throws {
    struct Holder: Codable, Hashable {
      var optional: Int?
      var doubly: Int??
      var value: StateValue?
    }
    for doubly in [Int??.none, .some(nil), 1] {
      for value in [StateValue?.none, .null, .undefined] {
        let holder = Holder(optional: nil, doubly: doubly, value: value)
        let decoded = try roundTrip(holder)
        #expect(decoded == holder)
      }
    }
    #expect(try decode(Holder.self, [0xA0]) == Holder(optional: nil, doubly: nil, value: nil))
    let null = StateValue.map([StateValue.Entry(key: .text("optional"), value: .null)])
    #expect(try decode(Holder.self, null.encoded()).optional == nil)
  }

  @Test("A type without fields, and lists of such, come back.")
  func empty() throws {
    struct Empty: Codable, Hashable {}
    #expect(try roundTrip([Empty(), Empty()]) == [Empty(), Empty()])
  }

  @Test("An encode that throws in the middle leaves the writer as it was.")
  func throwingEncode() throws {
    struct Failure: Error {}
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode("written")
        throw Failure()
      }
    }
    var writer = CBORWriter()
    try writer.encode([1])
    #expect(throws: Failure.self) { try writer.encode(["a": [Failing()]]) }
    #expect(writer.bytes() == [0x81, 1])
  }

  @Test("An encoder that gets two values of different kinds is an error.")
  func contradiction() {
    struct Both: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        var single = encoder.singleValueContainer()
        try single.encode(2)
      }
    }
    var writer = CBORWriter()
    #expect(throws: EncodingError.self) { try writer.encode(Both()) }
    #expect(writer.bytes().isEmpty)
  }

  @Test("The coder's values reach every level.")
  func userInfo() throws {
    struct Asking: Codable {
      static let key = CodingUserInfoKey(rawValue: "key")
      var answer: Int

      init() {
        answer = 0
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.key.flatMap { encoder.userInfo[$0] as? Int } ?? -1)
      }

      init(from decoder: any Decoder) throws {
        let written = try decoder.singleValueContainer().decode(Int.self)
        answer = written + (Self.key.flatMap { decoder.userInfo[$0] as? Int } ?? -1)
      }
    }
    let key = try #require(Asking.key)
    var writer = CBORWriter()
    try writer.encode([["a": Asking()]], userInfo: [key: 40])
    var reader = CBORReader(writer.bytes())
    let decoded = try reader.decode([[String: Asking]].self, userInfo: [key: 2])
    #expect(decoded.first?["a"]?.answer == 42)
  }
}
