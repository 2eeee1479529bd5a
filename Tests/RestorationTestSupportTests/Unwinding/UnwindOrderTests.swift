import NavContainer
import RestorationCore
import RestorationTestSupport
import Testing

/// In which order things happen in an unwind.
@MainActor @Suite("Orders of an unwind")
struct UnwindOrderTests {
  /// What happens in an unwind, before and after a restore, in a style that covers nothing.
  private func events(
    _ tree: Blueprint,
    from source: String,
    to target: String,
    isCollapsed: Bool = false,
    isRestored: Bool,
    style: PresentationStyle = .formSheet
  ) throws -> [String] {
    let app = ProbeApp(tree.styled(style), isCollapsed: isCollapsed)
    if isRestored { try app.restart() }
    app.appear()
    app.world.forget()
    _ = app.unwind(from: try app.node(source), answering: [target], isFromGesture: true)
    return app.world.asked.map { "asked \($0)" } + app.world.events
  }

  @Test(
    "Order 1: A presents B presents C presents D, and A answers: one dismissal, by A.",
    arguments: [false, true]
  )
  func chainOfSheets(isRestored: Bool) throws {
    let tree = Blueprint.screen("A")
      .presenting(.screen("B").presenting(.screen("C").presenting(.screen("D"))))
    let events = try events(tree, from: "D", to: "A", isRestored: isRestored)
    #expect(
      events == [
        "asked C", "asked B", "asked A", "veto D", "prepare D", "action A",
        "B willDisappear", "C willDisappear", "D willDisappear", "A dismiss -B",
        "D didDisappear", "C didDisappear", "B didDisappear",
      ]
    )
  }

  @Test(
    "Order 2: nav[1, 2], 2 presents 3, 1 answers: prepare, action, one dismissal, pop to 1.",
    arguments: [false, true]
  )
  func dismissAndPop(isRestored: Bool) throws {
    let tree = Blueprint.stack("nav", .screen("1"), .screen("2").presenting(.screen("3")))
    let events = try events(tree, from: "3", to: "1", isRestored: isRestored)
    #expect(
      events == [
        "asked 2", "asked 1", "veto 3", "prepare 3", "action 1",
        "3 willDisappear", "2 dismiss -3", "3 didDisappear",
        "2 willDisappear", "1 willAppear", "nav pop -2 +1", "2 didDisappear", "1 didAppear",
      ]
    )
  }

  @Test(
    "Order 3: nav[1, 2, 3], 3 presents 4 presents 5, 1 answers: 2 then 1 are asked, one dismissal.",
    arguments: [false, true]
  )
  func deepStack(isRestored: Bool) throws {
    let tree = Blueprint.stack(
      "nav",
      .screen("1"),
      .screen("2"),
      .screen("3").presenting(.screen("4").presenting(.screen("5")))
    )
    let events = try events(tree, from: "5", to: "1", isRestored: isRestored)
    #expect(
      events.withoutAppearances == [
        "asked 4", "asked 3", "asked 2", "asked 1", "veto 5", "prepare 5", "action 1",
        "3 dismiss -4", "nav pop -3 +1",
      ]
    )
  }

  @Test(
    "Order 4: from a sheet over the second tab, the first tab's stack pops to its root.",
    arguments: [false, true]
  )
  func otherTab(isRestored: Bool) throws {
    let tree = Blueprint.tabs(
      "tab",
      selected: 1,
      .stack("nav", .screen("First"), .screen("Pushed")),
      .screen("Second").presenting(.screen("P"))
    )
    let events = try events(tree, from: "P", to: "First", isRestored: isRestored)
    #expect(
      events == [
        "asked Second", "asked Pushed", "asked First", "veto P", "prepare P", "action First",
        "P willDisappear", "Second dismiss -P", "P didDisappear",
        "Second willDisappear", "nav willAppear", "Pushed willAppear", "tab show -Second +nav",
        "Second didDisappear", "Pushed didAppear", "nav didAppear",
        "Pushed willDisappear", "First willAppear", "nav pop -Pushed +First",
        "Pushed didDisappear", "First didAppear",
      ]
    )
  }

  @Test(
    "Order 5: parent{B}, B presents C, B answers: one dismissal, by B, and no reveal.",
    arguments: [false, true]
  )
  func childOfParent(isRestored: Bool) throws {
    let tree = Blueprint.drawer("parent", center: .screen("B").presenting(.screen("C")))
    let events = try events(tree, from: "C", to: "B", isRestored: isRestored)
    #expect(
      events == [
        "asked B", "veto C", "prepare C", "action B",
        "C willDisappear", "B dismiss -C", "C didDisappear",
      ]
    )
  }

  @Test(
    "Order 6: from an open menu to the root of the center: the drawer closes, then the stack pops.",
    arguments: [false, true]
  )
  func openMenu(isRestored: Bool) throws {
    let tree = Blueprint.drawer(
      "drawer",
      center: .stack("nav", .screen("A"), .screen("B")),
      leading: .screen("Menu"),
      open: 1
    )
    let events = try events(tree, from: "Menu", to: "A", isRestored: isRestored)
    #expect(
      events == [
        "asked B", "asked A", "veto Menu", "prepare Menu", "action A",
        "Menu willDisappear", "drawer show -Menu", "Menu didDisappear",
        "B willDisappear", "A willAppear", "nav pop -B +A", "B didDisappear", "A didAppear",
      ]
    )
  }

  private var split: Blueprint {
    .split(
      "split",
      primary: .stack("left", .screen("M")),
      secondary: .stack("right", .screen("D1"), .screen("D2").presenting(.screen("S")))
    )
  }

  @Test(
    "Order 7: in an expanded split, from a sheet over a detail to the list: one dismissal, no more.",
    arguments: [false, true]
  )
  func expandedSplit(isRestored: Bool) throws {
    let events = try events(split, from: "S", to: "M", isRestored: isRestored)
    #expect(
      events == [
        "asked D2", "asked D1", "asked right", "asked M", "veto S", "prepare S", "action M",
        "S willDisappear", "D2 dismiss -S", "S didDisappear",
      ]
    )
  }

  @Test(
    "Order 8: the same in a collapsed split: one dismissal, and the primary column is shown.",
    arguments: [false, true]
  )
  func collapsedSplit(isRestored: Bool) throws {
    let events = try events(
      split,
      from: "S",
      to: "M",
      isCollapsed: true,
      isRestored: isRestored
    )
    #expect(
      events == [
        "asked D2", "asked D1", "asked right", "asked M", "veto S", "prepare S", "action M",
        "S willDisappear", "D2 dismiss -S", "S didDisappear",
        "right willDisappear", "D2 willDisappear", "left willAppear", "M willAppear",
        "split show -right +left", "D2 didDisappear", "right didDisappear", "M didAppear",
        "left didAppear",
      ]
    )
  }

  @Test("A source that refuses a gesture stops it before anything is prepared; code may not be.")
  func veto() throws {
    let tree = Blueprint.screen("A").presenting(.screen("B"))
    let app = ProbeApp(tree)
    app.world.vetoing = ["B"]
    let vetoed = app.unwind(from: try app.node("B"), answering: ["A"], isFromGesture: true)
    guard case .vetoed(let source) = vetoed else {
      Issue.record("not vetoed: \(String(describing: vetoed))")
      return
    }
    #expect(source.name == "B" && app.world.events == ["veto B"] && app.blueprint == tree)
    _ = app.unwind(from: try app.node("B"), answering: ["A"])
    #expect(app.world.events == ["veto B", "prepare B", "action A", "A dismiss -B"])
  }

  @Test(
    "A style that covers its presenter has it appear again, once, in the unwind.",
    arguments: [PresentationStyle.fullScreen, .currentContext]
  )
  func coveringStyle(style: PresentationStyle) throws {
    let tree = Blueprint.stack("nav", .screen("1"), .screen("2").presenting(.screen("3")))
    let events = try events(tree, from: "3", to: "2", isRestored: true, style: style)
    #expect(
      Array(events.suffix(5)) == [
        "3 willDisappear", "2 willAppear", "2 dismiss -3", "3 didDisappear", "2 didAppear",
      ]
    )
  }

  @Test("Navigation that preparation and action ask for waits for the end of the unwind.")
  func navigationWithin() throws {
    let tree = Blueprint.stack("nav", .screen("1"), .screen("2").presenting(.screen("3")))
    let app = ProbeApp(tree)
    app.appear()
    app.world.forget()
    app.world.onPrepare = { [world = app.world] source, _ in
      let outcome =
        ((source.presentingRestorable as? ProbeScreen)?.enclosingRestorable as? ProbeStack)?
        .push(Blueprint.screen("first").build(in: world))
      world.events.append("\(outcome == .deferred)")
    }
    app.world.onAction = { [world = app.world] target, _ in
      let outcome = (target.enclosingRestorable as? ProbeStack)?
        .push(Blueprint.screen("second").build(in: world))
      world.events.append("\(outcome == .deferred)")
    }
    _ = app.unwind(from: try app.node("3"), answering: ["1"])
    #expect(
      app.world.events.withoutAppearances == [
        "prepare 3", "true", "action 1", "true", "2 dismiss -3", "nav pop -2 +1",
        "nav push -1 +first", "nav push -first +second",
      ]
    )
    #expect(app.blueprint?.labels == ["nav", "1", "first", "second"])
  }
}

extension [String] {
  /// The events without what appeared and disappeared.
  var withoutAppearances: [String] {
    filter { !$0.hasSuffix("Appear") && !$0.hasSuffix("Disappear") }
  }
}
