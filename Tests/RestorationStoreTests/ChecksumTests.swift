import Testing

@testable import RestorationCore

@Suite("Checksums by instruction and by tables")
struct ChecksumTests {
  private typealias Way = (UInt32, UnsafeRawBufferPointer) -> UInt32

  /// The ways that this processor can go.
  private static var ways: [Way] {
    let byTables: Way = { CRC32C.byTables($0, adding: $1) }
    let byInstruction: Way = { CRC32C.byInstruction($0, adding: $1) }
    return CRC32C.hasInstruction ? [byTables, byInstruction] : [byTables]
  }

  @Test("Each way gives the values of RFC 3720, appendix B.4.")
  func vectors() {
    let readCommand: [UInt8] = [
      0x01, 0xC0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x00, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00,
      0x00, 0x18, 0x28, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00,
      0x00, 0x00, 0x00,
    ]
    for way in Self.ways {
      func crc(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { ~way(~0, $0) } }
      #expect(crc([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
      #expect(crc([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
      #expect(crc(Array(0..<32)) == 0x46DD_794E)
      #expect(crc((0..<32).reversed()) == 0x113F_DB5C)
      #expect(crc(readCommand) == 0xD996_3A56)
      #expect(crc([]) == 0)
    }
  }

  @Test("Both ways agree on every length up to 200, at every alignment, from random states.")
  func agreement() {
    var generator = SeededGenerator(seed: 32)
    let bytes = (0..<208).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    for start in 0..<8 {
      for length in 0...200 {
        expectAgreement(
          bytes[start..<start + length],
          .random(in: .min ... .max, using: &generator)
        )
      }
    }
  }

  @Test("Both ways agree on random pieces of much data.")
  func agreementOnMuch() {
    var generator = SeededGenerator(seed: 33)
    let bytes = (0..<40_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    for _ in 0..<100 {
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let end = Int.random(in: start...bytes.count, using: &generator)
      expectAgreement(bytes[start..<end], .random(in: .min ... .max, using: &generator))
    }
  }

  /// Compares what each way makes of bytes that others stand around.
  private func expectAgreement(_ bytes: ArraySlice<UInt8>, _ state: UInt32) {
    let results = bytes.withUnsafeBytes { bytes in Self.ways.map { $0(state, bytes) } }
    #expect(Set(results).count == 1, "\(bytes.count) bytes from offset \(bytes.startIndex)")
  }
}
