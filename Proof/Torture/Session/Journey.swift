import RestorationTestSupport

/// Where the user of an app of three stacks in tabs is after a number of steps, which follows from a
/// seed and that number alone.
struct Journey: Equatable {
  /// A screen in a stack.
  struct Page: Equatable {
    var name: Int
    var value: Int

    /// What is written in the sheet over the page, if there is one.
    var note: String?
  }

  /// How many steps there are until the user is where every era begins.
  static let eraLength = 100

  let seed: UInt64
  private(set) var step = 0
  private(set) var stacks = Journey.start
  private(set) var selected = 0
  private(set) var isDrawerOpen = false

  private static var start: [[Page]] {
    (0..<3).map { [Page(name: $0, value: 0)] }
  }

  /// Makes the journey after a number of steps.
  init(seed: UInt64, step: Int) {
    self.seed = seed
    guard step > 0 else { return }
    self.step = (step - 1) / Self.eraLength * Self.eraLength
    while self.step < step { advance() }
  }

  /// Goes on by one step.
  mutating func advance() {
    step += 1
    if step % Self.eraLength == 1 {
      stacks = Self.start
      selected = 0
      isDrawerOpen = false
    }
    var random = SeededGenerator(seed: seed ^ UInt64(step) &* 0xA24B_AED4_963E_E407)
    for _ in 0...random.below(3) {
      let tab = random.below(3)
      let page = random.below(stacks[tab].count)
      switch random.below(9) {
      case 0, 1: stacks[tab].append(Page(name: step * 10 + stacks[tab].count, value: step))
      case 2 where stacks[tab].count > 1: stacks[tab].removeLast()
      case 3: selected = tab
      case 4: isDrawerOpen.toggle()
      case 5: stacks[tab][page].note = stacks[tab][page].note == nil ? "note \(step)" : nil
      default: stacks[tab][page].value = step
      }
    }
  }
}

extension Journey: CustomStringConvertible {
  /// All of it, on one line.
  var description: String {
    let texts = stacks.map { stack in
      stack.map { "\($0.name)=\($0.value)" + ($0.note.map { "(\($0))" } ?? "") }
        .joined(separator: " ")
    }
    return "step \(step), tab \(selected)\(isDrawerOpen ? ", drawer" : ""): "
      + texts.joined(separator: " | ")
  }
}
