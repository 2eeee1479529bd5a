import RestorationCore
import RestorationTestSupport
import TabContainer
import Testing

@MainActor @Suite("Tab controller")
struct TabControllerTests {
  private func makeTabs(_ names: String...) -> TabController {
    TabController(
      restorationIdentifier: "root",
      tabs: names.map { Screen(restorationIdentifier: $0) }
    )
  }

  private func isRefused(_ outcome: NavigationOutcome) -> Bool {
    if case .refused(let reason) = outcome { return !reason.isEmpty }
    return false
  }

  @Test("The first tab is selected, and every step that changes something is performed.")
  func performs() throws {
    let tabs = makeTabs("a", "b")
    #expect(tabs.selection == "a" && tabs.selectedIndex == 0)
    #expect(tabs.select(identifier: "b") == .performed)
    #expect(tabs.insert(Screen(restorationIdentifier: "c"), at: 0) == .performed)
    #expect(tabs.move(from: 2, to: 0) == .performed)
    #expect(tabs.restorableTabs.identifiers == ["b", "c", "a"])
    #expect(tabs.selectedIndex == 0)
    #expect(tabs.select(try #require(tabs.screen("c"))) == .performed)
    #expect(tabs.remove(try #require(tabs.screen("a"))) == .performed)
    #expect(tabs.restorableTabs.identifiers == ["b", "c"])
  }

  @Test("What cannot be, and what would change nothing, is refused and changes nothing.")
  func refuses() throws {
    let tabs = makeTabs("a", "b")
    let inside = try #require(tabs.screen("a"))
    let outside = Screen(restorationIdentifier: "a")
    let outcomes = [
      tabs.select(outside), tabs.select(inside), tabs.select(identifier: "x"),
      tabs.select(identifier: "a"), tabs.insert(inside), tabs.insert(outside, at: 3),
      tabs.insert(outside, at: -1), tabs.remove(outside), tabs.move(from: 0, to: 2),
      tabs.move(from: -1, to: 0), tabs.move(from: 1, to: 1),
    ]
    for outcome in outcomes { #expect(isRefused(outcome)) }
    #expect(tabs.restorableTabs.identifiers == ["a", "b"] && tabs.selection == "a")
  }

  @Test("If the selected tab is removed, the one at its place is selected, or else the last.")
  func removesSelected() throws {
    for (selected, next) in [("a", "b"), ("b", "c"), ("c", "b")] {
      let tabs = makeTabs("a", "b", "c")
      tabs.select(identifier: selected)
      tabs.remove(try #require(tabs.screen(selected)))
      #expect(tabs.selection == next)
    }
    let tabs = makeTabs("a")
    tabs.remove(try #require(tabs.screen("a")))
    #expect(tabs.selectedRestorableTab == nil)
    tabs.insert(Screen(restorationIdentifier: "b"))
    #expect(tabs.selection == "b")
  }

  @Test("A tab has the container as its parent for as long as it is in it.")
  func parents() throws {
    let tabs = makeTabs("a", "b")
    let tab = try #require(tabs.screen("b"))
    #expect(tab.enclosingRestorable === tabs)
    tabs.remove(tab)
    #expect(tab.enclosingRestorable == nil)
  }

  @Test("Selecting shows one tab and hides the other, once each.")
  func appearance() throws {
    let tabs = makeTabs("a", "b")
    let (a, b) = (try #require(tabs.screen("a")), try #require(tabs.screen("b")))
    tabs.appear()
    #expect(a.callbacks == Screen.shown && b.callbacks == [])
    tabs.select(b)
    #expect(a.callbacks == Screen.shown + ["willDisappear", "didDisappear"])
    #expect(b.callbacks == Screen.shown)
    tabs.move(from: 1, to: 0)
    tabs.remove(a)
    #expect(b.callbacks == Screen.shown)
  }

  @Test("B32: each tab that can be seen appears exactly once for a restore, the others never.")
  func appearanceOfRestored() throws {
    let harness = TabApp(["a", "b", "c"]).start()
    harness.root.select(identifier: "b")
    harness.root.move(from: 2, to: 0)
    try harness.restartAndRestore()
    for name in ["a", "b", "c"] { #expect(harness.root.screen(name)?.callbacks == []) }
    harness.root.appear()
    #expect(harness.root.screen("a")?.callbacks == [])
    #expect(harness.root.screen("b")?.callbacks == Screen.shown)
    #expect(harness.root.screen("c")?.callbacks == [])
  }

  @Test(
    "What a node asks of the tabs during a restore happens after it; a property is set at once."
  )
  func navigationDuringRestore() throws {
    let app = TabApp(["a", "b", "c"])
    var answers: [NavigationOutcome] = []
    var selections: [String?] = []
    app.didBuild = { root in
      root.screen("a")?.onFinish = { [unowned root] in
        answers.append(root.select(identifier: "b"))
        answers.append(root.move(from: 1, to: 2))
        selections.append(root.selection)
        root.selectedRestorableTab = root.restorableTabs[2]
        selections.append(root.selection)
      }
    }
    let harness = app.start()
    try harness.restartAndRestore()
    #expect(answers == [.deferred, .deferred])
    #expect(selections == ["a", "c"])
    #expect(harness.root.selection == "b")
    #expect(harness.root.restorableTabs.identifiers == ["a", "c", "b"])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("Selecting a node that is no tab through the property is a programmer error.")
  func selectsForeignNode() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      TabController().selectedRestorableTab = RestorableController()
    }
  }
  #endif
}
