import DrawerContainer
import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Unwinding through a drawer")
struct DrawerUnwindingTests {
  private func start(
    _ coordinator: any TransitionCoordinator = ImmediateTransitionCoordinator()
  ) -> RestorationHarness<DrawerController> {
    var configuration = SessionConfiguration()
    configuration.transitionCoordinator = coordinator
    return DrawerApp().start(configuration: configuration)
  }

  @Test("Center, open side, other side are searched in this order.")
  func order() throws {
    for (side, expected) in [
      (nil, ["center", "leading", "trailing"]), (.leading, ["center", "leading", "trailing"]),
      (.trailing, ["center", "trailing", "leading"]),
    ] as [(DrawerSide?, [String])] {
      let harness = start()
      harness.root.openDrawerSide = side
      var asked: [String] = []
      for case let screen? in harness.root.places {
        screen.onAsk = { asked.append(screen.restorationIdentifier ?? "") }
      }
      let sheet = Screen(restorationIdentifier: "sheet")
      harness.root.present(sheet)
      #expect(sheet.unwindPlan(for: "home") == nil && asked == expected)
    }
  }

  @Test("A menu that unwinds to the center closes the drawer; the plan survives a restart.")
  func closes() throws {
    let harness = start()
    harness.root.open(.leading)
    harness.root.places[0]?.onUnwind("home") { _, _ in }
    let plan = try #require(harness.root.places[1]?.unwindPlan(for: "home"))
    #expect(plan.description == "close the drawer")
    try harness.restartAndRestore()
    harness.root.places[0]?.onUnwind("home") { _, _ in }
    #expect(harness.root.places[1]?.unwindPlan(for: "home") == plan)
    #expect(harness.root.places[1]?.unwind("home") == .performed(plan))
    #expect(harness.root.openDrawerSide == nil)
  }

  @Test("Unwinding to a drawer opens it.")
  func opens() throws {
    let harness = start()
    harness.root.places[2]?.onUnwind("tools") { _, _ in }
    let plan = try #require(harness.root.places[0]?.unwindPlan(for: "tools"))
    #expect(plan.description == "open the trailing drawer")
    #expect(harness.root.places[0]?.unwind("tools") == .performed(plan))
    #expect(harness.root.openDrawerSide == .trailing)
  }

  @Test("P83: back closes an open drawer, and is not handled by a closed one.")
  func back() {
    let harness = start()
    #expect(!harness.root.goBack())
    harness.root.open(.trailing)
    #expect(harness.root.goBack() && harness.root.openDrawerSide == nil)
    #expect(!harness.root.goBack())
  }

  @Test("Cancelled, opening, closing and replacing have changed nothing.")
  func cancels() {
    let steps: [(DrawerController) -> NavigationOutcome] = [
      { $0.open(.trailing) },
      { $0.close() },
      { $0.setCenter(Screen(restorationIdentifier: "new")) },
      { $0.setCenter(nil) },
      { $0.setDrawer(nil, on: .leading) },
    ]
    for step in steps {
      let coordinator = ManualTransitionCoordinator()
      let harness = start(coordinator)
      harness.root.openDrawerSide = .leading
      let before = harness.root.places
      #expect(step(harness.root) == .performed && coordinator.running != nil)
      coordinator.cancel()
      #expect(zip(harness.root.places, before).allSatisfy { $0 === $1 })
      #expect(harness.root.openDrawerSide == .leading)
    }
  }

  @Test("A toolkit's own drawer unwinds and goes back with the properties that it has.")
  func toolkit() throws {
    let harness = RestorationHarness { _ in
      let window = AppWindow()
      window.content = Screen(restorationIdentifier: "content")
      window.menu = Screen(restorationIdentifier: "menu")
      window.isMenuOpen = true
      return window
    }
    let content = try #require(harness.root.content)
    content.onUnwind("home") { _, _ in }
    let menu = try #require(harness.root.menu)
    let request = UnwindRequest("home", from: menu)
    let plan = try #require(harness.session.plan(for: request, in: "main"))
    #expect(harness.session.unwind(request, in: "main") == .performed(plan))
    #expect(!harness.root.isMenuOpen)
    harness.root.isMenuOpen = true
    #expect(harness.root.goBack() && !harness.root.isMenuOpen)
  }
}
