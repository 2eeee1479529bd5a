import RestorationTestSupport
import Testing

@testable import RestorationCore

@Suite("A table of nodes by their numbers")
struct NodeTableTests {
  private final class Item {}

  @Test("A table agrees with a dictionary, whatever numbers come and go")
  func model() {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<40 {
      var table = NodeTable<Item>()
      var model: [NodeNumber: Item] = [:]
      for _ in 0..<400 {
        let number = Self.number(&random)
        if Bool.random(using: &random) {
          let item = Item()
          table[number] = item
          model[number] = item
        } else {
          table[number] = nil
          model[number] = nil
        }
        #expect(table[number] === model[number])
        #expect(table.count == model.count)
      }
      for (number, item) in model { #expect(table[number] === item) }
      let expected = model.sorted { $0.key < $1.key }.map { ObjectIdentifier($0.value) }
      #expect(table.inOrder.map { ObjectIdentifier($0) } == expected)
    }
  }

  @Test("A node that came as an outlier is found once pages reach its number")
  func reachedOutlier() {
    var table = NodeTable<Item>()
    let outlier = Item()
    let number = NodeNumber(3_000)
    table[number] = outlier
    for number in 1...2_990 { table[NodeNumber(UInt64(number))] = Item() }
    table[NodeNumber(3_001)] = Item()
    #expect(table[number] === outlier)
    #expect(table.inOrder.suffix(2).first === outlier)
    let other = Item()
    table[number] = other
    #expect(table[number] === other)
    #expect(table.count == 2_992)
    table[number] = nil
    #expect(table[number] == nil)
    #expect(table.count == 2_991)
  }

  /// A number near the others, far from them, or at the end of all numbers.
  private static func number(_ random: inout SeededGenerator) -> NodeNumber {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: NodeNumber(.random(in: 0...2, using: &random) &- 2)
    case 1: NodeNumber(.random(in: 0..<100_000, using: &random))
    case 2: NodeNumber(1 << 40 + .random(in: 0..<4, using: &random))
    default: NodeNumber(.random(in: 0..<300, using: &random))
    }
  }
}
