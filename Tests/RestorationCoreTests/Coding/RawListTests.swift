import RestorationTestSupport
import Testing

@testable import RestorationCore

@Suite("A list over raw memory")
struct RawListTests {
  @Test("A list agrees with an array, however it grows and is emptied")
  func model() {
    var random = SeededGenerator(seed: 7)
    var list = RawList<Int>(capacity: 0)
    var model: [Int] = []
    for step in 0..<5_000 {
      switch random.below(40) {
      case 0:
        list.removeAll()
        model = []
      case 1:
        model = (0..<random.below(300)).map { $0 * step }
        model.withUnsafeBufferPointer { list.set(to: $0) }
      case 2..<8 where !model.isEmpty:
        let index = random.below(model.count)
        model[index] = step
        list[index] = step
      default:
        model.append(step)
        list.append(step)
      }
      #expect(list.count == model.count)
      if let last = model.indices.last { #expect(list[last] == model[last]) }
    }
    #expect(list.withElements { Array($0) } == model)
  }
}
