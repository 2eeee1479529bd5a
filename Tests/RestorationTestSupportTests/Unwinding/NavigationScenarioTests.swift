import NavContainer
import RestorationCore
import RestorationTestSupport
import TabContainer
import Testing

/// What other systems check of popping, and of transitions, as far as it is ours.
@MainActor @Suite("Scenarios of popping and of transitions")
struct NavigationScenarioTests {
  private func app(_ tree: Blueprint) -> ProbeApp {
    let app = ProbeApp(tree)
    app.appear()
    app.world.forget()
    return app
  }

  private func stack(_ count: Int) -> Blueprint {
    var stack = Blueprint.stack("nav")
    stack.children = (0..<count).map { Blueprint.Child(slot: .only, node: .screen("\($0)")) }
    return stack
  }

  private func isRefused(_ outcome: NavigationOutcome?) -> Bool {
    if case .refused = outcome { true } else { false }
  }

  @Test("P74, P76, P322: popping is refused where nothing is above the root.", arguments: 0...3)
  func popping(count: Int) throws {
    for toRoot in [false, true] {
      let app = app(stack(count))
      let nav = try #require(app.harness.root as? ProbeStack)
      let outcome = toRoot ? nav.popToRoot() : nav.pop()
      #expect(isRefused(outcome) == (count < 2))
      #expect(nav.restorableStack.count == (count < 2 ? count : toRoot ? 1 : count - 1))
    }
  }

  @Test("P75, P299, P318: popping to an entry keeps it and what is below, and is refused on top.")
  func poppingToEntry() throws {
    for count in 1...3 {
      for index in 0..<count {
        let app = app(stack(count))
        let nav = try #require(app.harness.root as? ProbeStack)
        let outcome = nav.pop(toIdentifier: "\(index)")
        #expect(isRefused(outcome) == (index == count - 1))
        #expect(app.blueprint == stack(index + 1))
      }
    }
    let app = app(stack(2))
    let nav = try #require(app.harness.root as? ProbeStack)
    #expect(isRefused(nav.pop(toIdentifier: "absent")) && app.blueprint == stack(2))
  }

  @Test("P77: popping while everything fits leaves the root.")
  func poppingAll() throws {
    let app = app(stack(3))
    #expect((app.harness.root as? ProbeStack)?.pop { _ in true } == .performed)
    #expect(app.blueprint == stack(1))
  }

  @Test("P207, P208: of two entries of one identifier the nearest counts, with it or without.")
  func sharedIdentifier() throws {
    for isInclusive in [false, true] {
      let app = ProbeApp(stack(0))
      let nav = try #require(app.harness.root as? ProbeStack)
      for (label, identifier) in [("0", "a"), ("1", "b"), ("2", "a"), ("3", "b")] {
        nav.push(ProbeScreen(label, identifier: identifier, in: app.world))
      }
      #expect(nav.pop(toIdentifier: "a", inclusive: isInclusive) == .performed)
      #expect(app.blueprint == stack(isInclusive ? 2 : 3))
    }
  }

  @Test("P305: a screen in the middle of a stack leaves with those above it.")
  func leavingFromTheMiddle() throws {
    let app = app(stack(4))
    let nav = try #require(app.harness.root as? ProbeStack)
    #expect(nav.pop(toIdentifier: "1", inclusive: true) == .performed)
    #expect(app.blueprint == stack(1) && app.world.unbalanced == [])
  }

