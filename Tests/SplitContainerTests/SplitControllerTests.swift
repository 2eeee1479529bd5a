import RestorationCore
import RestorationTestSupport
import SplitContainer
import Testing

@MainActor @Suite("Split controller")
struct SplitControllerTests {
  private func makeSplit(three: Bool = false, isPlaceholder: Bool = false) -> SplitController {
    let app = SplitApp()
    app.supplementary = three ? "supplementary" : nil
    app.secondary = "secondary"
    app.isPlaceholder = isPlaceholder
    return app.start().root
  }

  private func isRefused(_ outcome: NavigationOutcome) -> Bool {
    if case .refused(let reason) = outcome { return !reason.isEmpty }
    return false
  }

  @Test("Showing a column makes it visible, and the one on top when collapsed, in either layout.")
  func shows() {
    for three in [false, true] {
      for isCollapsed in [false, true] {
        for mode in SplitDisplayMode.allCases {
          for column in SplitColumn.allCases where three || column != .supplementary {
            let split = makeSplit(three: three)
            split.preferredSplitDisplayMode = mode
            split.setCollapsed(isCollapsed)
            let wasShown = split.shownSplitColumns.contains(column)
            let outcome = split.show(column)
            #expect(wasShown && column == .secondary ? isRefused(outcome) : outcome == .performed)
            #expect(isRefused(split.show(column)))
            #expect(split.shownSplitColumns.contains(column))
            split.setCollapsed(true)
            #expect(split.shownSplitColumns == [column])
          }
        }
      }
    }
  }

  @Test("Showing a column keeps it over or beside the secondary one, as it was before.")
  func keepsOverlay() {
    let split = makeSplit(three: true)
    split.preferredSplitDisplayMode = .oneOverSecondary
    split.show(.primary)
    #expect(split.preferredSplitDisplayMode == .twoOverSecondary)
    split.hide(.primary)
    #expect(split.preferredSplitDisplayMode == .oneOverSecondary)
    split.hide(.supplementary)
    #expect(split.preferredSplitDisplayMode == .secondaryOnly)
  }

  @Test("Hiding a column of an expanded split leaves the secondary one and what is nearer to it.")
  func hides() {
    let split = makeSplit(three: true)
    split.show(.primary)
    #expect(split.hide(.primary) == .performed)
    #expect(split.shownSplitColumns == [.supplementary, .secondary])
    #expect(split.topSplitColumn == .secondary)
    #expect(isRefused(split.hide(.primary)))
    #expect(split.hide(.supplementary) == .performed)
    #expect(split.shownSplitColumns == [.secondary])
    #expect(isRefused(split.hide(.secondary)))
    #expect(split.preferredSplitDisplayMode == .secondaryOnly)
    split.restorableSecondary = nil
    #expect(isRefused(split.hide(.primary)))
  }

  @Test("Hiding the column on top of a collapsed split shows the one before it.")
  func leaves() {
    for (three, way) in [
      (false, [SplitColumn.primary]), (true, [.supplementary, .primary]),
    ] {
      let split = makeSplit(three: three)
      split.setCollapsed(true)
      #expect(isRefused(split.hide(.primary)))
      var top = SplitColumn.secondary
      for next in way {
        #expect(split.hide(top) == .performed)
        #expect(split.shownSplitColumns == [next])
        top = next
      }
      #expect(isRefused(split.hide(.primary)))
    }
  }

  @Test("A column without anything in it, and a placeholder when collapsed, cannot be shown.")
  func refusesToShow() {
    let split = makeSplit(isPlaceholder: true)
    #expect(isRefused(split.show(.supplementary)))
    split.setCollapsed(true)
    #expect(isRefused(split.show(.secondary)))
    #expect(split.shownSplitColumns == [.primary])
  }

  @Test("P93: replacing what is in a column changes that column only.")
  func replaces() {
    for isCollapsed in [false, true] {
      for (index, column) in SplitColumn.allCases.enumerated() {
        let split = makeSplit(three: true)
        split.setCollapsed(isCollapsed)
        var expected = split.identifiers
        expected[index] = "new"
        let new = Screen(restorationIdentifier: "new")
        let former = split.columns[index]
        let outcomes = (0..<2).map { _ in
          switch column {
          case .primary: split.setPrimary(new)
          case .supplementary: split.setSupplementary(new)
          case .secondary: split.setSecondary(new, isPlaceholder: false)
          }
        }
        #expect(outcomes[0] == .performed && isRefused(outcomes[1]))
        #expect(split.identifiers == expected)
        #expect(former?.enclosingRestorable == nil && new.enclosingRestorable === split)
      }
    }
  }

  @Test("Choosing something shows it when collapsed; a placeholder in its place hides it again.")
  func choosesSecondary() {
    let split = makeSplit(isPlaceholder: true)
    split.setCollapsed(true)
    split.appear()
    let chosen = Screen(restorationIdentifier: "chosen")
    split.setSecondary(chosen, isPlaceholder: false)
    #expect(split.shownSplitColumns == [.secondary])
    let placeholder = Screen(restorationIdentifier: "placeholder")
    #expect(split.setSecondary(placeholder, isPlaceholder: true) == .performed)
    #expect(split.shownSplitColumns == [.primary])
    let hidden = ["willDisappear", "didDisappear"]
    #expect(chosen.callbacks == Screen.shown + hidden)
    #expect(placeholder.callbacks == [])
    #expect(split.columns[0]?.callbacks == Screen.shown + hidden + Screen.shown)
  }

  @Test(
    "What a node asks of the split during a restore happens after it; a property is set at once."
  )
  func navigationDuringRestore() throws {
    let app = SplitApp()
    var answers: [NavigationOutcome] = []
    var modes: [SplitDisplayMode] = []
    app.didBuild = { root in
      root.columns[0]?.onFinish = { [unowned root] in
        answers = [root.setSecondary(Screen(restorationIdentifier: "x"), isPlaceholder: false)]
        root.preferredSplitDisplayMode = .secondaryOnly
        modes.append(root.preferredSplitDisplayMode)
      }
    }
    let harness = app.start()
    try harness.restartAndRestore()
    #expect(answers == [.deferred] && modes == [.secondaryOnly])
    #expect(harness.root.identifiers == ["primary", nil, "x"])
  }
}
