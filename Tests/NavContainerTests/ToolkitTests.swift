import NavContainer
import RestorationCore
import RestorationTestSupport
import Testing

/// A navigator of a toolkit, with names that its own types have taken.
@MainActor
class ToolkitNavigator {
  struct Entry { var title: String }

  var stack: [Entry] { screens.map { Entry(title: $0.restorationIdentifier ?? "") } }
  var topItem: Entry? { stack.last }
  var screens: [Screen] = [] {
    didSet { timesSet += 1 }
  }
  private(set) var timesSet = 0
}

final class AppNavigator: ToolkitNavigator, NavigationContaining {
  let restorationIdentifier: String? = "navigator"

  var restorableStack: [any Restorable] {
    get { screens }
    set { screens = newValue.compactMap { $0 as? Screen } }
  }
}

@MainActor @Suite("A toolkit's own stack")
struct ToolkitTests {
  private func start() -> RestorationHarness<AppNavigator> {
    var registry = RestorationClassRegistry()
    registry.register(Screen.self, named: "screen")
    return RestorationHarness(registry: registry) { _ in
      let navigator = AppNavigator()
      navigator.screens = [Screen(restorationIdentifier: "list")]
      return navigator
    }
  }

  @Test("A class that adopts one property restores its stack.")
  func restores() throws {
    let harness = start()
    harness.root.screens.append(Screen(restorationIdentifier: "a"))
    harness.root.screens[1].text = "read"
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(harness.root.restorableStack.identifiers == ["list", "a"])
    #expect(harness.root.screens[1].text == "read")
  }

  @Test("B31: entries that are in place already are not set again.")
  func setsNothingTwice() throws {
    let harness = start()
    try harness.restartAndRestore()
    #expect(harness.root.timesSet == 1)
  }
}
