import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("What follows transitions")
struct FollowUpTests {
  private func start() -> (ManualTransitionCoordinator, UnwindApp, RestorationHarness<Pile>) {
    let coordinator = ManualTransitionCoordinator()
    let app = UnwindApp(coordinator: coordinator)
    return (coordinator, app, app.start(app.pile("root", [app.page("a")])))
  }

  @Test("Without a transition it runs at once, also outside a scene.")
  func atOnce() {
    let (_, app, harness) = start()
    var runs = 0
    harness.root.afterTransitions { runs += 1 }
    app.page("loose").afterTransitions { runs += 1 }
    #expect(runs == 2)
  }

  @Test("It runs when everything has settled, what was asked for later included.")
  func whenSettled() {
    let (coordinator, app, harness) = start()
    var runs: [Int] = []
    harness.root.add(app.page("b"))
    harness.root.afterTransitions { runs.append(harness.root.pages.count) }
    harness.root.add(app.page("c"))
    coordinator.finish()
    #expect(runs == [])
    coordinator.finish()
    #expect(runs == [3])
  }

  @Test("A follow-up asked for from inside a follow-up is kept and runs after it.")
  func nested() {
    let (coordinator, app, harness) = start()
    var events: [String] = []
    let root = harness.root
    root.add(app.page("b"))
    root.afterTransitions {
      events.append("one")
      root.afterTransitions { events.append("three") }
      events.append("\(root.present(app.page("sheet")))")
      events.append("end of one")
    }
    root.afterTransitions { events.append("two, \(root.presentedRestorable == nil)") }
    coordinator.finish()
    #expect(events == ["one", "deferred", "end of one"])
    #expect(coordinator.running?.kind == .present)
    coordinator.finish()
    #expect(events.suffix(2) == ["two, false", "three"])
  }

  @Test("Its outcome is that of what it waited for.")
  func outcomes() async {
    let (coordinator, app, harness) = start()
    let root = harness.root
    #expect(await root.settled() == .nothingToDo)
    for (endings, expected) in [
      ([true], TransitionOutcome.finished), ([false], .cancelled), ([true, false], .cancelled),
      ([false, true], .cancelled),
    ] {
      for _ in endings { root.add(app.page("x")) }
      // A task of the main actor, so that it has begun to wait when this one goes on.
      let outcome = Task { await root.settled() }
      await Task.yield()
      for ending in endings { _ = ending ? coordinator.finish() : coordinator.cancel() }
      #expect(await outcome.value == expected)
    }
  }

  @Test("Dismissing what stands dismisses it first, also from a page within it.")
  func dismissesWhatStands() throws {
    for fromWithin in [false, true] {
      let (coordinator, app, harness) = start()
      let inner = app.page("inner")
      let sheet = app.pile("sheet", [inner])
      harness.root.present(sheet)
      coordinator.finish()
      var outcomes: [TransitionOutcome] = []
      harness.root.dismiss(fromWithin ? inner : sheet) { outcomes.append($0) }
      #expect(coordinator.running?.kind == .dismiss && outcomes == [])
      coordinator.finish()
      #expect(outcomes == [.finished] && harness.root.presentedRestorable == nil)
    }
  }

  @Test("What is being dismissed already is waited for, and dismissed once.")
  func waitsForDismissal() throws {
    for finishes in [true, false] {
      let (coordinator, app, harness) = start()
      let sheet = app.pile("sheet", [app.page("inner")])
      harness.root.present(sheet)
      coordinator.finish()
      harness.root.dismissPresented()
      let begun = coordinator.begun
      var outcomes: [TransitionOutcome] = []
      harness.root.dismiss(sheet.pages[0]) { outcomes.append($0) }
      harness.root.dismiss(sheet) { outcomes.append($0) }
      #expect(outcomes == [])
      _ = finishes ? coordinator.finish() : coordinator.cancel()
      let expected = finishes ? TransitionOutcome.finished : .cancelled
      #expect(outcomes == [expected, expected] && coordinator.begun == begun)
    }
  }

  @Test("What is gone is not waited for; what goes before its turn counts as dismissed.")
  func gone() async throws {
    let (coordinator, app, harness) = start()
    let sheet = app.page("sheet")
    var outcomes: [TransitionOutcome] = []
    harness.root.dismiss(sheet) { outcomes.append($0) }
    #expect(outcomes == [.nothingToDo])
    harness.root.present(sheet)
    coordinator.finish()
    harness.root.add(app.page("b"))
    harness.root.dismissPresented()
    harness.root.dismiss(sheet) { outcomes.append($0) }
    coordinator.finishAll()
    #expect(outcomes == [.nothingToDo, .finished])
    #expect(await harness.root.dismissed(sheet) == .nothingToDo)
    harness.root.present(sheet)
    coordinator.finish()
    harness.root.dismiss(sheet)
    #expect(harness.root.presentedRestorable == nil)
  }

  @Test(
    "U14: a sheet over part of the screen is dismissed by an unwind, and the follow-up comes once.",
    arguments: [PresentationStyle.pageSheet, .fullScreen, .popover, .custom]
  )
  func seedThree(style: PresentationStyle) throws {
    let (coordinator, app, harness) = start()
    let list = try #require(harness.page("a"))
    let sheet = app.page("sheet")
    list.present(sheet, style: style)
    coordinator.finish()
    var events: [String] = []
    list.onUnwind(.home) { list, plan in
      list.afterTransitions {
        events.append("\(list.presentedRestorable == nil)")
        list.present(app.page("next"))
      }
      list.dismiss(sheet) { events.append("gone") }
    }
    sheet.unwind(.home)
    #expect(events == [])
    coordinator.finishAll()
    #expect(events == ["true", "gone"])
    #expect(list.presentedRestorable?.restorationIdentifier == "next")
  }

  @Test("What a follow-up asks for while its scene closes is answered, and the scene goes.")
  func closingScene() {
    let (coordinator, app, harness) = start()
    let root = harness.root
    var events: [String] = []
    root.add(app.page("b"))
    root.afterTransitions { (outcome: TransitionOutcome) in
      events.append("outer \(outcome)")
      root.afterTransitions { (outcome: TransitionOutcome) in events.append("inner \(outcome)") }
      root.performNavigation {
        events.append("step")
        return .performed
      }
      root.unwind(.home) { events.append("\($0)") }
    }
    weak let scene = root.liveScene
    harness.session.close(scene: "main")
    #expect(coordinator.running?.isRunning != true)
    #expect(events == ["outer finished", "inner cancelled", "nobody answered; asked were: "])
    #expect(scene == nil)
  }

  @Test("A scene that closes cancels what still waits for a transition that never begins.")
  func closingSceneWithWaiting() {
    let (_, app, harness) = start()
    var outcomes: [TransitionOutcome] = []
    harness.root.add(app.page("b"))
    harness.root.add(app.page("c"))
    harness.root.afterTransitions { outcomes.append($0) }
    harness.session.close(scene: "main")
    #expect(outcomes == [.cancelled])
  }
}
