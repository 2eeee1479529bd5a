import DrawerContainer
import RestorationCore
import RestorationTestSupport
import Testing

/// A window of a toolkit with a menu on one side, and names that its own types have taken.
@MainActor
class ToolkitWindow {
  struct Edge { var width = 240 }

  let leading = Edge()
  var content: Screen? {
    didSet { timesSet += 1 }
  }
  var menu: Screen? {
    didSet { timesSet += 1 }
  }
  var isMenuOpen = false {
    didSet { timesSet += 1 }
  }
  private(set) var timesSet = 0
}

final class AppWindow: ToolkitWindow, DrawerContaining {
  let restorationIdentifier: String? = "window"

  var restorableCenter: (any Restorable)? {
    get { content }
    set { content = newValue as? Screen }
  }

  var restorableLeading: (any Restorable)? {
    get { menu }
    set { menu = newValue as? Screen }
  }

  var restorableTrailing: (any Restorable)? {
    get { nil }
    set {}
  }

  var openDrawerSide: DrawerSide? {
    get { isMenuOpen ? .leading : nil }
    set { isMenuOpen = newValue == .leading }
  }
}

@MainActor @Suite("A toolkit's own drawer")
struct ToolkitTests {
  private func start(hasMenu: Bool = true) -> RestorationHarness<AppWindow> {
    RestorationHarness { _ in
      let window = AppWindow()
      window.content = Screen(restorationIdentifier: "content")
      if hasMenu { window.menu = Screen(restorationIdentifier: "menu") }
      return window
    }
  }

  @Test("A class that adopts four properties restores them.")
  func restores() throws {
    let harness = start()
    harness.root.isMenuOpen = true
    harness.root.menu?.text = "scrolled"
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(harness.root.isMenuOpen)
    #expect(harness.root.menu?.text == "scrolled")
  }

  @Test("A side that was open and has no drawer any more is not opened, though it could be.")
  func openSideWithoutDrawer() throws {
    let harness = start()
    harness.root.isMenuOpen = true
    let saved = try harness.savedState()
    let later = start(hasMenu: false)
    try later.restore(from: saved)
    #expect(later.root.menu == nil)
    #expect(!later.root.isMenuOpen && later.root.timesSet == 1)
  }

  @Test("B31: what is in place already is not set again.")
  func setsNothingTwice() throws {
    let harness = start()
    try harness.restartAndRestore()
    #expect(harness.root.timesSet == 2)
  }
}
