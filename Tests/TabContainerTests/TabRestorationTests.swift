import RestorationCore
import RestorationTestSupport
import TabContainer
import Testing

@MainActor @Suite("Restoring tabs")
struct TabRestorationTests {
  @Test("P85, P333: tabs, their selection and their state return, also after a second restart.")
  func everythingReturns() throws {
    let harness = TabApp(["a", "b", "c"]).start()
    harness.root.select(identifier: "c")
    harness.root.screen("c")?.text = "seen"
    for _ in 0..<2 {
      #expect(try harness.restartAndRestore().outcome == .restored)
      #expect(harness.root.restorableTabs.identifiers == ["a", "b", "c"])
      #expect(harness.root.selection == "c")
      #expect(harness.root.screen("c")?.text == "seen")
      #expect(harness.session.save().outcome == .nothingChanged)
    }
  }

  @Test("B37, B38: a tab that was never shown is saved.")
  func unvisitedTabs() throws {
    let harness = TabApp(["a", "b", "c"]).start()
    harness.root.appear()
    harness.root.screen("b")?.text = "unseen"
    let report = try harness.restartAndRestore()
    #expect(report.sleepingNodes == 2)
    #expect(harness.root.screen("b")?.text == "unseen")
  }

  @Test("B07: the tab that the launch built is the one in place, and no factory is asked.")
  func launchWins() throws {
    let app = TabApp(["a", "b"])
    var built: [any Restorable] = []
    app.didBuild = { built = $0.restorableTabs }
    let harness = app.start(makesScreens: false)
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(harness.root.restorableTabs.elementsEqual(built) { $0 === $1 })
  }

  @Test("P205: saved state wins over what the launch puts on a tab.")
  func savedStateWins() throws {
    let app = TabApp(["a"])
    app.text = "saved"
    let harness = app.start()
    _ = try harness.archive()
    app.text = "launched"
    try harness.restartAndRestore()
    #expect(harness.root.screen("a")?.text == "saved")
  }

  @Test("P86: where the restore is refused, no tab inherits anything.")
  func refusedRestore() throws {
    var configuration = SessionConfiguration()
    configuration.shouldRestore = { _ in false }
    let harness = TabApp(["a", "b"]).start(configuration: configuration)
    harness.root.screen("b")?.text = "old"
    harness.root.select(identifier: "b")
    #expect(try harness.restartAndRestore().outcome == .vetoed)
    #expect(harness.root.screen("b")?.text == "")
    #expect(harness.root.selection == "a")
  }

  @Test("P229: a tab that was opened and closed again is not restored, one left open is.")
  func closedTab() throws {
    let harness = TabApp(["a"]).start()
    let closed = Screen(restorationIdentifier: "closed")
    harness.root.insert(closed)
    harness.root.insert(Screen(restorationIdentifier: "open"), at: 0)
    _ = try harness.archive()
    harness.root.remove(closed)
    try harness.restartAndRestore()
    #expect(harness.root.restorableTabs.identifiers == ["open", "a"])
  }

  @Test("B20: tabs that the launch did not build are made by their registered class.")
  func nestedTabs() throws {
    let harness = TabApp(["a"]).start()
    let inner = TabController(
      restorationIdentifier: "inner",
      tabs: ["x", "y"].map { Screen(restorationIdentifier: $0) }
    )
    inner.select(identifier: "y")
    harness.root.insert(inner)
    harness.root.select(inner)
    #expect(try harness.restartAndRestore().outcome == .restored)
    let restored = try #require(harness.root.selectedRestorableTab as? TabController)
    #expect(restored.restorableTabs.identifiers == ["x", "y"])
    #expect(restored.selection == "y")
  }

  @Test("That nothing is selected is restored as well.")
  func noSelection() throws {
    let harness = TabApp(["a", "b"]).start()
    harness.root.selectedRestorableTab = nil
    try harness.restartAndRestore()
    #expect(harness.root.selectedRestorableTab == nil)
  }

