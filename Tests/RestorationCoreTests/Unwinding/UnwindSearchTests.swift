import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Searching the target of an unwind")
struct UnwindSearchTests {
  /// root{left{a, b}, right{c, d}}, with x presented by d, y by x and z by a.
  private func start() throws -> (UnwindApp, RestorationHarness<Pile>) {
    let app = UnwindApp()
    let root = app.pile(
      "root",
      [
        app.pile("left", [app.page("a"), app.page("b")]),
        app.pile("right", [app.page("c"), app.page("d")]),
      ]
    )
    let harness = app.start(root)
    harness.page("d")?.present(app.page("x"))
    harness.page("x")?.present(app.page("y"))
    harness.page("a")?.present(app.page("z"))
    return (app, harness)
  }

  @Test(
    "The search goes outwards; at each level the children without the branch are asked, then it.",
    arguments: [false, true]
  )
  func order(afterRestore: Bool) throws {
    let (app, harness) = try start()
    if afterRestore { try harness.restartAndRestore() }
    let source = try #require(harness.page("y"))
    _ = app.log.take()
    #expect(source.unwindPlan(for: .home) == nil)
    #expect(
      app.log.take() == ["x", "d", "c", "right", "b", "a", "left", "root"].map { "ask \($0)" }
    )
    guard case .notFound(let asked) = source.unwind(.home) else {
      Issue.record("Nobody answers, and it is not said")
      return
    }
    #expect(asked.map(\.name) == ["x", "d", "c", "right", "b", "a", "left", "root"])
  }

  @Test(
    "Whoever answers first is the target, and nobody is asked after it; nothing is asked twice."
  )
  func firstAnswer() throws {
    let (app, harness) = try start()
    let names = ["x", "d", "c", "right", "b", "a", "left", "root"]
    let source = try #require(harness.page("y"))
    for (index, name) in names.enumerated() {
      let target = try #require(harness.page(name))
      target.answered = [.home]
      _ = app.log.take()
      #expect(source.unwindPlan(for: .home)?.target.name == name)
      #expect(app.log.take() == names[...index].map { "ask \($0)" })
      target.answered = []
    }
  }

  @Test("The source is never the target, though it would answer, nor is what it contains.")
  func sourceIsNoTarget() throws {
    let (app, harness) = try start()
    let source = try #require(harness.page("right"))
    source.answered = [.home]
    harness.page("c")?.answered = [.home]
    _ = app.log.take()
    #expect(source.unwindPlan(for: .home) == nil)
    #expect(app.log.take() == ["b", "a", "left", "root"].map { "ask \($0)" })
  }

  @Test("Presentations are left upwards and never searched downwards.")
  func presentationsAreNotEntered() throws {
    let (_, harness) = try start()
    for name in ["x", "y", "z"] { harness.page(name)?.answered = [.home] }
    #expect(harness.page("c")?.unwindPlan(for: .home) == nil)
    #expect(harness.page("y")?.unwindPlan(for: .home)?.target.name == "x")
  }

  @Test("A node that was taken out of the tree finds nobody.")
  func detachedSource() throws {
    let (app, harness) = try start()
    app.answering = []
    harness.page("c")?.answered = [.home]
    let left = try #require(harness.page("d"))
    (harness.page("right") as? Pile)?.remove()
    #expect(left.unwind(.home) == .notFound(asked: []))
  }

  @Test("A tree that no session knows can be unwound too.")
  func outsideAScene() {
    let app = UnwindApp()
    app.answering = ["a"]
    let source = app.page("b")
    let root = app.pile("root", [app.page("a"), app.page("c")])
    root.present(source)
    let plan = source.unwindPlan(for: .home)
    #expect(plan?.description == "dismiss b, show a")
    guard case .performed = source.unwind(.home) else {
      Issue.record("It was not performed")
      return
    }
    #expect(root.presentedRestorable == nil && root.front?.restorationIdentifier == "a")
  }

  @Test("Nodes that a toolkit holds are found through the table, whether or not they were saved.")
  func toolkitNodes() throws {
    let harness = RestorationHarness { _ in ToolkitWindow() }
    let window = harness.root
    let plan = try #require(
      harness.session.plan(for: UnwindRequest(.home, from: window.detail), in: "main")
    )
    #expect(plan.target.name == "list" && plan.description == "show list")
    try harness.restartAndRestore()
    let request = UnwindRequest(.home, from: harness.root.detail)
    #expect(harness.session.plan(for: request, in: "main") == plan)
    #expect(harness.session.unwind(request, in: "main") == .performed(plan))
    #expect(harness.root.showsList)
  }
}

/// A window of a toolkit without trackers, with two parts of which one is shown.
@MainActor
final class ToolkitWindow: RestorableContainer {
  final class Part: Restorable {
    let restorationIdentifier: String?
    let answers: Bool

