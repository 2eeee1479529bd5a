import RestorationTestSupport
import Testing

@testable import RestorationCore

@Suite("A flipped bit in an item is found")
struct FlippedBitTests {
  private static let seed = CRC32C(salt: 7)

  /// An item whose body is a string of random bytes.
  private func item(_ count: Int, _ random: inout SeededGenerator) -> ArraySlice<UInt8> {
    var items = ArchiveItemWriter(salt: 7)
    let body = (0..<count).map { _ in UInt8(random.below(256)) }
    items.append(ArchiveFormat.Kind.scene, flags: 1, scene: 1) { $0.writeBytes(body) }
    // An item lies anywhere in a file.
    return ([0, 0, 0] + items.takeBytes())[3...]
  }

  @Test("Each bit of an item that is flipped alone is flipped back.", arguments: [0, 1, 23, 300])
  func eachBit(_ count: Int) {
    var random = SeededGenerator(seed: 71)
    let item = item(count, &random)
    for place in item.indices {
      for bit in 0..<8 {
        var damaged = item
        damaged[place] ^= 1 << UInt8(bit)
        #expect(FlippedBit.mended(item: damaged, seed: Self.seed) == item, "bit \(bit) at \(place)")
      }
    }
  }

  @Test("Two flipped bits are never taken for one, wherever they are.")
  func twoBits() {
    var random = SeededGenerator(seed: 72)
    let item = item(10, &random)
    let bits = item.indices.flatMap { place in (0..<8).map { (place, UInt8(1) << $0) } }
    for (index, first) in bits.enumerated() {
      for second in bits[..<index] {
        var damaged = item
        damaged[first.0] ^= first.1
        damaged[second.0] ^= second.1
        #expect(FlippedBit.mended(item: damaged, seed: Self.seed) == nil, "\(first), \(second)")
      }
    }
  }

  @Test("An item as long as is tried is mended, and a longer one is left.")
  func longItems() {
    var random = SeededGenerator(seed: 73)
    for (count, isMended) in [(65_000, true), (70_000, false)] {
      let item = item(count, &random)
      for _ in 0..<20 {
        var damaged = item
        damaged[item.startIndex + random.below(item.count)] ^= 1 << UInt8(random.below(8))
        #expect((FlippedBit.mended(item: damaged, seed: Self.seed) == item) == isMended)
      }
    }
  }

  @Test("Bytes that are shorter than a checksum are no item.")
  func shortBytes() {
    for count in 0...6 {
      let bytes = [UInt8](repeating: 0x44, count: count)[...]
      #expect(FlippedBit.mended(item: bytes, seed: Self.seed) == nil)
    }
  }
}