  @Test("A selected tab that takes no part in restoration leaves the selection to the launch.")
  func selectionWithoutPart() throws {
    for isTransient in [false, true] {
      let harness = TabApp(["a", "b"]).start()
      let tab = Screen(restorationIdentifier: isTransient ? "passing" : nil)
      tab.isRestorationTransient = isTransient
      harness.root.insert(tab, at: 1)
      harness.root.select(tab)
      #expect(harness.session.save().diagnostics.isEmpty)
      try harness.restartAndRestore()
      #expect(harness.root.restorableTabs.identifiers == ["a", "b"])
      #expect(harness.root.selection == "a")
    }
  }
}

// MARK: - What did not come back

extension TabRestorationTests {
  @Test("A tab that cannot be restored keeps what the launch built, and its selection.")
  func holeKeepsLaunchTab() throws {
    var hooks = CoderHooks()
    hooks.willRestore = { request, _ in
      if request.identifier == "b" { throw CancellationError() }
    }
    let harness = TabApp(["a", "b", "c"]).start(hooks: hooks)
    harness.root.screen("b")?.text = "lost"
    harness.root.select(identifier: "b")
    #expect(try harness.restartAndRestore().outcome == .partial)
    #expect(harness.root.restorableTabs.identifiers == ["a", "b", "c"])
    #expect(harness.root.screen("b")?.text == "")
    #expect(harness.root.selection == "b")
  }

  @Test("Tabs that share an identifier are diagnosed and made by class, and none is there twice.")
  func sharedIdentifiers() throws {
    let harness = TabApp(["a", "a", "b"]).start()
    let report = harness.session.save()
    #expect(report.diagnostics.map(\.reason) == [.duplicateIdentifier])
    let texts = ["first", "second", ""]
    for (tab, text) in zip(harness.root.restorableTabs, texts) { (tab as? Screen)?.text = text }
    try harness.restartAndRestore()
    #expect(harness.root.restorableTabs.identifiers == ["a", "a", "b"])
    #expect(harness.root.restorableTabs.map { ($0 as? Screen)?.text } == texts)
  }

  @Test("Tabs that share an identifier and cannot be made keep what the launch built.")
  func sharedIdentifiersWithoutClass() throws {
    let app = TabApp(["a", "b", "a"])
    var built: [any Restorable] = []
    app.didBuild = { built = $0.restorableTabs }
    let harness = app.start(makesScreens: false)
    try harness.restartAndRestore()
    #expect(harness.root.restorableTabs.elementsEqual(built) { $0 === $1 })
  }

  @Test(
    "A selection that cannot be read leaves the tabs in their order and the launch's selection."
  )
  func damagedSelection() throws {
    let harness = TabApp(["a", "b"]).start()
    harness.root.move(from: 0, to: 1)
    var archive = try harness.archive()
    let root = try #require(archive.root)
    // {"selectedTab": 1}, which is no reference.
    archive.records[root]?.containerState = [0xA1, 0x6B] + Array("selectedTab".utf8) + [0x01]
    let report = try harness.restore(from: archive.encoded())
    #expect(report.diagnostics.map(\.reason) == [.failed])
    #expect(harness.root.restorableTabs.identifiers == ["b", "a"])
    #expect(harness.root.selection == "a")
  }

  @Test("Where no tabs were saved, those of the launch have the one selected that it selects.")
  func savedEmpty() throws {
    for selects in [false, true] {
      let app = TabApp([])
      let harness = app.start()
      let saved = try harness.savedState()
      app.launch = ["a", "b"]
      if selects { app.didBuild = { $0.select(identifier: "b") } }
      try harness.restore(from: saved)
      #expect(harness.root.restorableTabs.identifiers == ["a", "b"])
      #expect(harness.root.selection == (selects ? "b" : "a"))
    }
  }
}