    init(_ identifier: String, answers: Bool) {
      restorationIdentifier = identifier
      self.answers = answers
    }

    func canPerformUnwind(_ request: UnwindRequest) -> Bool { answers }
  }

  let restorationIdentifier: String? = "window"
  let list = Part("list", answers: true)
  let detail = Part("detail", answers: false)
  var showsList = false

  func encodeChildren(to encoder: ChildEncoder) { encoder.encode([list, detail]) }
  func restoreChildren(from decoder: ChildDecoder) {}
  var visibleRestorableChildren: [any Restorable] { [showsList ? list : detail] }

  func unwind(_ plan: UnwindPlan, toward child: any Restorable) -> NavigationOutcome {
    showsList = child === list
    return .performed
  }
}

@MainActor @Suite("Unwinding to another window")
struct OtherSceneTests {
  @Test("U16: another scene is searched only if the request says so, and only it is changed then.")
  func otherScene() throws {
    let app = UnwindApp()
    app.answering = ["target"]
    let harness = app.start(app.pile("root", [app.page("a")]))
    let other = app.pile("other", [app.page("target"), app.page("front")])
    harness.session.restore(other, in: "second")
    other.present(app.page("cover"))
    let source = app.page("source")
    harness.root.present(source)
    var request = UnwindRequest(.home, from: source)
    #expect(harness.session.plan(for: request) == nil)
    #expect(source.unwindPlan(for: .home) == nil)
    request.otherScenes = ["third", "second"]
    let plan = try #require(harness.session.plan(for: request))
    #expect(plan.scene == "second" && plan.description == "dismiss cover, show target")
    #expect(plan.ascent.map(\.name) == ["source"])
    #expect(!harness.session.isStale(plan))
    #expect(harness.session.unwind(request) == .performed(plan))
    #expect(other.front?.restorationIdentifier == "target" && other.presentedRestorable == nil)
    #expect(harness.root.presentedRestorable === source)
    #expect(harness.session.isStale(plan))
  }

  @Test("Who answers in the source's own window comes before all others.")
  func ownSceneFirst() throws {
    let app = UnwindApp()
    app.answering = ["a", "target"]
    let harness = app.start(app.pile("root", [app.page("a")]))
    let other = app.pile("other", [app.page("target"), app.page("front")])
    harness.session.restore(other, in: "second")
    let source = app.page("source")
    harness.root.present(source)
    var request = UnwindRequest(.home, from: source)
    request.otherScenes = ["second"]
    guard case .performed(let plan) = harness.session.unwind(request) else {
      Issue.record("It was not performed")
      return
    }
    #expect(plan.target.name == "a" && plan.scene == "main")
  }

  @Test(
    "A source without a tracker has other windows searched as well, whether or not its own is named.",
    arguments: ["main", nil]
  )
  func untrackedSource(scene: String?) throws {
    let app = UnwindApp()
    app.answering = ["target"]
    let harness = RestorationHarness { _ in ToolkitWindow() }
    let other = app.pile("other", [app.page("target"), app.page("front")])
    harness.session.restore(other, in: "second")
    var request = UnwindRequest(.home, from: harness.root.list)
    #expect(harness.session.plan(for: request, in: scene) == nil)
    request.otherScenes = ["second"]
    let plan = try #require(harness.session.plan(for: request, in: scene))
    #expect(plan.scene == "second" && plan.description == "show target")
    #expect(harness.session.unwind(request, in: scene) == .performed(plan))
    #expect(other.front?.restorationIdentifier == "target")
  }

  @Test("Who was asked in any window is named, and so is each rule on the way that leads nowhere.")
  func reportsAllWindows() throws {
    let app = UnwindApp()
    let harness = app.start(app.pile("root", [app.page("a")]))
    let other = app.pile("other", [app.page("target"), app.page("front")])
    harness.session.restore(other, in: "second")
    harness.root.unwindRules = [.toChild("nobody", for: .home)]
    other.unwindRules = [.toChild("nobody", for: .home)]
    let source = app.page("source")
    harness.root.present(source)
    var reported: [String] = []
    harness.session.diagnosticHandler = { reported.append($0.path?.description ?? "") }
    var request = UnwindRequest(.home, from: source)
    request.otherScenes = ["third", "second", "main", "second"]
    #expect(harness.session.plan(for: request) == nil)
    #expect(reported == ["root", "other"])
    reported = []
    guard case .notFound(let asked) = harness.session.unwind(request) else {
      Issue.record("Nobody answers, and it is not said")
      return
    }
    #expect(asked.map(\.name) == ["a", "root", "front", "target", "other"])
    #expect(reported.sorted() == ["other", "root"])
    reported = []
    (other.pages[0] as? Page)?.answered = [.home]
    let plan = try #require(harness.session.plan(for: request))
    #expect(harness.session.unwind(request) == .performed(plan))
    #expect(reported == ["root", "other", "root", "other"])
  }
}
