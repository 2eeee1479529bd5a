import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Transitions of a scene")
struct TransitionQueueTests {
  private func start() -> (ManualTransitionCoordinator, UnwindApp, RestorationHarness<Pile>) {
    let coordinator = ManualTransitionCoordinator()
    let app = UnwindApp(coordinator: coordinator)
    return (coordinator, app, app.start(app.pile("root", [app.page("a")])))
  }

  @Test("One transition at a time, in the order in which they were asked for.")
  func firstInFirstOut() throws {
    let (coordinator, app, harness) = start()
    let root = harness.root
    #expect(root.add(app.page("b")) == .performed)
    #expect(root.add(app.page("c")) == .deferred)
    #expect(root.present(app.page("s")) == .deferred)
    var seen: [String] = []
    while let running = coordinator.running {
      seen.append("\(running.kind) \(running.entering.map(\.unwindName))")
      coordinator.finish()
    }
    #expect(seen == ["push [\"b\"]", "push [\"c\"]", "present [\"s\"]"])
    #expect(root.pages.count == 3 && root.presentedRestorable != nil)
  }

  @Test("P114: a transition says what it does, what enters and what leaves.")
  func kinds() throws {
    let (coordinator, app, harness) = start()
    let root = harness.root
    let a = try #require(harness.page("a"))
    let (b, c, sheet) = (app.page("b"), app.page("c"), app.page("sheet"))
    func expect(
      _ kind: Transition.Kind,
      _ entering: [Page],
      _ leaving: [Page],
      of node: Page,
      _ navigate: () -> NavigationOutcome
    ) throws {
      #expect(navigate() == .performed)
      let transition = try #require(coordinator.running)
      #expect(transition.kind == kind && transition.node === node)
      #expect(transition.entering.map(ObjectIdentifier.init) == entering.map(ObjectIdentifier.init))
      #expect(transition.leaving.map(ObjectIdentifier.init) == leaving.map(ObjectIdentifier.init))
      coordinator.finish()
      #expect(transition.outcome == .finished && !transition.isRunning)
    }
    try expect(.push, [b], [a], of: root) { root.add(b) }
    try expect(.show, [a], [b], of: root) { root.show(a) }
    try expect(.present, [sheet], [], of: a) { a.present(sheet) }
    try expect(.present, [c], [sheet], of: a) { a.present(c) }
    try expect(.dismiss, [], [c], of: a) { a.dismissPresented() }
    try expect(.show, [b], [a], of: root) { root.show(b) }
    try expect(.pop, [a], [b], of: root) { root.remove() }
    try expect(.replace, [b], [a], of: root) {
      root.performNavigation {
        root.replaceAll(with: [b])
        return .performed
      }
    }
  }

  @Test("What nobody sees is not animated, nor is what is refused.")
  func invisible() {
    let (coordinator, app, harness) = start()
    #expect(harness.root.remove() == .refused("The last page stays."))
    #expect(harness.root.performNavigation { .performed } == .performed)
    #expect(coordinator.begun == 0)
    #expect(harness.root.add(app.page("b")) == .performed)
    #expect(coordinator.begun == 1)
  }

  @Test("A cancelled transition leaves the tree as it was, whatever it did.")
  func cancelled() throws {
    let steps: [(Pile, UnwindApp) -> NavigationOutcome] = [
      { $0.add($1.page("c")) },
      { root, _ in root.remove() },
      { root, _ in root.show(root.pages[0]) },
      { $0.present($1.page("s")) },
      { root, _ in root.dismissPresented() },
      { root, app in
        root.performNavigation {
          root.replaceAll(with: [app.page("x"), app.page("y")])
          return .performed
        }
      },
    ]
    for step in steps {
      let (coordinator, app, harness) = start()
      let root = harness.root
      root.add(app.page("b"))
      coordinator.finish()
      root.present(app.page("sheet"))
      coordinator.finish()
      let before = harness.treeDescription
      let saved = try harness.archive()
      let front = root.front
      #expect(step(root, app) == .performed)
      // A save in the middle writes something else, and then the same as before again.
      #expect(harness.treeDescription != before || root.front !== front)
      #expect(try harness.archive().records != saved.records)
      coordinator.cancel()
      #expect(harness.treeDescription == before && root.front === front)
      #expect(try harness.archive().records == saved.records)
      #expect(root.presentedRestorable?.restorationIdentifier == "sheet")
    }
  }

  @Test("Transitions end once: later words of the coordinator count for nothing.")
  func endsOnce() throws {
    let (coordinator, app, harness) = start()
    harness.root.add(app.page("b"))
    let first = try #require(coordinator.running)
    harness.root.add(app.page("c"))
    first.finish()
    first.cancel()
    first.finish()
    #expect(first.outcome == .finished && coordinator.running !== first)
    #expect(harness.root.pages.count == 3)
    #expect(!first.isRunning && coordinator.finish() && !coordinator.finish())
  }

