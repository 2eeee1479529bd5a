import RestorationCore
import RestorationTestSupport
import TabContainer
import Testing

@MainActor @Suite("Unwinding through tabs")
struct TabUnwindingTests {
  private func start() -> (TabController, RestorationSession, ManualTransitionCoordinator) {
    let tabs = TabController(
      restorationIdentifier: "root",
      tabs: ["a", "b", "c"].map { Screen(restorationIdentifier: $0) }
    )
    tabs.selectedRestorableTab = tabs.restorableTabs[1]
    let coordinator = ManualTransitionCoordinator()
    var configuration = SessionConfiguration()
    configuration.savesAutomatically = false
    configuration.transitionCoordinator = coordinator
    let session = RestorationSession(store: InMemoryStateStore(), configuration: configuration)
    session.restore(tabs, in: "main")
    return (tabs, session, coordinator)
  }

  @Test("The selected tab is searched first, then the others in order; the plan selects.")
  func searchesInOrder() throws {
    let (tabs, session, coordinator) = start()
    var asked: [String] = []
    for case let tab as Screen in tabs.restorableTabs {
      tab.onAsk = { asked.append(tab.restorationIdentifier ?? "") }
    }
    let sheet = Screen(restorationIdentifier: "sheet")
    tabs.present(sheet)
    coordinator.finish()
    #expect(sheet.unwindPlan(for: "home") == nil)
    #expect(asked == ["b", "a", "c"])
    tabs.restorableTabs[2].onUnwind("home") { _, _ in }
    let plan = try #require(sheet.unwindPlan(for: "home"))
    #expect(plan.description == "dismiss sheet, select c")
    sheet.unwind("home")
    coordinator.finishAll()
    #expect(tabs.selectedIndex == 2 && tabs.presentedRestorable == nil)
    withExtendedLifetime(session) {}
  }

  @Test("A cancelled selection, insertion or removal leaves tabs and selection as they were.")
  func cancels() {
    let steps: [(TabController) -> NavigationOutcome] = [
      { $0.select(identifier: "c") },
      { tabs in tabs.remove(tabs.restorableTabs[1]) },
      { tabs in
        tabs.performNavigation {
          tabs.restorableTabs = [Screen(restorationIdentifier: "new")]
          return .performed
        }
      },
    ]
    for step in steps {
      let (tabs, session, coordinator) = start()
      #expect(step(tabs) == .performed && coordinator.running != nil)
      coordinator.cancel()
      #expect(tabs.restorableTabs.identifiers == ["a", "b", "c"] && tabs.selectedIndex == 1)
      withExtendedLifetime(session) {}
    }
  }

  @Test("P88: back does nothing in tabs, or selects the first one if so set.")
  func back() {
    let (tabs, session, coordinator) = start()
    #expect(!tabs.goBack())
    tabs.backSelectsFirstTab = true
    #expect(tabs.goBack())
    coordinator.finish()
    #expect(tabs.selectedIndex == 0 && !tabs.goBack())
    withExtendedLifetime(session) {}
  }

  @Test("A toolkit's own tab bar unwinds and goes back with the two properties that it has.")
  func toolkit() throws {
    let harness = RestorationHarness { _ in
      let bar = AppTabBar()
      bar.restorableTabs = ["a", "b"].map { Screen(restorationIdentifier: $0) }
      bar.selectedRestorableTab = bar.restorableTabs[1]
      return bar
    }
    let bar = harness.root
    bar.restorableTabs[0].onUnwind("home") { _, _ in }
    let request = UnwindRequest("home", from: bar.restorableTabs[1])
    let plan = try #require(harness.session.plan(for: request, in: "main"))
    #expect(plan.description == "select a")
    #expect(harness.session.unwind(request, in: "main") == .performed(plan))
    #expect(bar.selectedRestorableTab === bar.restorableTabs[0])
    #expect(!bar.goBack())
  }
}