  @Test("P298, P301: presented layers go whole, in one step, and a push comes after them.")
  func layersGoWhole() throws {
    let inner = Blueprint.stack("inner", .screen("c"), .screen("d"))
    let outer = Blueprint.stack("outer", .screen("a"), .screen("b").presenting(inner))
    let app = app(.stack("nav", .screen("A").presenting(outer)))
    app.world.onAction = { [world = app.world] target, _ in
      (target.enclosingRestorable as? ProbeStack)?.push(Blueprint.screen("B").build(in: world))
    }
    _ = app.unwind(from: try app.node("d"), answering: ["A"])
    #expect(
      app.world.events.withoutAppearances == [
        "prepare d", "action A", "A dismiss -outer", "nav push -A +B",
      ]
    )
  }

  @Test("P302: going back past the start of a nested flow, its parent goes on where it was.")
  func nestedFlows() throws {
    let third = Blueprint.stack("third", .screen("c"))
    let second = Blueprint.stack("second", .screen("b"), third)
    let app = app(.stack("first", .screen("a"), second))
    (try app.node("third") as? ProbeStack)?.push(Blueprint.screen("d").build(in: app.world))
    try app.restart()
    app.appear()
    #expect(app.harness.root.goBack() && app.harness.root.goBack())
    #expect(app.visibleLabels == ["first", "second", "b"])
    #expect(app.harness.root.goBack() && !app.harness.root.goBack())
  }

  // MARK: - Transitions

  @Test("P295: a new stack keeps the screens that it begins with, and shows the rest in one step.")
  func newStack() throws {
    let app = app(stack(3))
    let nav = try #require(app.harness.root as? ProbeStack)
    let kept = nav.restorableStack[0]
    let new = ["x", "y"].map { Blueprint.screen($0).build(in: app.world) as any Restorable }
    #expect(nav.setStack([kept] + new) == .performed)
    #expect(nav.restorableStack[0] === kept)
    #expect(app.world.events.withoutAppearances == ["nav replace -2 +y"])
    #expect(app.world.unbalanced == [])
  }

  @Test("P296: several pushes and presentations at once are single steps, one after the other.")
  func severalSteps() throws {
    let app = app(stack(1))
    app.coordinator.isManual = true
    let nav = try #require(app.harness.root as? ProbeStack)
    let (x, y) = (
      Blueprint.screen("x").build(in: app.world), Blueprint.screen("y").build(in: app.world)
    )
    #expect(nav.push(x) == .performed)
    #expect(nav.push(y) == .deferred)
    #expect(nav.present(Blueprint.screen("z").build(in: app.world)) == .deferred)
    app.coordinator.manual.finishAll()
    #expect(
      app.world.events.withoutAppearances == ["nav push -0 +x", "nav push -x +y", "nav present +z"]
    )
    #expect(app.world.unbalanced == [])
  }

  @Test("P297: several pops are one step.")
  func severalPops() throws {
    let app = app(stack(4))
    (app.harness.root as? ProbeStack)?.popToRoot()
    #expect(app.world.events.withoutAppearances == ["nav pop -3 +0"])
  }

  @Test(
    "P114: a push, a pop and a replacement enter and leave what they should; cancelled, nothing."
  )
  func directions() throws {
    let steps: [(String, @MainActor (ProbeStack, ProbeScreen) -> NavigationOutcome)] = [
      ("nav push -1 +x", { $0.push($1) }), ("nav pop -1 +0", { nav, _ in nav.pop() }),
      ("nav replace -1 +x", { $0.setStack([$1]) }), ("nav present +x", { $0.present($1) }),
    ]
    for (event, step) in steps {
      let app = app(stack(2))
      app.coordinator.isManual = true
      let nav = try #require(app.harness.root as? ProbeStack)
      let records = try app.harness.archive().records
      #expect(step(nav, ProbeScreen("x", identifier: "x", in: app.world)) == .performed)
      #expect(app.world.events.withoutAppearances == [event])
      app.coordinator.manual.cancel()
      #expect(app.blueprint == stack(2) && app.world.unbalanced == [])
      #expect(try app.harness.archive().records == records)
    }
  }

  @Test("P155: killed in the middle of a push, the app comes back with the screen shown whole.")
  func killedWhilePushing() throws {
    let app = app(stack(1))
    app.coordinator.isManual = true
    (app.harness.root as? ProbeStack)?.push(Blueprint.screen("1").build(in: app.world))
    try app.restart()
    app.appear()
    #expect(app.blueprint == stack(2))
    #expect(app.world.appearances["1"] == ["willAppear", "didAppear"])
    #expect(app.world.events.withoutAppearances == [] && app.coordinator.manual.running == nil)
  }

  @Test(
    "P349: a custom transition's delegate comes back as the one instance, and the sheet unwinds."
  )
  func customTransition() throws {
    let app = ProbeApp(
      .stack("nav", .screen("A")),
      didBuild: { root, session in session.register(Note(identifier: "zoom"), under: root) }
    )
    let zoom = app.harness.session.registeredObjects(under: app.harness.root).first
    try app.node("A").present(
      Blueprint.screen("S").build(in: app.world),
      style: .custom,
      transitionDelegate: zoom as? Note
    )
    try app.restart()
    let objects = app.harness.session.registeredObjects(under: app.harness.root)
    let presentation = try #require(app.node("A").restorablePresentation)
    #expect(presentation.style == .custom && objects.count == 1)
    #expect(presentation.transitionDelegate === objects.first)
    let plan = app.search(from: try app.node("S"), answering: ["A"]).plan
    #expect(plan?.description == "dismiss S")
  }

  // MARK: - Deep links

  @Test("P112: a move that the source denies leaves everything as it was; an allowed one is made.")
  func deniedMove() throws {
    let tree = Blueprint.stack("nav", .screen("0"), .screen("1").presenting(.screen("2")))
    for isDenied in [true, false] {
      let app = app(tree)
      app.world.vetoing = isDenied ? ["2"] : []
      let source = try app.node("2")
      let result = app.unwind(from: source, answering: ["0"], isFromGesture: true)
      if case .vetoed = result { #expect(isDenied) } else { #expect(!isDenied) }
      #expect(app.blueprint == (isDenied ? tree : stack(1)))
    }
  }

  @Test(
    "P293: a stack that is set to several screens at once has them all, and again after a kill."
  )
  func severalAtOnce() throws {
    let app = app(stack(1))
    let nav = try #require(app.harness.root as? ProbeStack)
    let screens = (1...3).map { Blueprint.screen("\($0)").build(in: app.world) as any Restorable }
    nav.setStack([nav.restorableStack[0]] + screens)
    app.world.declining = ["3"]
    let report = try app.restart()
    #expect(app.blueprint == stack(3))
    #expect(report.diagnostics.map(\.reason) == [.declined])
  }
}
