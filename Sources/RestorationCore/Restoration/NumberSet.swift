/// A set of node numbers, most of which lie close together from 1 up.
struct NumberSet {
  private var words: [UInt64]
  private var others: Set<NodeNumber> = []

  /// How many numbers are in the set.
  private(set) var count = 0

  /// Makes an empty set for about as many numbers as there are nodes; higher ones cost more.
  init(nodes: Int) {
    words = Array(repeating: 0, count: nodes / 32 + 1)
  }

  /// Takes a number, and says whether it is new.
  mutating func insert(_ number: NodeNumber) -> Bool {
    let isNew: Bool
    if number.rawValue / 64 < UInt64(words.count) {
      let (index, bit) = (Int(number.rawValue / 64), UInt64(1) << (number.rawValue % 64))
      isNew = words[index] & bit == 0
      words[index] |= bit
    } else {
      isNew = others.insert(number).inserted
    }
    if isNew { count += 1 }
    return isNew
  }
}
