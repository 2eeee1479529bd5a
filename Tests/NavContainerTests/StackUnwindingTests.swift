import NavContainer
import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Unwinding through a stack")
struct StackUnwindingTests {
  @MainActor
  private struct App {
    let stack: NavigationController
    let session: RestorationSession
    let coordinator = ManualTransitionCoordinator()

    init(_ names: [String]) {
      stack = NavigationController(restorationIdentifier: "root")
      stack.restorableStack = names.map { Screen(restorationIdentifier: $0) }
      var configuration = SessionConfiguration()
      configuration.savesAutomatically = false
      configuration.transitionCoordinator = coordinator
      session = RestorationSession(store: InMemoryStateStore(), configuration: configuration)
      session.restore(stack, in: "main")
    }

    var screens: [Screen] { stack.restorableStack.compactMap { $0 as? Screen } }
  }

  @Test("nav[1, 2, 3], 3 presents 4 presents 5: 2 is offered, then 1; one dismissal; pop to 1.")
  func order() throws {
    let app = App(["1", "2", "3"])
    var events: [String] = []
    for screen in app.screens {
      screen.onAsk = { events.append("ask \(screen.restorationIdentifier ?? "")") }
    }
    let (four, five) = (
      Screen(restorationIdentifier: "4"), Screen(restorationIdentifier: "5")
    )
    app.screens[2].present(four)
    four.present(five)
    app.coordinator.finishAll()
    app.screens[0].onUnwind("home") { [stack = app.stack] screen, plan in
      events.append("action, \(stack.restorableStack.count) screens")
    }
    let plan = try #require(five.unwindPlan(for: "home"))
    #expect(plan.description == "dismiss 4, pop to 1")
    events = []
    let begun = app.coordinator.begun
    five.unwind("home")
    #expect(events == ["ask 3", "ask 2", "ask 1", "action, 3 screens"])
    #expect(app.coordinator.running?.leaving.first === four)
    app.coordinator.finish()
    #expect(app.coordinator.running?.kind == .pop)
    app.coordinator.finish()
    #expect(app.coordinator.begun == begun + 2 && app.stack.identifiers == ["1"])
  }

  @Test("What a stack pops takes its presentations along, with no dismissal of its own.")
  func poppedPresentations() throws {
    let app = App(["1", "2", "3"])
    app.screens[1].present(Screen(restorationIdentifier: "under"))
    app.coordinator.finishAll()
    app.screens[0].onUnwind("home") { _, _ in }
    let plan = try #require(app.screens[2].unwindPlan(for: "home"))
    #expect(plan.description == "pop to 1")
    app.screens[2].unwind("home")
    app.coordinator.finishAll()
    #expect(app.stack.identifiers == ["1"])
  }

  @Test("P207: of several entries of one name the nearest to the top is the target.")
  func nearestOccurrence() throws {
    let app = App(["a", "b", "a", "b", "c"])
    for screen in app.screens where screen.restorationIdentifier == "a" {
      screen.onUnwind("home") { _, _ in }
    }
    app.screens[4].unwind("home")
    app.coordinator.finishAll()
    #expect(app.stack.identifiers == ["a", "b", "a"])
  }

  @Test("The ready-made methods go through the coordinator; cancelled, they have changed nothing.")
  func cancels() {
    let steps: [(NavigationController) -> NavigationOutcome] = [
      { $0.push(Screen(restorationIdentifier: "new")) },
      { $0.pop() },
      { $0.popToRoot() },
      { $0.setStack([Screen(restorationIdentifier: "new")]) },
      { $0.pop(toIdentifier: "a") },
    ]
    for step in steps {
      let app = App(["a", "b", "c"])
      let before = app.screens
      #expect(step(app.stack) == .performed && app.coordinator.running != nil)
      #expect(app.stack.identifiers != ["a", "b", "c"])
      app.coordinator.cancel()
      #expect(
        zip(app.screens, before).allSatisfy { $0 === $1 } && app.screens.count == before.count
      )
    }
  }

  @Test("A screen that went elsewhere while a pop ran stays there if the pop is cancelled.")
  func cancelledAfterMoving() {
    let app = App(["a", "b"])
    let moved = app.screens[1]
    app.stack.pop()
    let other = NavigationController(restorationIdentifier: "other", root: moved)
    app.coordinator.cancel()
    #expect(app.stack.identifiers == ["a"] && other.restorableStack.first === moved)
  }

  @Test("P298: back and unwind leave a presented layer whole, and never pop inside it first.")
  func layers() throws {
    let app = App(["a"])
    let sheet = NavigationController(restorationIdentifier: "sheet")
    sheet.restorableStack = ["x", "y"].map { Screen(restorationIdentifier: $0) }
    app.stack.present(sheet)
    app.coordinator.finishAll()
    app.screens[0].onUnwind("home") { _, _ in }
    let top = try #require(sheet.topRestorable)
    #expect(top.unwindPlan(for: "home")?.description == "dismiss sheet")
    #expect(app.stack.goBack())
    app.coordinator.finishAll()
    #expect(sheet.identifiers == ["x"] && app.stack.presentedRestorable === sheet)
    #expect(app.stack.goBack())
    app.coordinator.finishAll()
    #expect(app.stack.presentedRestorable == nil && !app.stack.goBack())
  }

  @Test("A toolkit's own navigator unwinds and goes back with the one property that it has.")
  func toolkit() throws {
    let harness = RestorationHarness { _ in
      let navigator = AppNavigator()
      navigator.restorableStack = ["a", "b"].map { Screen(restorationIdentifier: $0) }
      return navigator
    }
    let navigator = harness.root
    navigator.restorableStack[0].onUnwind("home") { _, _ in }
    let request = UnwindRequest("home", from: navigator.restorableStack[1])
    let plan = try #require(harness.session.plan(for: request, in: "main"))
    #expect(harness.session.unwind(request, in: "main") == .performed(plan))
    #expect(navigator.restorableStack.count == 1 && !navigator.goBack())
  }
}
