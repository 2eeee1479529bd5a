import Foundation
import RestorationTestSupport
import Testing

@testable import RestorationCore

@Suite("The state of one node, as it is decoded")
@MainActor
struct NodeStateTests {
  private func decoder(of state: [UInt8]) -> StateDecoder {
    StateDecoder(
      state: state,
      path: IdentifierPath(root: IdentifierPath.Component(identifier: "root")),
      classVersion: 0,
      context: RestorationContext(),
      limits: RestorationLimits(),
      links: nil
    )
  }

  /// A map of random keys and values, as a node writes it.
  private func state(_ random: inout SeededGenerator) -> [UInt8] {
    let encoder = StateEncoder(context: RestorationContext(), links: nil)
    for index in 0..<random.below(12) {
      let key = "\(random.text())key\(index)"
      switch random.below(6) {
      case 0: encoder.encode(Int(truncatingIfNeeded: random.bits()), forKey: StateKey(key))
      case 1: encoder.encode(random.double(), forKey: StateKey(key))
      case 2: encoder.encode(random.below(2) == 0, forKey: StateKey(key))
      case 3: encoder.encode(random.text(), forKey: StateKey(key))
      case 4: encoder.encode(Date(timeIntervalSinceReferenceDate: 7), forKey: StateKey(key))
      default: encoder.encode(["a": [random.below(9)]], forKey: StateKey(key))
      }
    }
    return encoder.finish()
  }

  /// What a read gives or why it gives nothing, for comparison.
  private func answer<Value>(_ read: () throws -> Value) -> String {
    do {
      let value = try read()
      return (value as? Double).map { "\($0.bitPattern)" } ?? "\(value)"
    } catch let error as StateCodingError {
      return "\(error.code)"
    } catch {
      return "\(error)"
    }
  }

  /// Asks for a key in each way that has a short cut, and as the types that have none.
  private func check(_ decoder: StateDecoder, _ key: String, _ state: [UInt8]) {
    let item = reference(state)
    func expect<Value: StateRepresentable & Equatable>(_ type: Value.Type, _ answer: String) {
      let expected = self.answer { try item.get().read(type, key) }
      #expect(answer == expected, "\(key) as \(type) in \(state)")
    }
    expect(Int.self, answer { try decoder.decode(Int.self, forKey: StateKey(key)) })
    expect(Double.self, answer { try decoder.decode(Double.self, forKey: StateKey(key)) })
    expect(Bool.self, answer { try decoder.decode(Bool.self, forKey: StateKey(key)) })
    expect(String.self, answer { try decoder.decode(String.self, forKey: StateKey(key)) })
    expect(Int8.self, answer { try decoder.decode(Int8.self, forKey: StateKey(key)) })
    expect(Date.self, answer { try decoder.decode(Date.self, forKey: StateKey(key)) })
  }

  /// The entries of a map, found without any short cut.
  private struct Reference {
    var entries: [String: ArraySlice<UInt8>] = [:]

    func read<Value: StateRepresentable>(_ type: Value.Type, _ key: String) throws -> Value {
      guard let item = entries.first(where: { $0.key.hasSameBytes(as: key) })?.value else {
        throw StateCodingError(.keyNotFound, key: key, "")
      }
      do {
        var reader = CBORReader(item)
        let value = try type.readState(from: &reader)
        try reader.finish()
        return value
      } catch {
        throw StateCodingError(
          Array(item) == [0xF6] ? .valueIsNull : .invalidValue,
          key: key,
          ""
        )
      }
    }
  }

  private func reference(_ state: [UInt8]) -> Result<Reference, any Error> {
    Result {
      do {
        var reader = CBORReader(state)
        var reference = Reference()
        var seen: [[UInt8]] = []
        for _ in 0..<(try reader.readMapHeader()) {
          let key = try reader.readText()
          guard !seen.contains(Array(key.utf8)) else {
            throw CBORError(.invalidKey, at: 0, "")
          }
          seen.append(Array(key.utf8))
          reference.entries[key] = state[try reader.skipItem()]
        }
        try reader.finish()
        return reference
      } catch {
        throw StateCodingError(.malformedState, key: "", "")
      }
    }
  }

  @Test("Each key reads as it does without a short cut, in whatever order, damaged or not")
  func agreement() {
    var random = SeededGenerator(seed: 1_913)
    let shared = decoder(of: NodeRecord.emptyState)
    var readKeys = 0
    for round in 0..<150 {
      let sound = state(&random)
      let keys = ((try? decoder(of: sound).keys()) ?? []) + ["absent"]
      var states = [sound, Array(sound.dropLast()), sound + [0]]
      for _ in 0..<4 {
        var flipped = sound
        flipped[random.below(sound.count)] ^= 1 << random.below(8)
        states.append(flipped)
      }
      for state in states {
        // The bytes lie within others, as those of a record do.
        let surrounded: [UInt8] = [0xA1, 0x01] + state + [0xFF]
        shared.turn(
          to: surrounded[2..<2 + state.count],
          of: .nowhere,
          classVersion: round
        )
        for key in keys.shuffled(using: &random) {
          check(shared, key, state)
          readKeys += 1
        }
      }
    }
    #expect(readKeys > 3_000)
  }

  @Test("A key that is read over and over again is found each time")
  func repetition() throws {
    let encoder = StateEncoder(context: RestorationContext(), links: nil)
    for index in 0..<20 { encoder.encode(index, forKey: StateKey("key\(index)")) }
    let decoder = decoder(of: encoder.finish())
    for round in 0..<3_000 {
      let index = round * 7 % 20
      #expect(try decoder.decode(Int.self, forKey: StateKey("key\(index)")) == index)
    }
  }

  @Test("A value of another type is told of on one line, once, with what to do.")
  func otherType() throws {
    let encoder = StateEncoder(context: RestorationContext(), links: nil)
    encoder.encode("text", forKey: "plain")
    encoder.encode(["a": ["b": "text"]], forKey: "nested")
    let decoder = decoder(of: encoder.finish())
    let plain = #expect(throws: StateCodingError.self) {
      try decoder.decode(Int.self, forKey: "plain")
    }
    let wrapped = #expect(throws: StateCodingError.self) {
      try decoder.decode([String: [String: Wrapped]].self, forKey: "nested")
    }
    for (error, place) in [(plain, "'plain'"), (wrapped, "'nested' at a.b")] {
      let message = try #require(error).message
      #expect(message.contains(place) && !message.contains("\n"))
      #expect(!message.contains("Error") && !message.contains("Context"))
      #expect(message.components(separatedBy: "Found a text").count == 2, "\(message)")
      #expect(message.hasSuffix("give the value another key if its type changed."))
    }
  }

  @Test("A decoder that is turned to another node knows nothing of the one before")
  func turning() throws {
    let first = StateEncoder(context: RestorationContext(), links: nil)
    first.encode(1, forKey: "one")
    first.encode("x", forKey: "text")
    let second = StateEncoder(context: RestorationContext(), links: nil)
    second.encode(2, forKey: "two")
    let decoder = decoder(of: first.finish())
    #expect(try decoder.decode(Int.self, forKey: "one") == 1)
    decoder.turn(to: second.finish()[...], of: .nowhere, classVersion: 3)
    #expect(try decoder.presence(of: StateKey<Int>("one")) == .absent)
    #expect(try decoder.decode(Int.self, forKey: "two") == 2)
    #expect(try decoder.keys() == ["two"])
    #expect(decoder.classVersion == 3)
  }
}

/// A number in a wrapping, which has no direct path.
private struct Wrapped: Codable {
  var number: Int

  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}
