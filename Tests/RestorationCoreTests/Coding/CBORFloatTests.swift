import RestorationCore
import RestorationTestSupport
import Testing

@Suite("Floating-point numbers")
struct CBORFloatTests {
  @Test("Each of the 65,536 halves widens to a double and narrows back to itself.")
  func halves() {
    for bits in UInt16.min...UInt16.max {
      let half = CBORFloat.half(bits)
      #expect(CBORFloat(half.value) == half)
      #expect(half.exactFloat.map { CBORFloat($0) } == half)
    }
  }

  @Test("A single keeps its bits as a float and as a double, NaNs with their payload included.")
  func singles() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let bits =
        UInt32(truncatingIfNeeded: generator.next()) | (generator.below(4) == 0 ? 0x7F80_0000 : 0)
      let single = CBORFloat.single(bits)
      #expect(CBORFloat(single.value).exactFloat?.bitPattern == bits)
      #expect(CBORFloat(Float(bitPattern: bits)) == CBORFloat(single.value))
    }
  }

  @Test("A double keeps its bits, and is never written longer than needed.")
  func doubles() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let value = generator.double()
      var writer = CBORWriter()
      writer.writeDouble(value)
      var reader = CBORReader(writer.bytes())
      #expect(try reader.readDouble().bitPattern == value.bitPattern)
      if value.isFinite {
        let needsDouble = Double(Float(value)) != value
        #expect((writer.bytes().count == 9) == needsDouble)
      }
    }
  }

  @Test(
    "The limits of each width are written in that width.",
    arguments: [
      (65504.0, 3), (65505.0, 5), (0x1p-24, 3), (0x1p-25, 5), (0x1.ff8p-15, 3), (0x1.ffcp-15, 5),
      (0x1p-149, 5), (0x1p-150, 9), (Double(Float.greatestFiniteMagnitude), 5), (0x1p128, 9),
      (-0.0, 3), (.infinity, 3), (-.infinity, 3), (.nan, 3), (Double.pi, 9),
    ] as [(Double, Int)]
  )
  func widths(value: Double, count: Int) {
    var writer = CBORWriter()
    writer.writeDouble(value)
    #expect(writer.bytes().count == count)
  }
}
