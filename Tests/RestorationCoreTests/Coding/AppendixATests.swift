import Foundation
import RestorationCore
import Testing

@Suite("RFC 8949, Appendix A")
struct AppendixATests {
  @Test("All 82 vectors are there.")
  func count() throws {
    #expect(try AppendixAVector.all().count == 82)
  }

  @Test("Every vector decodes to the value that the RFC gives for it.")
  func decodes() throws {
    for vector in try AppendixAVector.all() {
      let value = try StateValue(decoding: vector.bytes, acceptsIndefiniteLengths: true)
      if let expected = vector.decoded {
        #expect(value.matches(expected), "\(vector.hex): \(value) is not \(expected)")
      } else if vector.hex == "5f42010243030405ff" {
        // The notation shows the parts of a string, which a value does not keep.
        #expect(value == .bytes([1, 2, 3, 4, 5]))
      } else {
        #expect(value.description == vector.diagnostic)
      }
    }
  }

  @Test("Every vector that is in preferred form encodes back to the same bytes.")
  func roundTrips() throws {
    for vector in try AppendixAVector.all() where vector.roundtrip {
      let value = try StateValue(decoding: vector.bytes, acceptsIndefiniteLengths: true)
      #expect(value.encoded() == vector.bytes, "\(vector.hex): \(value)")
    }
  }

  @Test("Every vector that is not in preferred form encodes to one that is, and is equal.")
  func normalizes() throws {
    for vector in try AppendixAVector.all() where !vector.roundtrip {
      let value = try StateValue(decoding: vector.bytes, acceptsIndefiniteLengths: true)
      let encoded = value.encoded()
      #expect(encoded.count <= vector.bytes.count)
      #expect(try StateValue(decoding: encoded) == value)
    }
  }

  @Test("Indefinite lengths are refused unless they are asked for, and nothing else is.")
  func refusesIndefiniteLengths() throws {
    for vector in try AppendixAVector.all() {
      if vector.isForeign {
        let error = #expect(throws: CBORError.self) { try StateValue(decoding: vector.bytes) }
        #expect(error?.code == (vector.hex == "f818" ? .malformed : .indefiniteLength))
      } else {
        #expect(throws: Never.self) { try StateValue(decoding: vector.bytes) }
      }
    }
  }

  @Test("Every vector is skipped as a whole, and each of its prefixes is refused.")
  func skips() throws {
    for vector in try AppendixAVector.all() {
      let bytes = vector.bytes
      var reader = CBORReader(bytes, acceptsIndefiniteLengths: true)
      #expect(try reader.skipItem() == 0..<bytes.count)
      #expect(reader.isAtEnd)
      for length in bytes.indices {
        var reader = CBORReader(bytes[..<length], acceptsIndefiniteLengths: true)
        #expect(throws: CBORError.self) { try reader.skipItem() }
        #expect(throws: CBORError.self) { try reader.readValue() }
        #expect(reader.position == 0)
      }
    }
  }
}

extension StateValue {
  fileprivate func matches(_ expected: Expectation) -> Bool {
    switch (self, expected) {
    case (.null, .null): true
    case (.boolean(let value), .boolean(let other)): value == other
    case (.double(let value), .number(let other, _)): value.bitPattern == other.bitPattern
    case (.unsigned, .number(_, let digits)), (.negative, .number(_, let digits)):
      description == digits
    case (.tagged(2, .bytes(let bytes)), .number(let other, "18446744073709551616")):
      bytes.reduce(0) { $0 * 256 + Double($1) } == other
    case (.tagged(3, .bytes(let bytes)), .number(let other, "-18446744073709551617")):
      bytes.reduce(0) { $0 * 256 + Double($1) } == -other - 1
    case (.text(let value), .text(let other)): value == other
    case (.array(let values), .array(let others)):
      values.count == others.count && zip(values, others).allSatisfy { $0.matches($1) }
    case (.map(let entries), .map(let others)):
      entries.count == others.count
        && others.allSatisfy { self[$0.key]?.matches($0.value) == true }
    default: false
    }
  }
}
