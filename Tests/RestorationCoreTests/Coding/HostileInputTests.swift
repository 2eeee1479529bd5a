import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

@Suite("Damaged encodings")
struct HostileInputTests {
  private static func samples() throws -> [[UInt8]] {
    var generator = SeededGenerator(seed: 12)
    var samples = try AppendixAVector.all().map(\.bytes)
    for _ in 0..<20 { samples.append(StateValue.random(depth: 2, using: &generator).encoded()) }
    // The shortest of many, because each bit of it costs a read.
    let settings = try (0..<100).map { _ in
      var writer = CBORWriter()
      try writer.encode(Settings.random(using: &generator))
      return writer.bytes()
    }
    return samples + settings.sorted { $0.count < $1.count }.prefix(1)
  }

  /// Reads bytes in every way; whatever they are, each way returns or throws.
  private func readInEveryWay(_ bytes: ArraySlice<UInt8>) -> Int {
    func succeeds(_ read: (inout CBORReader) throws -> Void) -> Int {
      var reader = CBORReader(bytes, acceptsIndefiniteLengths: true)
      do {
        try read(&reader)
        try reader.finish()
        return 1
      } catch {
        return 0
      }
    }
    return succeeds { _ = try $0.readValue() } + succeeds { try $0.skipItem() }
      + succeeds { _ = try $0.decode(Settings.self) } + succeeds { _ = try $0.decode(Route.self) }
      + succeeds { _ = try $0.decode(Nested.self) }
      + succeeds { _ = try $0.decode([String: StateValue].self) }
      + succeeds { _ = try $0.decode([URL?].self) } + succeeds { _ = try $0.decode(Date.self) }
  }

  @Test("Every encoding that is cut short is refused.")
  func truncations() throws {
    for sample in try Self.samples() {
      for length in sample.indices {
        #expect(readInEveryWay(sample[..<length]) == 0, "\(length) of \(sample)")
      }
    }
  }

  @Test("Every encoding with one bit changed is read or refused.")
  func bitFlips() throws {
    var outcomes: Set<Bool> = []
    for sample in try Self.samples() {
      for bit in 0..<sample.count * 8 {
        var bytes = sample
        bytes[bit / 8] ^= 1 << (bit % 8)
        outcomes.insert(readInEveryWay(bytes[...]) > 0)
      }
    }
    #expect(outcomes == [true, false])
  }

  @Test("Random bytes are read or refused, and what is read encodes to what reads the same.")
  func noise() throws {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<5_000 {
      let bytes = (0..<generator.below(24)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      _ = readInEveryWay(bytes[...])
      var reader = CBORReader(bytes, acceptsIndefiniteLengths: true)
      guard let value = try? reader.readValue() else { continue }
      #expect(try StateValue(decoding: value.encoded(), acceptsIndefiniteLengths: true) == value)
    }
  }
}