  @Test("Transitions 4: a save in the middle has what is pushed or presented, not what leaves.")
  func savesInTheMiddle() throws {
    let (coordinator, app, harness) = start()
    func restoredNames() throws -> Set<String> {
      let archive = try harness.archive()
      let other = UnwindApp().start(UnwindApp().pile("root"))
      try other.restore(from: archive.encoded())
      return Set(["a", "b", "sheet"].filter { other.page($0) != nil })
    }
    harness.root.add(app.page("b"))
    #expect(try restoredNames() == ["a", "b"])
    coordinator.finish()
    harness.root.present(app.page("sheet"))
    #expect(try restoredNames() == ["a", "b", "sheet"])
    coordinator.finish()
    harness.root.dismissPresented()
    #expect(try restoredNames() == ["a", "b"])
    coordinator.finish()
    harness.root.remove()
    #expect(try restoredNames() == ["a"])
    coordinator.cancel()
    #expect(try restoredNames() == ["a", "b"])
  }

  @Test("P155: restarted in the middle of a push, the page is there, and nothing is animated.")
  func restartsInTheMiddle() throws {
    let (coordinator, app, harness) = start()
    harness.root.add(app.page("b"))
    let begun = coordinator.begun
    try harness.restartAndRestore()
    #expect(coordinator.begun == begun)
    #expect(harness.root.front?.restorationIdentifier == "b")
    harness.root.appear()
    #expect(harness.page("b")?.callbacks == ["willAppear", "didAppear"])
    #expect(harness.session.transitionQueue(of: "main")?.isIdle == true)
  }

  @Test("A node that leaves and comes back has its number again, so references to it hold.")
  func numbersComeBack() throws {
    let (coordinator, app, harness) = start()
    harness.root.add(app.page("b"))
    coordinator.finish()
    let records = try harness.archive().records
    harness.root.remove()
    #expect(harness.session.save().removedRecords == 1)
    coordinator.cancel()
    #expect(try harness.archive().records == records)
  }

  @Test("The queue is closed during a restore; what was asked for happens after it, in order.")
  func closedDuringRestore() throws {
    let coordinator = ManualTransitionCoordinator()
    let app = UnwindApp(coordinator: coordinator)
    var events: [String] = []
    var registry = RestorationClassRegistry()
    registry.register(Finisher.self, named: "page") { request, _ in
      Finisher(request.identifier, app.log)
    }
    var configuration = SessionConfiguration()
    configuration.transitionCoordinator = coordinator
    let harness = RestorationHarness(registry: registry, configuration: configuration) { _ in
      Pile("root", [Finisher("a", app.log)], app.log)
    }
    Finisher.onFinish = { page in
      events.append("finish")
      guard let root = page.enclosingRestorable as? Pile else { return }
      events.append("\(root.add(app.page("b")))")
      page.afterTransitions { events.append("after, \(root.pages.count) pages") }
      page.dismiss(page) { outcome in events.append("\(outcome)") }
      #expect(root.unwind("nothing") { _ in events.append("unwound") } == nil)
    }
    defer { Finisher.onFinish = nil }
    try harness.restartAndRestore()
    #expect(events == ["finish", "deferred"])
    coordinator.finishAll()
    #expect(
      Set(events.dropFirst(2)) == ["after, 2 pages", "nothingToDo", "unwound"]
        && events.count == 5
    )
  }

  @Test("A restore in the middle of a transition ends it first, and restores what was saved.")
  func restoresInTheMiddle() throws {
    let (coordinator, app, harness) = start()
    _ = try harness.archive()
    harness.root.add(app.page("b"))
    let transition = try #require(coordinator.running)
    #expect(harness.session.restore(harness.root, in: "main").outcome == .restored)
    #expect(transition.outcome == .finished)
    #expect(harness.root.pages.map(\.unwindName) == ["a"])
    #expect(harness.session.transitionQueue(of: "main")?.isIdle == true)
  }

  @Test("A scene that is closed ends what runs, and runs the follow-ups that wait, once.")
  func closing() {
    let (coordinator, app, harness) = start()
    var outcomes: [TransitionOutcome] = []
    let root = harness.root
    root.add(app.page("b"))
    root.add(app.page("c"))
    root.dismiss(root) { outcomes.append($0) }
    harness.session.close(scene: "main")
    #expect(outcomes.count == 1 && coordinator.running?.isRunning != true)
    #expect(root.pages.count == 2)
  }
}

/// A page that says when it has its state back.
final class Finisher: Page {
  static var onFinish: (@MainActor (Finisher) -> Void)?

  override func didFinishRestoring() { Self.onFinish?(self) }
}
