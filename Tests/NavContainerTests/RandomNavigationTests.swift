import NavContainer
import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Random navigation")
struct RandomNavigationTests {
  /// An entry as the test expects it.
  private struct Entry: Equatable {
    var identifier: String
    var text: String
  }

  /// A generator that gives the same numbers for the same seed.
  private struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % sides
    }
  }

  @Test(
    "P152: whatever is pushed, popped and replaced, a restart changes nothing.",
    arguments: 0..<20
  )
  func restartChangesNothing(seed: Int) throws {
    let harness = StackApp().start()
    var dice = Dice(state: UInt64(seed))
    var model = [Entry(identifier: "list", text: "")]
    for step in 0..<60 {
      try takeStep(step, harness, &model, &dice)
      let entries = harness.root.restorableStack.map { node in
        Entry(identifier: node.restorationIdentifier ?? "", text: (node as? Screen)?.text ?? "")
      }
      #expect(entries == model)
    }
  }

  private func takeStep(
    _ step: Int,
    _ harness: RestorationHarness<NavigationController>,
    _ model: inout [Entry],
    _ dice: inout Dice
  ) throws {
    let stack = harness.root
    switch dice.roll(6) {
    case 0, 1:
      let entry = Entry(identifier: "s\(dice.roll(3))", text: "\(step)")
      stack.push(entry.identifier, text: entry.text)
      model.append(entry)
    case 2:
      stack.pop()
      if model.count > 1 { model.removeLast() }
    case 3:
      (stack.topRestorable as? Screen)?.text = "changed in \(step)"
      model[model.count - 1].text = "changed in \(step)"
    case 4:
      stack.setStack(stack.restorableStack.reversed())
      model.reverse()
    default:
      try harness.restartAndRestore()
    }
  }
}
