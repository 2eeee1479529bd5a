import Foundation
import RestorationCore
import RestorationTestSupport

extension SeededGenerator {
  /// A number of random magnitude, so that short and long forms are equally likely.
  mutating func bits() -> UInt64 {
    next() >> UInt64.random(in: 0..<64, using: &self)
  }

  mutating func text() -> String {
    let alphabet: [Character] = [
      "a", "b", "Z", "0", "5", " ", "\"", "é", "e\u{301}", "水", "𐅑", "\0",
    ]
    return String((0..<below(6)).map { _ in alphabet[below(alphabet.count)] })
  }

  /// Any double at all, infinities and every kind of NaN included.
  mutating func double() -> Double {
    switch below(4) {
    case 0: Double(Int64(bitPattern: bits()))
    case 1: CBORFloat.half(UInt16(truncatingIfNeeded: next())).value
    case 2: CBORFloat.single(UInt32(truncatingIfNeeded: next())).value
    default: Double(bitPattern: next())
    }
  }

  mutating func uuid() -> UUID {
    var uuid = UUID().uuid
    withUnsafeMutableBytes(of: &uuid) { bytes in
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: next()) }
    }
    return UUID(uuid: uuid)
  }

  mutating func list<Element>(_ make: (inout SeededGenerator) -> Element) -> [Element] {
    (0..<below(5)).map { _ in make(&self) }
  }
}

extension StateValue {
  /// A random value, nested at most as deep as given.
  static func random(depth: Int, using generator: inout SeededGenerator) -> StateValue {
    switch generator.below(depth > 0 ? 13 : 9) {
    case 0: .null
    case 1: .undefined
    case 2: .boolean(generator.below(2) == 0)
    case 3: .unsigned(generator.bits())
    case 4: .negative(generator.bits())
    case 5: .double(generator.double())
    case 6: .text(generator.text())
    case 7: .bytes(generator.list { UInt8(truncatingIfNeeded: $0.next()) })
    case 8: .simple([0, 19, 32, 255][generator.below(4)])
    case 9, 10: .array(generator.list { random(depth: depth - 1, using: &$0) })
    case 11: randomMap(depth: depth, using: &generator)
    default: .tagged(generator.bits(), random(depth: depth - 1, using: &generator))
    }
  }

  private static func randomMap(depth: Int, using generator: inout SeededGenerator) -> StateValue {
    let keys = generator.list { random(depth: depth - 1, using: &$0) }
    // Each key once, in an order that is the same in every run.
    let unique = keys.indices.filter { !keys[..<$0].contains(keys[$0]) }.map { keys[$0] }
    return .map(
      unique.map { Entry(key: $0, value: random(depth: depth - 1, using: &generator)) }
    )
  }
}
