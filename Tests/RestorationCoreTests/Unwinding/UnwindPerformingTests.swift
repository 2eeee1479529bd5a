import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Carrying out an unwind")
struct UnwindPerformingTests {
  private func isPerformed(_ result: UnwindResult?) -> Bool {
    if case .performed = result { return true }
    return false
  }

  @Test(
    "A presents B presents C presents D; D unwinds to A: veto, prepare, action, one dismissal.",
    arguments: [false, true]
  )
  func chainOfPresentations(afterRestore: Bool) throws {
    let app = UnwindApp()
    app.answering = ["a"]
    let harness = app.start(app.pile("root", [app.page("a")]))
    harness.page("a")?.present(app.page("b"), style: .fullScreen)
    harness.page("b")?.present(app.page("c"), style: .popover)
    harness.page("c")?.present(app.page("d"), style: .formSheet)
    if afterRestore { try harness.restartAndRestore() }
    _ = app.log.take()
    let result = harness.page("d")?.unwind(.home, isFromGesture: true)
    #expect(isPerformed(result))
    #expect(
      app.log.take() == [
        "ask c", "ask b", "ask a", "veto? d", "prepare d", "action a", "a dismisses b",
      ]
    )
    #expect(harness.page("b") == nil)
  }

  @Test("Containers reveal from the outside in, after the dismissal.", arguments: [false, true])
  func revealsFromOutside(afterRestore: Bool) throws {
    let app = UnwindApp()
    app.answering = ["target"]
    let inner = app.pile("inner", [app.page("target"), app.page("cover")])
    let harness = app.start(
      app.pile("root", [app.pile("outer", [inner, app.page("o")]), app.page("p")])
    )
    harness.page("p")?.present(app.page("sheet"))
    if afterRestore { try harness.restartAndRestore() }
    _ = app.log.take()
    let source = try #require(harness.page("sheet"))
    #expect(
      source.unwindPlan(for: .home)?.description
        == "dismiss sheet, show outer, show inner, show target"
    )
    _ = app.log.take()
    #expect(isPerformed(source.unwind(.home)))
    #expect(
      app.log.take().filter { !$0.hasPrefix("ask") } == [
        "prepare sheet", "action target", "p dismisses sheet", "root shows outer",
        "outer shows inner", "inner shows target",
      ]
    )
  }

  @Test("Rule 7: nothing is presented by the target, nor by a container on the way down to it.")
  func takesDownWhatCoversTheTarget() throws {
    let app = UnwindApp()
    app.answering = ["target"]
    let left = app.pile("left", [app.page("target"), app.page("other")])
    let harness = app.start(app.pile("root", [left, app.page("right")]))
    harness.page("target")?.present(app.page("t"))
    harness.page("left")?.present(app.page("l"))
    harness.page("other")?.present(app.page("o"))
    harness.page("right")?.present(app.page("r"))
    harness.root.present(app.page("top"))
    let source = try #require(harness.page("r"))
    #expect(
      source.unwindPlan(for: .home)?.description
        == "dismiss top, dismiss l, dismiss t, dismiss r, show left, show target"
    )
    #expect(isPerformed(source.unwind(.home)))
    for name in ["target", "left", "root", "right"] {
      #expect(harness.page(name)?.presentedRestorable == nil)
    }
    #expect(harness.page("other")?.presentedRestorable != nil)
  }

  @Test("Only a gesture can be vetoed, and then nothing happens.")
  func veto() throws {
    let app = UnwindApp()
    app.answering = ["a"]
    let harness = app.start(app.pile("root", [app.page("a")]))
    let sheet = app.page("sheet")
    sheet.allowsGestures = false
    harness.page("a")?.present(sheet)
    let plan = try #require(sheet.unwindPlan(for: .home))
    _ = app.log.take()
    #expect(sheet.unwind(.home, isFromGesture: true) == .vetoed(by: plan.source))
    #expect(app.log.take() == ["ask a", "veto? sheet"])
    #expect(harness.page("sheet") === sheet)
    #expect(sheet.unwind(.home) == .performed(plan))
    #expect(app.log.take() == ["ask a", "prepare sheet", "action a", "a dismisses sheet"])
  }

  @Test("What prepare and the action ask for waits for the end of the unwind.")
  func navigationWaits() throws {
    let app = UnwindApp()
    app.answering = ["a"]
    let harness = app.start(app.pile("root", [app.page("a")]))
    let root = harness.root
    let sheet = app.page("sheet")
    let target = try #require(harness.page("a"))
    target.present(sheet)
    var answers: [NavigationOutcome] = []
    target.onPerform = { _ in
      #expect(target.presentedRestorable === sheet)
      answers.append(target.present(app.page("next")))
      target.afterTransitions { app.log.note("followed") }
      answers.append(root.add(app.page("b")))
    }
    let result = sheet.unwind(.home) { result in app.log.note("answered \(result)") }
    #expect(answers == [.deferred, .deferred])
    #expect(isPerformed(result))
    #expect(target.presentedRestorable?.restorationIdentifier == "next")
    #expect(root.front?.restorationIdentifier == "b")
    #expect(app.log.take().last(where: { $0.hasPrefix("answered") }) != nil)
  }

  @Test("With animations the result comes when everything stands still, and each step waits.")
  func animated() throws {
    let coordinator = ManualTransitionCoordinator()
    let app = UnwindApp(coordinator: coordinator)
    app.answering = ["a"]
    let harness = app.start(app.pile("root", [app.page("a"), app.page("b")]))
    harness.page("b")?.present(app.page("sheet"))
    coordinator.finishAll()
    let sheet = try #require(harness.page("sheet"))
    var results: [UnwindResult] = []
    let plan = try #require(sheet.unwindPlan(for: .home))
    #expect(sheet.unwind(.home) { results.append($0) } == nil)
    #expect(coordinator.running?.kind == .dismiss && results.isEmpty)
    #expect(harness.root.front?.restorationIdentifier == "b")
    coordinator.finish()
    #expect(coordinator.running?.kind == .show && results.isEmpty)
    coordinator.finish()
    #expect(results == [.performed(plan)])
    #expect(harness.root.front?.restorationIdentifier == "a")
  }

  @Test("A cancelled step interrupts: the steps before it stand, the action has run.")
  func cancelledStep() throws {
    for cancelled in 0..<2 {
      let coordinator = ManualTransitionCoordinator()
      let app = UnwindApp(coordinator: coordinator)
      app.answering = ["a"]
      let harness = app.start(app.pile("root", [app.page("a"), app.page("b")]))
      harness.page("b")?.present(app.page("sheet"))
      coordinator.finishAll()
      let sheet = try #require(harness.page("sheet"))
      let plan = try #require(sheet.unwindPlan(for: .home))
      var results: [UnwindResult] = []
      sheet.unwind(.home) { results.append($0) }
      for _ in 0..<cancelled { coordinator.finish() }
      coordinator.cancel()
      #expect(results == [.interrupted(plan, after: cancelled, because: "It was cancelled.")])
      #expect((harness.page("sheet") != nil) == (cancelled == 0))
      #expect(harness.root.front?.restorationIdentifier == "b")
      #expect(app.log.events.contains("action a"))
      #expect(coordinator.running == nil)
    }
  }

  @Test("A tree that changed meanwhile interrupts, before the step is taken.")
  func changedTree() throws {
    let coordinator = ManualTransitionCoordinator()
    let app = UnwindApp(coordinator: coordinator)
    app.answering = ["a"]
    let harness = app.start(app.pile("root", [app.page("a"), app.page("b")]))
    harness.page("b")?.present(app.page("sheet"))
    coordinator.finishAll()
    var results: [UnwindResult] = []
    harness.page("sheet")?.unwind(.home) { results.append($0) }
    let root = harness.root
    root.keepOnly(1)
    coordinator.finish()
    guard case .interrupted(_, 1, let reason) = results.first else {
      Issue.record("\(results)")
      return
    }
    #expect(reason == "a is no longer in root." || reason == "root or a is gone.")
  }

  @Test("A container that does not know how to show a child refuses, and says so.")
  func refusedStep() throws {
    let app = UnwindApp()
    app.answering = ["a"]
    let cabinet = Cabinet("root", open: app.page("b"), closed: app.page("a"))
    let session = RestorationSession(store: InMemoryStateStore())
    session.configuration.savesAutomatically = false
    session.restore(cabinet, in: "main")
    guard case .interrupted(_, 0, let reason) = cabinet.open.unwind(.home) else {
      Issue.record("It is not interrupted")
      return
    }
    #expect(reason == "Cabinet does not know how to show a.")
    #expect(app.log.events.contains("action a"))
  }

  @Test("An unwind that is asked for within another waits for it.")
  func nestedUnwind() throws {
    let app = UnwindApp()
    app.answering = ["a", "b"]
    let harness = app.start(app.pile("root", [app.page("a"), app.page("b")]))
    let sheet = app.page("sheet")
    let b = try #require(harness.page("b"))
    b.present(sheet)
    var inner: UnwindResult?
    b.onPerform = { _ in
      #expect(b.unwind(.home) { inner = $0 } == nil)
    }
    #expect(isPerformed(sheet.unwind(.home)))
    #expect(isPerformed(inner))
    #expect(harness.root.front?.restorationIdentifier == "a" && harness.page("sheet") == nil)
  }

  @Test("The async form answers with the result.")
  func asyncForm() async throws {
    let app = UnwindApp()
    app.answering = ["a"]
    let harness = app.start(app.pile("root", [app.page("a")]))
    let sheet = app.page("sheet")
    harness.page("a")?.present(sheet)
    #expect(isPerformed(await sheet.unwound(.home)))
    #expect(await sheet.unwound(.home) == .notFound(asked: []))
  }

  @Test("Handlers can be given from outside, or as a property; the plan names who asked.")
  func handlers() throws {
    let app = UnwindApp()
    let harness = app.start(app.pile("root", [app.page("a")]))
    let target = try #require(harness.page("a"))
    let sheet = app.page("sheet")
    target.present(sheet)
    var sources: [String] = []
    target.onUnwind(.home) { page, plan in sources.append("\(page.name) from \(plan.source.name)") }
    #expect(isPerformed(sheet.unwind(.home)))
    let second = Declaring(restorationIdentifier: "second")
    harness.root.present(second)
    let inner = app.page("inner")
    second.present(inner)
    #expect(isPerformed(inner.unwind("declared")))
    #expect(sources == ["a from sheet"] && second.performed == ["inner"])
  }

  @Test("A node that is asleep is asked, and woken for it.")
  func sleepingNode() throws {
    let app = UnwindApp()
    app.answering = ["a"]
    let harness = app.start(app.pile("root", [app.page("a"), app.page("b")]))
    try harness.restartAndRestore()
    #expect(harness.report.sleepingNodes == 1)
    #expect(harness.page("b")?.unwindPlan(for: .home)?.target.name == "a")
    #expect(harness.page("a")?.restorationTracker?.isAsleep == false)
    #expect(harness.session.save().outcome == .nothingChanged)
  }
}

/// Two pages of which one is shown, by a container that says nothing about unwinding.
@MainActor
final class Cabinet: RestorableController, RestorableContainer {
  let open: Page
  let closed: Page

  init(_ identifier: String, open: Page, closed: Page) {
    self.open = open
    self.closed = closed
    super.init(restorationIdentifier: identifier)
    updateChildren {}
  }

  func encodeChildren(to encoder: ChildEncoder) { encoder.encode([open, closed]) }
  func restoreChildren(from decoder: ChildDecoder) {}
  var visibleRestorableChildren: [any Restorable] { [open] }
}

/// A screen that declares what it answers.
final class Declaring: RestorableController {
  private(set) var performed: [String] = []

  override var unwindActions: [UnwindAction: UnwindHandler] {
    ["declared": { plan in self.performed.append(plan.source.name) }]
  }
}
