@testable import RestorationStore

/// Decides what becomes of each thing that a crash leaves open.
protocol DiskChooser {
  /// Chooses a number below `count`, where 0 stands for "it is lost" and 1 for "it is there".
  mutating func choose(_ count: Int) -> Int

  /// Chooses where something of at least two bytes is cut.
  mutating func cut(_ count: Int) -> Int
}

/// Takes the same choice each time, but for one of them.
struct SteadyChooser: DiskChooser {
  private let usual: Int
  private let exception: (index: Int, choice: Int)?

  /// How many choices there were to each question.
  private(set) var counts: [Int] = []

  init(_ usual: Int, except exception: (index: Int, choice: Int)? = nil) {
    self.usual = usual
    self.exception = exception
  }

  mutating func choose(_ count: Int) -> Int {
    counts.append(count)
    if let exception, exception.index == counts.count - 1 {
      return min(exception.choice, count - 1)
    }
    return min(usual, count - 1)
  }

  mutating func cut(_ count: Int) -> Int { count / 2 }
}

/// Takes all combinations in turn.
struct ExhaustiveChooser: DiskChooser {
  private var taken: [(choice: Int, count: Int)] = []
  private var position = 0

  mutating func choose(_ count: Int) -> Int {
    defer { position += 1 }
    if position == taken.count { taken.append((0, count)) }
    return taken[position].choice
  }

  mutating func cut(_ count: Int) -> Int {
    [count / 2, count - 1][choose(2)]
  }

  /// Goes on to the next combination, if there is one.
  mutating func advance() -> Bool {
    position = 0
    while let last = taken.popLast() {
      if last.choice + 1 < last.count {
        taken.append((last.choice + 1, last.count))
        return true
      }
    }
    return false
  }
}

/// Takes any combination, with a leaning of its own to losing or keeping.
struct RandomChooser: DiskChooser {
  private var generator: SeededGenerator
  private let leaning: Int

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    leaning = Int.random(in: 0...8, using: &generator)
  }

  mutating func choose(_ count: Int) -> Int {
    guard count > 1 else { return 0 }
    if count == 2 || Bool.random(using: &generator) {
      return Int.random(in: 0...8, using: &generator) < leaning ? 1 : 0
    }
    return Int.random(in: 0..<count, using: &generator)
  }

  mutating func cut(_ count: Int) -> Int {
    Int.random(in: 1..<count, using: &generator)
  }
}
