import Foundation
import RestorationCore
import Testing

@Suite("Errors of Codable values")
struct CodableErrorTests {
  private func failure<Value: Decodable>(_ type: Value.Type, _ value: StateValue) -> DecodingError?
  {
    #expect(throws: DecodingError.self) {
      var reader = CBORReader(value.encoded())
      _ = try reader.decode(type)
    }
  }

  private func map(_ entries: KeyValuePairs<String, StateValue>) -> StateValue {
    .map(entries.map { StateValue.Entry(key: .text($0), value: $1) })
  }

  @Test("A wrong kind, a null, an absent key and a number out of range tell the path.")
  func paths() throws {
    let points = map(["a": .array([map(["x": .double(1), "y": .text("no")])])])
    guard case .typeMismatch(_, let context) = failure([String: [Settings.Point]].self, points)
    else {
      Issue.record("A wrong kind is a type mismatch.")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["a", "0", "y"])
    #expect(context.codingPath.map(\.intValue) == [nil, 0, nil])
    #expect(!context.debugDescription.contains("\n"))
    guard
      case .valueNotFound(_, let context) = failure(
        [Settings.Point].self,
        .array([map(["x": .null, "y": .double(1)])])
      )
    else {
      Issue.record("A null is a value that is not found.")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["0", "x"])
    guard
      case .keyNotFound(let key, let context) = failure(
        [Settings.Point].self,
        .array([map(["x": .double(1)])])
      )
    else {
      Issue.record("An absent key is not found.")
      return
    }
    #expect(key.stringValue == "y")
    #expect(context.codingPath.map(\.stringValue) == ["0"])
    guard case .dataCorrupted = failure([Int8].self, .array([.unsigned(128)])) else {
      Issue.record("A number out of range is corrupted data.")
      return
    }
  }

  @Test("An error of a limit tells the path at which it was exceeded.")
  func limitPath() throws {
    var limits = RestorationLimits()
    limits.stringLength = 6
    var writer = CBORWriter(limits: limits)
    let value = ["key": [Route.article(id: 1, title: "too long")]]
    let error = #expect(throws: EncodingError.self) { try writer.encode(value) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["key", "0", "article", "title"])
    #expect(writer.bytes().isEmpty)
  }

  @Test("A type that goes on after a part of it was refused leaves that part out, whole.")
  func partRefused() throws {
    struct Tolerant: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode("a")
        do {
          try list.encode(["b", "too long"])
        } catch {
          try list.encode("c")
        }
      }
    }
    var limits = RestorationLimits()
    limits.stringLength = 3
    var writer = CBORWriter(limits: limits)
    try writer.encode(Tolerant())
    #expect(try StateValue(decoding: writer.bytes()).description == #"["a", "c"]"#)
  }

  @Test("A map with a key twice is refused, however the key is written.")
  func duplicates() {
    for bytes in [
      [0xA2, 0x61, 0x78, 1, 0x61, 0x78, 1], [0xA2, 1, 1, 0x18, 1, 1],
    ] as [[UInt8]] {
      var reader = CBORReader(bytes)
      #expect(throws: DecodingError.self) { try reader.decode(Numbered.self) }
      #expect(throws: DecodingError.self) { try reader.decode([String: Int].self) }
      #expect(throws: DecodingError.self) { try reader.decode([String: Settings.Level].self) }
      #expect(reader.position == 0)
    }
  }

  @Test("A recursive value is encoded and decoded up to the limit of depth, and refused above it.")
  func depth() throws {
    // Each link is two maps: one for the case, one for what it holds.
    var writer = CBORWriter()
    let deepest = Chain.ofLength(300)
    try writer.encode(deepest)
    var reader = CBORReader(writer.bytes())
    #expect(try reader.decode(Chain.self) == deepest)
    let written = writer.bytes()
    #expect(throws: EncodingError.self) { try writer.encode(Chain.ofLength(2_000)) }
    #expect(writer.bytes() == written)
  }

  @Test("Whatever is encoded within a limit of depth can be decoded within it.", arguments: 1...12)
  func depthOfBoth(limit: Int) throws {
    struct Holder: Codable, Hashable {
      var chain: [Chain]
      var value: StateValue
      var dates: [[Date]]
      var links: [String: [URL?]]
      var ids: [UUID??]
    }
    let base = try #require(URL(string: "https://example.com"))
    let id = UUID()
    let link = try #require(URL(string: "a", relativeTo: base))
    var limits = RestorationLimits()
    limits.depth = limit
    var refused = 0
    for length in 0..<14 {
      let value = (0..<length).reduce(StateValue.null) { value, _ in .array([value]) }
      for holder in [
        Holder(chain: [.ofLength(length)], value: .null, dates: [], links: [:], ids: []),
        Holder(chain: [], value: value, dates: [], links: [:], ids: []),
        Holder(chain: [], value: .null, dates: [[.distantPast]], links: [:], ids: []),
        Holder(chain: [], value: .null, dates: [], links: ["a": [link]], ids: []),
        Holder(chain: [], value: .null, dates: [], links: [:], ids: [id]),
      ] {
        var writer = CBORWriter(limits: limits)
        do {
          try writer.encode(holder)
        } catch {
          refused += 1
          continue
        }
        var reader = CBORReader(writer.bytes(), limits: limits)
        #expect(try reader.decode(Holder.self) == holder)
      }
    }
    #expect(refused > 0)
  }

  @Test("Whatever encodes itself for ever is stopped at the limit.")
  func endless() throws {
    struct Mirror: Codable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
      }

      init() {}

      init(from decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(Mirror.self)
      }
    }
    let ring = Ring()
    ring.next = ring
    defer { ring.next = nil }
    var writer = CBORWriter()
    #expect(throws: EncodingError.self) { try writer.encode(ring) }
    #expect(throws: EncodingError.self) { try writer.encode(Mirror()) }
    #expect(writer.bytes().isEmpty)
    var reader = CBORReader([1])
    #expect(throws: DecodingError.self) { try reader.decode(Mirror.self) }
  }

  @Test("Containers nested by hand without end are stopped at the limit.")
  func endlessNesting() {
    struct Deep: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for _ in 0..<100_000 {
          container = container.nestedUnkeyedContainer()
        }
      }
    }
    var writer = CBORWriter()
    #expect(throws: EncodingError.self) { try writer.encode(Deep()) }
    #expect(writer.bytes().isEmpty)
  }

  @Test("An archive that nests to the limit is decoded in time that does not grow with the depth.")
  func nestedTime() throws {
    // 480 links around 256 KiB of small items: skipping them once per level would take minutes.
    struct Level: Codable {
      var next: [Level]?
      var filler: [Bool]?
    }
    var level = Level(filler: [Bool](repeating: true, count: 256 << 10))
    for _ in 0..<480 { level = Level(next: [level]) }
    var writer = CBORWriter()
    try writer.encode(level)
    var reader = CBORReader(writer.bytes())
    var decoded: Level? = try reader.decode(Level.self)
    var count = 0
    while let next = decoded?.next?.first {
      decoded = next
      count += 1
    }
    #expect(count == 480)
    #expect(decoded?.filler?.count == 256 << 10)
  }
}
