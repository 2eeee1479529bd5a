import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Unwind rules")
struct UnwindRuleTests {
  /// root{left{a, b}, right{c, d}}, with x presented by d.
  private func start(
    registering: (inout RestorationClassRegistry) -> Void = { _ in }
  ) -> (UnwindApp, RestorationHarness<Pile>) {
    let app = UnwindApp()
    let left = app.pile("left", [app.page("a"), app.page("b")])
    let right = app.pile("right", [app.page("c"), app.page("d")])
    let harness = app.start(app.pile("root", [left, right]), registering: registering)
    harness.page("d")?.present(app.page("x"))
    return (app, harness)
  }

  @Test("A rule leads to the first, the top or a child, without a handler and without being asked.")
  func destinations() throws {
    let rules: [(UnwindRule, String?)] = [
      (.toFirst(prefix: "ho"), "left"), (.toTop(for: .home), "right"),
      (.toChild("left", for: .home), "left"), (.toChild("right", prefix: "h"), "right"),
      (.toFirst(of: .only, for: .home), "a"), (.toTop(of: .only, for: .home), "b"),
      (.toChild("b", of: .only, for: .home), "b"), (.toOccupant(of: .only, prefix: ""), "left"),
      (.toFirst(for: "other"), nil), (.toTop(prefix: "ome"), nil),
    ]
    for (rule, expected) in rules {
      let (app, harness) = start()
      harness.root.unwindRules = [rule]
      let source = try #require(harness.page("x"))
      _ = app.log.take()
      let plan = source.unwindPlan(for: .home)
      #expect(plan?.target.name == expected, "\(rule)")
      let asked = app.log.take()
      // Nobody below the root was asked but the source's own branch.
      if expected != nil { #expect(asked == ["ask d", "ask c", "ask right"]) }
      guard let plan else { continue }
      #expect(source.unwind(.home) == .performed(plan))
      #expect(harness.page("x") == nil)
    }
  }

  @Test("A rule comes before the other children of its container; nearer answers win.")
  func precedence() throws {
    let (_, harness) = start()
    harness.root.unwindRules = [.toFirst(of: .only, for: .home)]
    let source = try #require(harness.page("x"))
    harness.page("b")?.answered = [.home]
    #expect(source.unwindPlan(for: .home)?.target.name == "a")
    harness.page("c")?.answered = [.home]
    #expect(source.unwindPlan(for: .home)?.target.name == "c")
    harness.page("c")?.answered = []
    harness.page("left")?.unwindRules = [.toChild("b", for: .home)]
    harness.root.unwindRules = []
    #expect(source.unwindPlan(for: .home)?.target.name == "b")
  }

  @Test("A rule may lead to the source's presenter, and never to the source or what contains it.")
  func sourceBranch() throws {
    let (_, harness) = start()
    let presented = try #require(harness.page("x"))
    let page = try #require(harness.page("d"))
    harness.page("right")?.unwindRules = [.toTop(prefix: "last"), .toFirst(prefix: "last")]
    #expect(presented.unwindPlan(for: "last")?.target.name == "d")
    #expect(presented.unwindPlan(for: "last")?.description == "dismiss x")
    // From the top itself it leads to the next rule's destination.
    #expect(page.unwindPlan(for: "last")?.target.name == "c")
    harness.page("right")?.unwindRules = []
    harness.root.unwindRules = [.toTop(prefix: "last")]
    #expect(page.unwindPlan(for: "last") == nil)
    #expect(presented.unwindPlan(for: "last")?.target.name == "right")
  }

  @Test("A handler of the destination runs; the plan is the same after a restore.")
  func handlerRuns() throws {
    let registering: (inout RestorationClassRegistry) -> Void = {
      $0.registerUnwindRules([.toFirst(of: .only, prefix: "home")], at: "root")
    }
    let (app, harness) = start(registering: registering)
    let plan = try #require(harness.page("x")?.unwindPlan(for: .home))
    #expect(plan.target.name == "a")
    try harness.restartAndRestore()
    _ = app.log.take()
    #expect(harness.page("x")?.unwind(.home) == .performed(plan))
    #expect(app.log.take().contains("action a"))
  }

  @Test("Rules are registered for places; the most specific counts, after the container's own.")
  func registeredRules() throws {
    let (_, harness) = start {
      $0.registerUnwindRules([.toFirst(prefix: "home")], at: "**")
      $0.registerUnwindRules([.toChild("d", prefix: "home")], at: "root/right")
    }
    let source = try #require(harness.page("x"))
    #expect(source.unwindPlan(for: .home)?.target.name == "d")
    harness.page("right")?.unwindRules = [.toChild("c", prefix: "home")]
    #expect(source.unwindPlan(for: .home)?.target.name == "c")
    (harness.page("right") as? Pile)?.keepOnly(1)
    harness.page("right")?.unwindRules = []
    harness.page("d")?.dismissPresented()
    #expect(harness.page("d")?.unwindPlan(for: .home)?.target.name == "left")
  }

  @Test("A rule for a place holds where a container stands now, though it was saved elsewhere.")
  func movedContainer() throws {
    let (app, harness) = start {
      $0.registerUnwindRules([.toFirst(prefix: "home")], at: "root/box[1]")
    }
    let box = app.pile("box", [app.page("first"), app.page("second")])
    harness.root.add(box)
    _ = try harness.archive()
    #expect(box.pages[1].unwindPlan(for: .home) == nil)
    harness.root.replaceAll(with: [app.pile("box"), box])
    let plan = try #require(box.pages[1].unwindPlan(for: .home))
    #expect(plan.target.name == "first")
    try harness.restartAndRestore()
    #expect(harness.page("second")?.unwindPlan(for: .home) == plan)
  }

  @Test("A rule that leads nowhere is reported, and the search goes on.")
  func leadsNowhere() throws {
    let (_, harness) = start()
    var reported: [RestorationDiagnostic] = []
    harness.session.diagnosticHandler = { reported.append($0) }
    harness.root.unwindRules = [
      .toFirst(of: ContainerSlot("attic"), for: .home), .toChild("nobody", for: .home),
    ]
    harness.page("left")?.answered = [.home]
    let source = try #require(harness.page("x"))
    let plan = try #require(source.unwindPlan(for: .home))
    #expect(plan.target.name == "left")
    #expect(reported.map(\.reason) == [.unwindRule, .unwindRule])
    reported = []
    #expect(harness.session.plan(for: UnwindRequest(.home, from: source)) == plan)
    #expect(reported.map(\.reason) == [.unwindRule, .unwindRule])
    reported = []
    #expect(source.unwind(.home) == .performed(plan))
    #expect(reported.map(\.reason) == [.unwindRule, .unwindRule])
    #expect(reported.first?.path?.description == "root")
    #expect(reported.first?.message.contains("the first of attic") == true)
  }

  @Test("A rule for the place of a node that contains nothing is reported.")
  func noContainer() throws {
    let (_, harness) = start {
      $0.registerUnwindRules([.toFirst(for: .home), .toTop(for: "other")], at: "**/c")
      $0.registerUnwindRules([.toChild("nobody", for: "other")], at: "**/right/*")
    }
    var reported: [RestorationDiagnostic] = []
    harness.session.diagnosticHandler = { reported.append($0) }
    let source = try #require(harness.page("x"))
    #expect(source.unwindPlan(for: .home) == nil)
    #expect(reported.map(\.reason) == [.unwindRule])
    #expect(reported.first?.path?.description == "root/right/c")
    #expect(reported.first?.message.contains("Page contains nothing") == true)
  }
}
