import RestorationCore
import RestorationTestSupport
import SplitContainer
import Testing

/// Panes of a toolkit, with names that its own types have taken.
@MainActor
class ToolkitPanes {
  enum DisplayMode { case narrow, wide }

  var width = 1_000
  var isCollapsed: Bool { width < 600 }
  var displayMode = DisplayMode.wide
  var panes: [Screen?] = [nil, nil, nil] {
    didSet { timesSet += 1 }
  }
  private(set) var timesSet = 0
}

final class AppPanes: ToolkitPanes, SplitContaining {
  let restorationIdentifier: String? = "panes"
  var topSplitColumn = SplitColumn.secondary
  var isSplitSecondaryPlaceholder = true
  var preferredSplitDisplayMode = SplitDisplayMode.automatic
  var isSplitCollapsed: Bool { isCollapsed }

  var restorablePrimary: (any Restorable)? {
    get { panes[0] }
    set { panes[0] = newValue as? Screen }
  }

  var restorableSupplementary: (any Restorable)? {
    get { panes[1] }
    set { panes[1] = newValue as? Screen }
  }

  var restorableSecondary: (any Restorable)? {
    get { panes[2] }
    set { panes[2] = newValue as? Screen }
  }
}

/// Panes that say nothing of the column on top.
final class ForgetfulPanes: ToolkitPanes, SplitContaining {
  let restorationIdentifier: String? = "panes"
  var preferredSplitDisplayMode = SplitDisplayMode.automatic
  var isSplitCollapsed: Bool { isCollapsed }

  var restorablePrimary: (any Restorable)? {
    get { panes[0] }
    set { panes[0] = newValue as? Screen }
  }

  var restorableSupplementary: (any Restorable)? {
    get { panes[1] }
    set { panes[1] = newValue as? Screen }
  }

  var restorableSecondary: (any Restorable)? {
    get { panes[2] }
    set { panes[2] = newValue as? Screen }
  }
}

@MainActor @Suite("A toolkit's own split")
struct ToolkitTests {
  private func start() -> RestorationHarness<AppPanes> {
    var registry = RestorationClassRegistry()
    registry.register(Screen.self, named: "screen")
    return RestorationHarness(registry: registry) { _ in
      let panes = AppPanes()
      panes.panes = [
        Screen(restorationIdentifier: "list"), nil, Screen(restorationIdentifier: "none"),
      ]
      return panes
    }
  }

  @Test("A class that adopts the properties restores its columns, in either layout.")
  func restores() throws {
    let harness = start()
    harness.root.panes[2] = Screen(restorationIdentifier: "article")
    harness.root.isSplitSecondaryPlaceholder = false
    harness.root.preferredSplitDisplayMode = .oneOverSecondary
    harness.root.width = 400
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(!harness.root.isSplitCollapsed && !harness.root.isSplitSecondaryPlaceholder)
    #expect(harness.root.preferredSplitDisplayMode == .oneOverSecondary)
    #expect(harness.root.panes.map { $0?.restorationIdentifier } == ["list", nil, "article"])
  }

  @Test("B31: columns that are in place already are not set again.")
  func setsNothingTwice() throws {
    let harness = start()
    try harness.restartAndRestore()
    #expect(harness.root.timesSet == 1)
  }

  @Test("A class that remembers no column on top refuses to leave it, and says so of an unwind.")
  func remembersNoColumn() throws {
    let harness = RestorationHarness { _ in
      let panes = ForgetfulPanes()
      panes.panes = [
        Screen(restorationIdentifier: "list"), nil, Screen(restorationIdentifier: "article"),
      ]
      return panes
    }
    let root = harness.root
    root.preferredSplitDisplayMode = .secondaryOnly
    let (list, article) = (try #require(root.panes[0]), try #require(root.panes[2]))
    list.onUnwind("home") { _, _ in }
    let request = UnwindRequest("home", from: article)
    root.width = 400
    #expect(root.shownSplitColumns == [.secondary])
    guard case .refused = root.handleBack() else {
      Issue.record("It was not refused")
      return
    }
    #expect(!root.goBack())
    guard case .interrupted(_, after: 0, let reason) = harness.session.unwind(request, in: "main")
    else {
      Issue.record("It was not interrupted")
      return
    }
    #expect(reason.contains("primary") && root.preferredSplitDisplayMode == .secondaryOnly)
    root.width = 1_000
    let plan = try #require(harness.session.plan(for: request, in: "main"))
    #expect(harness.session.unwind(request, in: "main") == .performed(plan))
    #expect(root.shownSplitColumns.contains(.primary))
  }
}
