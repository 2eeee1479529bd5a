import RestorationCore
import RestorationTestSupport
import SplitContainer
import Testing

@MainActor @Suite("Restoring a split")
struct SplitRestorationTests {
  @Test("P90: the columns, their state and the layout return, also after a second restart.")
  func everythingReturns() throws {
    for mode in SplitDisplayMode.allCases {
      for top in SplitColumn.allCases {
        let app = SplitApp()
        app.supplementary = "supplementary"
        let harness = app.start()
        harness.root.setSecondary(Screen(restorationIdentifier: "chosen"), isPlaceholder: false)
        harness.root.preferredSplitDisplayMode = mode
        harness.root.topSplitColumn = top
        for column in harness.root.columns { column?.text = "read" }
        for _ in 0..<2 {
          #expect(try harness.restartAndRestore().outcome == .restored)
          let root = harness.root
          #expect(root.identifiers == ["primary", "supplementary", "chosen"])
          #expect(root.columns.map { $0?.text } == ["read", "read", "read"])
          #expect(root.preferredSplitDisplayMode == mode && root.topSplitColumn == top)
          #expect(!root.isSplitSecondaryPlaceholder)
          #expect(harness.session.save().outcome == .nothingChanged)
        }
      }
    }
  }

  @Test(
    "B23, B25, B29: a hidden primary stays hidden, an overlay open, and buttons can be derived."
  )
  func displayModes() throws {
    let harness = SplitApp().start()
    for mode in [SplitDisplayMode.secondaryOnly, .oneOverSecondary, .oneBesideSecondary] {
      harness.root.preferredSplitDisplayMode = mode
      try harness.restartAndRestore()
      #expect(harness.root.shownSplitDisplayMode == mode)
    }
    harness.root.preferredSplitDisplayMode = .secondaryOnly
    try harness.restartAndRestore()
    #expect(harness.root.show(.primary) == .performed)
    #expect(harness.root.shownSplitDisplayMode == .oneBesideSecondary)
  }

  @Test("B24: a saved mode is held against the columns that came back.")
  func modeWithoutColumn() throws {
    let app = SplitApp()
    app.supplementary = "gone"
    let harness = app.start()
    harness.root.preferredSplitDisplayMode = .twoOverSecondary
    let saved = try harness.savedState()
    app.supplementary = nil
    try harness.restore(from: saved)
    #expect(harness.root.preferredSplitDisplayMode == .twoOverSecondary)
    #expect(harness.root.shownSplitDisplayMode == .oneOverSecondary)
  }

  @Test("An archive saved expanded restores collapsed, and the reverse, with one set of records.")
  func otherLayout() throws {
    for wasCollapsed in [false, true] {
      for isPlaceholder in [false, true] {
        let app = SplitApp()
        app.supplementary = "supplementary"
        app.isCollapsed = wasCollapsed
        let harness = app.start()
        if !isPlaceholder {
          harness.root.setSecondary(Screen(restorationIdentifier: "chosen"), isPlaceholder: false)
        }
        let before = try harness.archive()
        app.isCollapsed = !wasCollapsed
        #expect(try harness.restore(from: before.encoded()).outcome == .restored)
        #expect(harness.root.isSplitCollapsed != wasCollapsed)
        let top = isPlaceholder ? SplitColumn.supplementary : .secondary
        let shown = wasCollapsed ? SplitColumn.allCases : [top]
        #expect(harness.root.shownSplitColumns == shown)
        #expect(try harness.archive().records == before.records)
      }
    }
  }

  @Test("Only what the layout shows is read at once; collapsing and expanding reads the rest.")
  func sleepingColumns() throws {
    let app = SplitApp()
    app.supplementary = "supplementary"
    app.isCollapsed = true
    let harness = app.start()
    for column in harness.root.columns { column?.text = "read" }
    #expect(try harness.restartAndRestore().sleepingNodes == 2)
    let trackers = harness.root.columns.map { $0?.restorationTracker }
    #expect(trackers.map { $0?.isAsleep } == [true, false, true])
    harness.root.setCollapsed(false)
    #expect(trackers.map { $0?.isAsleep } == [false, false, false])
    #expect(harness.root.columns.map { $0?.text } == ["read", "read", "read"])
  }

