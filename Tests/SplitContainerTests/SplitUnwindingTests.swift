import RestorationCore
import RestorationTestSupport
import SplitContainer
import Testing

@MainActor @Suite("Unwinding through a split")
struct SplitUnwindingTests {
  /// What a split can look like before an unwind.
  struct Arrangement {
    var top = SplitColumn.secondary
    var mode = SplitDisplayMode.automatic
    var isPlaceholder = false
    var hasSupplementary = false

    static var all: [Arrangement] {
      SplitColumn.allCases.flatMap { top in
        SplitDisplayMode.allCases.flatMap { mode in
          [false, true].flatMap { isPlaceholder in
            [false, true].map {
              Arrangement(
                top: top,
                mode: mode,
                isPlaceholder: isPlaceholder,
                hasSupplementary: $0
              )
            }
          }
        }
      }
    }
  }

  private func start(
    _ arrangement: Arrangement = Arrangement(),
    isCollapsed: Bool = false
  ) -> RestorationHarness<SplitController> {
    let app = SplitApp()
    app.secondary = "secondary"
    app.supplementary = arrangement.hasSupplementary ? "supplementary" : nil
    app.isPlaceholder = arrangement.isPlaceholder
    app.isCollapsed = isCollapsed
    let harness = app.start()
    harness.root.topSplitColumn = arrangement.top
    harness.root.preferredSplitDisplayMode = arrangement.mode
    return harness
  }

  @Test("The column on top when collapsed is searched first, then from the secondary one, always.")
  func order() {
    for arrangement in Arrangement.all {
      let orders = [false, true].map { isCollapsed in
        let root = start(arrangement, isCollapsed: isCollapsed).root
        #expect(root.unwindSearchOrder.first === root.restorableColumn(root.shownTopSplitColumn))
        return root.unwindSearchOrder.map { $0.restorationIdentifier }
      }
      #expect(orders[0] == orders[1])
      let rest = ["secondary", "supplementary", "primary"]
        .filter { orders[0].contains($0) && $0 != orders[0].first }
      #expect(Array(orders[0].dropFirst()) == rest)
    }
  }

  @Test("Unwinding, then collapsing gives what collapsing, then unwinding gives, with one plan.")
  func commutesWithCollapsing() throws {
    for arrangement in Arrangement.all {
      for column in SplitColumn.allCases {
        let wide = start(arrangement)
        let narrow = start(arrangement)
        guard wide.root.restorableColumn(column) != nil else { continue }
        narrow.root.setCollapsed(true)
        let plans = [wide, narrow].map { plan(to: column, in: $0) }
        #expect(plans[0] != nil && plans[0] == plans[1])
        #expect(wide.root.shownSplitColumns.contains(column))
        wide.root.setCollapsed(true)
        #expect(wide.root.shownSplitColumns == [column])
        #expect(narrow.root.shownSplitColumns == [column])
        #expect(try wide.archive().records == narrow.archive().records)
      }
    }
  }

  /// Unwinds from a sheet over the split to a column, and returns the plan.
  private func plan(
    to column: SplitColumn,
    in harness: RestorationHarness<SplitController>
  ) -> UnwindPlan? {
    harness.root.restorableColumn(column)?.onUnwind("home") { _, _ in }
    let sheet = Screen(restorationIdentifier: "sheet")
    harness.root.present(sheet)
    guard case .performed(let plan) = sheet.unwind("home") else { return nil }
    return plan
  }

  @Test("A plan made wide is the plan after a restore that is narrow, and the reverse.")
  func survivesLayout() throws {
    for arrangement in Arrangement.all {
      for isCollapsed in [false, true] {
        let harness = start(arrangement, isCollapsed: isCollapsed)
        let saved = try harness.savedState()
        harness.root.columns[0]?.onUnwind("home") { _, _ in }
        let plan = harness.root.columns[2]?.unwindPlan(for: "home")
        let other = start(arrangement, isCollapsed: !isCollapsed)
        try other.restore(from: saved)
        other.root.columns[0]?.onUnwind("home") { _, _ in }
        #expect(plan != nil && other.root.columns[2]?.unwindPlan(for: "home") == plan)
      }
    }
  }

  @Test("Wide, a primary column that is seen stays as it is, and nothing else moves.")
  func nothingMoves() throws {
    let coordinator = ManualTransitionCoordinator()
    let harness = start()
    harness.session.transitionQueue(of: "main")?.coordinator = coordinator
    harness.root.columns[0]?.onUnwind("home") { _, _ in }
    let sheet = Screen(restorationIdentifier: "sheet")
    harness.root.columns[2]?.present(sheet)
    coordinator.finish()
    let begun = coordinator.begun
    var results: [UnwindResult] = []
    sheet.unwind("home") { results.append($0) }
    coordinator.finishAll()
    #expect(coordinator.begun == begun + 1 && results.count == 1)
    harness.root.setCollapsed(true)
    #expect(harness.root.shownSplitColumns == [.primary])
  }

  @Test("P91, P92: back leaves the column on top of a collapsed split, and nothing when expanded.")
  func back() {
    let harness = start(Arrangement(hasSupplementary: true))
    #expect(!harness.root.goBack())
    harness.root.setCollapsed(true)
    #expect(harness.root.goBack() && harness.root.shownSplitColumns == [.supplementary])
    #expect(harness.root.goBack() && harness.root.shownSplitColumns == [.primary])
    #expect(!harness.root.goBack())
  }

  @Test("Collapsing and expanding in the middle of a transition loses nothing, however it ends.")
  func layoutInTheMiddle() throws {
    let steps: [(SplitController) -> NavigationOutcome] = [
      { $0.show(.primary) }, { $0.hide(.primary) }, { $0.setPrimary(nil) },
      { $0.setSecondary(Screen(restorationIdentifier: "new"), isPlaceholder: false) },
      { $0.present(Screen(restorationIdentifier: "sheet"), style: .fullScreen) },
    ]
    for startsCollapsed in [false, true] {
      for (index, step) in steps.enumerated() {
        for finishes in [false, true] {
          let coordinator = ManualTransitionCoordinator()
          let harness = start(isCollapsed: startsCollapsed)
          harness.session.transitionQueue(of: "main")?.coordinator = coordinator
          harness.root.appear()
          let before = try harness.archive()
          guard step(harness.root) == .performed else { continue }
          let during = try harness.archive()
          let isUnseen = coordinator.running == nil
          harness.root.setCollapsed(!startsCollapsed)
          #expect(try harness.archive().records == during.records)
          _ = finishes ? coordinator.finish() : coordinator.cancel()
          let expected = finishes || isUnseen ? during : before
          #expect(try harness.archive().records == expected.records, "step \(index)")
          harness.root.setCollapsed(startsCollapsed)
          expectSettledAppearance(of: harness.root)
        }
      }
    }
  }

  private func expectSettledAppearance(of root: SplitController) {
    let visible = root.presentedRestorable == nil ? root.visibleRestorableChildren : []
    for case let screen? in root.columns {
      let isVisible = visible.contains { $0 === screen }
      #expect(screen.appearance == (isVisible ? .appeared : .disappeared))
      let callbacks = screen.callbacks
      #expect(
        callbacks.count { $0.hasSuffix("Appear") && $0.hasPrefix("will") }
          - callbacks.count { $0 == "willDisappear" } == (isVisible ? 1 : 0)
      )
    }
  }
}
