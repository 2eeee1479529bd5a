import RestorationCore
import RestorationTestSupport
import TabContainer
import Testing

/// A tab bar of a toolkit that has `tabs` and `selectedTab` of its own, of other types, and that
/// selects its first tab whenever its tabs are set.
@MainActor
class ToolkitTabBar {
  struct Tab { var name: String }

  var tabs: [Tab] { pages.map { Tab(name: $0.restorationIdentifier ?? "") } }
  var selectedTab: Tab? { tabs.first }
  private(set) var timesSet = 0

  var pages: [Screen] = [] {
    didSet {
      timesSet += 1
      page = pages.first
    }
  }
  var page: Screen?
}

final class AppTabBar: ToolkitTabBar, TabContaining {
  let restorationIdentifier: String? = "bar"

  var restorableTabs: [any Restorable] {
    get { pages }
    set { pages = newValue.compactMap { $0 as? Screen } }
  }

  var selectedRestorableTab: (any Restorable)? {
    get { page }
    set { page = newValue as? Screen }
  }
}

@MainActor @Suite("A toolkit's own tabs")
struct ToolkitTests {
  private func start() -> RestorationHarness<AppTabBar> {
    RestorationHarness { _ in
      let bar = AppTabBar()
      bar.pages = ["a", "b", "c"].map { Screen(restorationIdentifier: $0) }
      return bar
    }
  }

  @Test("A class that adopts two properties restores its tabs, their order and the selection.")
  func restores() throws {
    let harness = start()
    harness.root.pages.swapAt(0, 2)
    harness.root.page = harness.root.pages[1]
    harness.root.page?.text = "read"
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(harness.root.restorableTabs.identifiers == ["c", "b", "a"])
    #expect(harness.root.page?.restorationIdentifier == "b")
    #expect(harness.root.page?.text == "read")
  }

  @Test(
    "Tabs that cannot tell when another one is shown have the state of all of them read at once."
  )
  func readsHiddenTabs() throws {
    let harness = start()
    #expect(try harness.restartAndRestore().sleepingNodes == 0)
    #expect(harness.root.pages.map(\.timesFinished) == [1, 1, 1])
  }

  @Test("B31: tabs that are in place already are not set again.")
  func setsNothingTwice() throws {
    let harness = start()
    harness.root.page = harness.root.pages[2]
    try harness.restartAndRestore()
    #expect(harness.root.timesSet == 1)
    #expect(harness.root.page?.restorationIdentifier == "c")
  }

  @Test("If the archive says nothing of a selection, the launch's survives a change of the order.")
  func keepsLaunchSelection() throws {
    let harness = start()
    harness.root.pages.swapAt(0, 1)
    var archive = try harness.archive()
    let root = try #require(archive.root)
    archive.records[root]?.containerState = NodeRecord.emptyState
    try harness.restore(from: archive.encoded())
    #expect(harness.root.restorableTabs.identifiers == ["b", "a", "c"])
    #expect(harness.root.page?.restorationIdentifier == "a")
  }
}
