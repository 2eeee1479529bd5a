import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

@Suite("Values with a direct path")
struct StateRepresentableTests {
  private func roundTrip<Value: StateRepresentable>(_ value: Value) throws -> Value {
    var writer = CBORWriter()
    try writer.encode(value)
    var reader = CBORReader(writer.bytes())
    let decoded = try reader.decode(Value.self)
    try reader.finish()
    #expect(try encodeAsCodable(value) == writer.bytes())
    return decoded
  }

  /// Takes the same path, though the compiler does not know it.
  private func encodeAsCodable<Value: Codable>(_ value: Value) throws -> [UInt8] {
    var writer = CBORWriter()
    try writer.encode(value)
    return writer.bytes()
  }

  private func check<Value: StateRepresentable & Equatable>(_ values: Value...) throws {
    for value in values { #expect(try roundTrip(value) == value) }
    #expect(try roundTrip(values) == values)
    #expect(try roundTrip(Optional(values)) == values)
    let keyed = Dictionary(uniqueKeysWithValues: values.enumerated().map { ("\($0)", $1) })
    #expect(try roundTrip(keyed) == keyed)
    let numbered = Dictionary(uniqueKeysWithValues: values.enumerated().map { (-$0, $1) })
    #expect(try roundTrip([numbered]) == [numbered])
  }

  @Test("P11, P144, P314: Every kind of scalar, list, dictionary and optional comes back equal.")
  func everyKind() throws {
    try check(true, false)
    try check(Int.min, -1, 0, .max)
    try check(Int8.min, .max)
    try check(Int16.min, .max)
    try check(Int32.min, .max)
    try check(Int64.min, .max)
    try check(UInt.min, .max)
    try check(UInt8.min, .max)
    try check(UInt16.min, .max)
    try check(UInt32.min, .max)
    try check(UInt64.min, .max)
    try check(0.1, -0.0, .infinity, .greatestFiniteMagnitude)
    try check(Float(0.1), .leastNonzeroMagnitude)
    try check("", "a", "水", "\0", String(repeating: "x", count: 300))
    try check(Data(), Data([1, 2, 3]), Data(repeating: 7, count: 70_000))
    try check(UUID(), UUID())
    try check(StateValue.null, .undefined, .array([.null]))
    try check([1, nil], [])
    try check(["a": ["b": 1]], [:])
  }

  @Test("P9, P14, P190: Every level of an optional is told from the others.")
  func nestedOptionals() throws {
    try check(Int?.none, 0)
    try check(Int??.none, .some(nil), 0)
    try check(Int???.none, .some(nil), .some(.some(nil)), 0)
    try check(StateValue?.none, .some(.null), .some(.array([.null])))
  }

  @Test("A Date comes back bit for bit.")
  func dates() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<5_000 {
      let seconds =
        generator.below(2) == 0 ? generator.double() : Double.random(in: 0..<1e9, using: &generator)
      let date = try roundTrip(Date(timeIntervalSinceReferenceDate: seconds))
      #expect(date.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern)
    }
  }

  @Test("Floats and doubles come back bit for bit, NaNs included.")
  func floats() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<5_000 {
      let double = generator.double()
      #expect(try roundTrip(double).bitPattern == double.bitPattern)
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
      #expect(try roundTrip(float).bitPattern == float.bitPattern)
    }
  }

  @Test(
    "A URL comes back with its base.",
    arguments: [
      "http://www.example.com", "file:///a%20b/", "mailto:a@example.com", "a/b?c#d", "x:", "?q",
    ]
  )
  func urls(text: String) throws {
    let url = try #require(URL(string: text))
    #expect(try roundTrip(url) == url)
    let base = try #require(URL(string: "https://example.com/a/b"))
    let relative = try #require(URL(string: text, relativeTo: base))
    let decoded = try roundTrip(relative)
    #expect(decoded == relative)
    #expect(decoded.baseURL == relative.baseURL)
    #expect(decoded.absoluteURL == relative.absoluteURL)
  }

  @Test("An empty URL comes back, alone and with a base.")
  func emptyURL() throws {
    let url = try #require(URLComponents().url)
    #expect(try roundTrip(url) == url)
    let base = try #require(URL(string: "https://example.com/a/b"))
    let relative = try #require(URLComponents().url(relativeTo: base))
    let decoded = try roundTrip(relative)
    #expect(decoded.relativeString == relative.relativeString)
    #expect(decoded.baseURL == relative.baseURL)
  }

  @Test("Equal dictionaries give equal bytes, whatever the order of insertion.")
  func dictionaryOrder() throws {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<200 {
      let pairs = (0..<30).map { _ in (generator.text(), Int(truncatingIfNeeded: generator.bits()))
      }
      let first = Dictionary(pairs) { old, _ in old }
      var second: [String: Int] = Dictionary(minimumCapacity: generator.below(500))
      for (key, value) in first.shuffled(using: &generator) { second[key] = value }
      var writer = CBORWriter()
      try writer.encode(first)
      let value = try StateValue(decoding: writer.bytes())
      #expect(value.encoded() == writer.bytes())
      writer.removeAll()
      try writer.encode(second)
      #expect(value.encoded() == writer.bytes())
      let numbers = Dictionary(first.map { ($1, $0) }) { old, _ in old }
      writer.removeAll()
      try writer.encode(numbers)
      #expect(try StateValue(decoding: writer.bytes()).encoded() == writer.bytes())
    }
  }

  @Test("P343: A dictionary of Int is written as one, and not as texts.")
  func typedDictionary() throws {
    var writer = CBORWriter()
    try writer.encode([5: "a", -1: "b"])
    #expect(try StateValue(decoding: writer.bytes()).description == #"{5: "a", -1: "b"}"#)
    writer.removeAll()
    try writer.encode(["5": 1, "05": 2])
    #expect(try StateValue(decoding: writer.bytes()).description == #"{"5": 1, "05": 2}"#)
  }

  @Test("A limit that is exceeded is an error that says so, and nothing is written.")
  func limits() throws {
    var limits = RestorationLimits()
    limits.stringLength = 4
    limits.depth = 2
    var writer = CBORWriter(limits: limits)
    try writer.encode("1234")
    let written = writer.bytes()
    #expect(throws: EncodingError.self) { try writer.encode("12345") }
    #expect(throws: EncodingError.self) { try writer.encode(["a", "12345"]) }
    #expect(throws: EncodingError.self) { try writer.encode(StateValue.array([.text("12345")])) }
    #expect(throws: EncodingError.self) {
      try writer.encode(StateValue.array([.tagged(1, .array([]))]))
    }
    #expect(writer.bytes() == written)
  }

  @Test("A value of another type is an error that names both kinds.")
  func mismatch() throws {
    var reader = CBORReader([0x61, 0x61])
    let error = #expect(throws: DecodingError.self) { try reader.decode(Int.self) }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(String(describing: error)) is no type mismatch.")
      return
    }
    #expect(context.debugDescription.contains("a text"))
    #expect(context.debugDescription.contains("an integer"))
    #expect(reader.position == 0)
  }
}
