import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Unwind plans")
struct UnwindPlanTests {
  /// root{list, right{c, d}}, with x presented by d and y by x; list answers.
  private func start() -> (UnwindApp, RestorationHarness<Pile>) {
    let app = UnwindApp()
    app.answering = ["list"]
    let root = app.pile(
      "root",
      [app.page("list"), app.pile("right", [app.page("c"), app.page("d")])]
    )
    let harness = app.start(root)
    harness.page("d")?.present(app.page("x"))
    harness.page("x")?.present(app.page("y"))
    return (app, harness)
  }

  @Test("A plan can be printed, and names nodes by number and role.")
  func prints() throws {
    let (_, harness) = start()
    let plan = try #require(harness.page("y")?.unwindPlan(for: .home))
    #expect(plan.description == "dismiss x, show list")
    #expect(plan.ascent.map(\.name) == ["y", "x", "d", "right", "root"])
    #expect(plan.descent.map(\.name) == ["root", "list"])
    #expect(plan.commonAncestor.name == "root")
    #expect(plan.source.slot == .presented)
    #expect(Set(plan.ascent.map(\.number)).count == 5)
    #expect("\(plan.source)" == "presented:y \(plan.source.number)")
  }

  @Test("Planning changes nothing: neither the tree, nor what the next save writes.")
  func isPure() throws {
    let (_, harness) = start()
    let (_, plain) = start()
    let before = harness.treeDescription
    for name in ["y", "x", "d", "c", "right"] {
      _ = harness.page(name)?.unwindPlan(for: .home)
      _ = harness.page(name)?.unwindPlan(for: "nothing")
    }
    #expect(harness.treeDescription == before)
    #expect(try harness.archive().records == plain.archive().records)
    _ = harness.page("y")?.unwindPlan(for: .home)
    #expect(harness.session.save().outcome == .nothingChanged)
  }

  @Test("The plan before a save is the plan after the restore, whatever was saved before.")
  func survivesRestore() throws {
    for savesFirst in [false, true] {
      let (_, harness) = start()
      if savesFirst { _ = try harness.archive() }
      var before: [String: UnwindPlan] = [:]
      for name in ["y", "x", "d", "c", "right"] {
        before[name] = harness.page(name)?.unwindPlan(for: .home)
      }
      #expect(before.count == 5)
      for _ in 0..<2 {
        try harness.restartAndRestore()
        for (name, plan) in before {
          #expect(harness.page(name)?.unwindPlan(for: .home) == plan)
        }
      }
    }
  }

  @Test("What does not come back is not in the plan of the tree without it.")
  func withoutTheRest() throws {
    for isTransient in [false, true] {
      let (app, harness) = start()
      let extra = app.page(isTransient ? "extra" : nil)
      extra.isRestorationTransient = isTransient
      extra.answered = [.home]
      (harness.page("right") as? Pile)?.add(extra)
      let (_, other) = start()
      let plain = try #require(other.page("y")?.unwindPlan(for: .home))
      let source = try #require(harness.page("y"))
      #expect(source.unwindPlan(for: .home)?.target.name == (isTransient ? "extra" : "Page"))
      #expect(source.unwindPlan(for: .home) == source.unwindPlan(for: .home))
      try harness.restartAndRestore()
      #expect(
        harness.page("y")?.unwindPlan(for: .home)?.steps.map(\.movement)
          == plain.steps.map(\.movement)
      )
      #expect(harness.page("y")?.unwindPlan(for: .home)?.target == plain.target)
    }
  }

  @Test("A plan says when it has gone stale.")
  func goesStale() throws {
    let changes: [(RestorationHarness<Pile>) -> Void] = [
      { $0.page("x")?.dismissPresented() },
      { $0.page("d")?.dismissPresented() },
      { ($0.page("right") as? Pile)?.remove() },
      { $0.root.remove() },
      { $0.session.close(scene: "main") },
    ]
    for change in changes {
      let (_, harness) = start()
      let plan = try #require(harness.page("y")?.unwindPlan(for: .home))
      #expect(!harness.session.isStale(plan))
      harness.page("c")?.restorationIdentifier = "renamed"
      #expect(!harness.session.isStale(plan))
      change(harness)
      #expect(harness.session.isStale(plan))
    }
  }

  @Test("A place is named as it is now, though it was saved as another.")
  func movedNode() throws {
    let (_, harness) = start()
    _ = try harness.archive()
    let source = try #require(harness.page("y"))
    harness.page("x")?.dismissPresented()
    (harness.page("right") as? Pile)?.add(source)
    let plan = try #require(source.unwindPlan(for: .home))
    #expect(plan.source.slot == .only)
    try harness.restartAndRestore()
    #expect(harness.page("y")?.unwindPlan(for: .home) == plan)
  }

  @Test("The search asks the nodes that it has to, in a tree of thousands.")
  func asksNoMoreThanNeeded() throws {
    let app = UnwindApp()
    let root = app.pile(
      "root",
      (0..<40).map { i in app.pile("p\(i)", (0..<50).map { app.page("n\(i).\($0)") }) }
    )
    let harness = app.start(root)
    _ = try harness.archive()
    harness.page("p39")?.answered = [.home]
    _ = app.log.take()
    #expect(harness.page("n39.49")?.unwindPlan(for: .home)?.target.name == "p39")
    #expect(app.log.take().count == 50)
  }
}