  @Test("B32: each column that can be seen appears exactly once for a restore, the others never.")
  func appearanceOfRestored() throws {
    for isCollapsed in [false, true] {
      let app = SplitApp()
      app.isCollapsed = isCollapsed
      let harness = app.start()
      harness.root.setSecondary(Screen(restorationIdentifier: "chosen"), isPlaceholder: false)
      harness.root.preferredSplitDisplayMode = .oneOverSecondary
      try harness.restartAndRestore()
      #expect(harness.root.columns.map { $0?.callbacks } == [[], nil, []])
      harness.root.appear()
      let primary = isCollapsed ? [] : Screen.shown
      #expect(harness.root.columns.map { $0?.callbacks } == [primary, nil, Screen.shown])
    }
  }

  @Test("A chosen secondary that does not come back leaves the launch's placeholder, as such.")
  func secondaryHole() throws {
    let app = SplitApp()
    let harness = app.start()
    harness.root.setSecondary(Screen(restorationIdentifier: "gone"), isPlaceholder: false)
    let saved = try harness.savedState()
    app.isCollapsed = true
    #expect(try harness.restore(from: saved).outcome == .partial)
    #expect(harness.root.identifiers == ["primary", nil, "placeholder"])
    #expect(harness.root.isSplitSecondaryPlaceholder)
    #expect(harness.root.shownSplitColumns == [.primary])
  }

  @Test("A column that was empty is emptied; one that cannot be made keeps what the launch built.")
  func emptiedAndHoles() throws {
    for kind in 0..<27 {
      let kinds = [kind % 3, kind / 3 % 3, kind / 9]
      let app = SplitApp()
      let saved = kinds.enumerated().map { index, kind in
        [nil, "gone", "saved\(index)"][kind]
      }
      (app.primary, app.supplementary, app.secondary) = (saved[0], saved[1], saved[2])
      let harness = app.start()
      let bytes = try harness.savedState()
      (app.primary, app.supplementary, app.secondary) = ("launch0", "launch1", "launch2")
      try harness.restore(from: bytes)
      let expected = saved.enumerated().map { index, saved in
        saved == "gone" ? "launch\(index)" : saved
      }
      #expect(harness.root.identifiers == expected)
    }
  }

  @Test("A display mode of a later version takes nothing else with it.")
  func unknownMode() throws {
    let harness = SplitApp().start()
    harness.root.topSplitColumn = .primary
    var archive = try harness.archive()
    let root = try #require(archive.root)
    let state = try #require(archive.records[root]?.containerState)
    let known = Array("automatic".utf8)
    let start = try #require(state.indices.first { state[$0...].starts(with: known) })
    archive.records[root]?.containerState.replaceSubrange(
      start..<(start + known.count),
      with: Array("superwide".utf8)
    )
    let report = try harness.restore(from: archive.encoded())
    #expect(report.diagnostics.map(\.reason) == [.failed])
    #expect(harness.root.preferredSplitDisplayMode == .automatic)
    #expect(harness.root.topSplitColumn == .primary)
  }

  @Test("B20: a split that the launch did not build is made by its registered class.")
  func nestedSplit() throws {
    let harness = SplitApp().start()
    let inner = SplitController(
      restorationIdentifier: "inner",
      primary: Screen(restorationIdentifier: "x"),
      secondary: Screen(restorationIdentifier: "y")
    )
    harness.root.setSecondary(inner, isPlaceholder: false)
    #expect(try harness.restartAndRestore().outcome == .restored)
    let restored = try #require(harness.root.restorableSecondary as? SplitController)
    #expect(restored.identifiers == ["x", nil, "y"])
  }
}
