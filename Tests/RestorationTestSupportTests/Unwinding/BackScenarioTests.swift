import DrawerContainer
import NavContainer
import RestorationCore
import RestorationTestSupport
import SplitContainer
import TabContainer
import Testing

/// What other systems check of going back, as far as it is ours.
@MainActor @Suite("Scenarios of going back")
struct BackScenarioTests {
  private func app(_ tree: Blueprint, isCollapsed: Bool = false) -> ProbeApp {
    let app = ProbeApp(tree, isCollapsed: isCollapsed)
    app.appear()
    app.world.forget()
    return app
  }

  /// Lets a screen handle back, and keeps it from doing so after that.
  private func handle(_ labels: String..., in app: ProbeApp) throws {
    for label in labels { try app.screen(label).handlesBack = true }
  }

  @Test("P29: where nothing can go back, it is unhandled, and the host may leave.")
  func unhandled() throws {
    for tree in [
      Blueprint.screen("A"), .stack("nav", .screen("A")), .tabs("tabs", .screen("A"), .screen("B")),
      .drawer("drawer", center: .screen("A"), leading: .screen("B")),
      .split("split", primary: .screen("A"), secondary: .screen("B")),
    ] {
      #expect(!app(tree).harness.root.goBack())
    }
  }

  @Test("P27, P61: only the node nearest to the user is called, and back is handled.")
  func nearest() throws {
    let app = app(.stack("nav", .screen("A"), .screen("B")))
    try handle("A", "B", in: app)
    #expect(app.harness.root.goBack())
    #expect(app.world.events == ["back B"])
  }

  @Test("P30, P71: a node that has nothing to do is passed over, and the stack pops.")
  func disabled() throws {
    let app = app(.stack("nav", .screen("A"), .screen("B")))
    #expect(app.harness.root.goBack())
    #expect(app.blueprint == .stack("nav", .screen("A")))
  }

  @Test("P62: a node that refuses is passed over; one that navigates handled it.")
  func refusal() throws {
    let app = app(.stack("nav", .screen("A"), .screen("B")))
    let screen = try app.screen("B")
    screen.handlesBack = true
    screen.onBack = { .refused("Not now.") }
    #expect(app.harness.root.goBack())
    #expect(app.world.events.withoutAppearances == ["back B", "nav pop -B +A"])
  }

  @Test("P60, P105: only what can be seen is called, whatever stands elsewhere.")
  func visibleOnly() throws {
    let tree = Blueprint.tabs(
      "tabs",
      .stack("nav", .screen("root"), .screen("top")),
      .screen("other")
    )
    let app = app(tree)
    try handle("root", "other", in: app)
    #expect(app.harness.root.goBack())
    #expect(app.world.events.withoutAppearances == ["nav pop -top +root"])
    #expect(app.harness.root.goBack())
    #expect(app.world.events.withoutAppearances.last == "back root")
    (app.harness.root as? ProbeTabs)?.select(identifier: "other")
    #expect(app.harness.root.goBack())
    #expect(app.world.events.last == "back other")
  }

  @Test("P101: a node that was removed is never called again.")
  func removed() throws {
    let app = app(.stack("nav", .screen("A"), .screen("B")))
    try handle("B", in: app)
    let removed = try app.screen("B")
    (app.harness.root as? ProbeStack)?.pop()
    app.world.forget()
    #expect(!app.harness.root.goBack())
    #expect(app.world.events == [] && removed.handlesBack)
  }

  @Test("P104: of siblings that can be seen, an open drawer comes first, and covers the center.")
  func siblings() throws {
    let app = app(.drawer("drawer", center: .screen("A"), leading: .screen("menu"), open: 1))
    try handle("A", "menu", in: app)
    #expect(app.harness.root.goBack())
    #expect(app.world.events == ["back menu"])
    try app.screen("menu").handlesBack = false
    #expect(app.harness.root.goBack())
    #expect(app.world.events.withoutAppearances.last == "drawer show -menu")
    #expect(app.harness.root.goBack())
    #expect(app.world.events.last == "back A")
  }

  @Test("P70: of nested stacks the inner one pops until it is at its root, then the outer one.")
  func nestedStacks() throws {
    let inner = Blueprint.stack("inner", .screen("a"), .screen("b"))
    let app = app(.stack("outer", .screen("A"), inner))
    #expect(app.harness.root.goBack() && app.harness.root.goBack())
    #expect(!app.harness.root.goBack())
    #expect(
      app.world.events.withoutAppearances == ["inner pop -b +a", "outer pop -inner +A"]
    )
  }

  @Test("P83: back closes the open drawer and is handled; after that it is not.")
  func drawer() throws {
    let app = app(.drawer("drawer", center: .screen("A"), trailing: .screen("B"), open: 2))
    #expect(app.harness.root.goBack())
    #expect((app.harness.root as? ProbeDrawer)?.openDrawerSide == nil)
    #expect(!app.harness.root.goBack())
  }

  @Test(
    "P88: back on the second tab selects the first only if so set; on the first it is unhandled."
  )
  func tabs() throws {
    let app = app(.tabs("tabs", selected: 1, .screen("A"), .screen("B")))
    let tabs = try #require(app.harness.root as? ProbeTabs)
    #expect(!tabs.goBack())
    tabs.backSelectsFirstTab = true
    #expect(tabs.goBack() && tabs.selectedIndex == 0)
    #expect(!tabs.goBack())
  }

  @Test("P91: a collapsed split leaves its columns one after the other, and not the first.")
  func collapsedSplit() throws {
    let tree = Blueprint.split(
      "split",
      primary: .screen("1"),
      supplementary: .screen("2"),
      secondary: .screen("3")
    )
    let app = app(tree, isCollapsed: true)
    #expect(app.visibleLabels == ["split", "3"])
    #expect(app.harness.root.goBack() && app.visibleLabels == ["split", "2"])
    #expect(app.harness.root.goBack() && app.visibleLabels == ["split", "1"])
    #expect(!app.harness.root.goBack() && app.visibleLabels == ["split", "1"])
  }

  @Test("P92: an expanded split consumes nothing, whatever its columns.", arguments: 1...7)
  func expandedSplit(columns: Int) throws {
    let tree = Blueprint.split(
      "split",
      primary: columns & 1 != 0 ? .screen("1") : nil,
      supplementary: columns & 2 != 0 ? .screen("2") : nil,
      secondary: columns & 4 != 0 ? .screen("3") : nil
    )
    let root = app(tree).harness.root
    #expect(!root.canHandleBack && !root.goBack())
  }

  @Test("P300: back over a sheet first pops within it, then dismisses it, then pops below.")
  func sheetWithStack() throws {
    let sheet = Blueprint.stack("sheet", .screen("a"), .screen("b"))
    let app = app(.stack("nav", .screen("A"), .screen("B").presenting(sheet)))
    while app.harness.root.goBack() {}
    #expect(
      app.world.events.withoutAppearances == [
        "sheet pop -b +a", "B dismiss -sheet", "nav pop -B +A",
      ]
    )
  }

  // MARK: - Gestures

  @Test(
    "P31: the node sees the beginning, each progress, then exactly one end.",
    arguments: [true, false]
  )
  func gesture(isCommitted: Bool) throws {
    let app = app(.stack("nav", .screen("A"), .screen("B")))
    try handle("B", in: app)
    let gesture = BackGesture(in: app.harness.root)
    gesture.progress(0.25)
    gesture.progress(2)
    if isCommitted { gesture.commit() } else { gesture.cancel() }
    #expect(!gesture.commit())
    gesture.cancel()
    gesture.progress(0.5)
    let ends = isCommitted ? ["committed B", "back B"] : ["cancelled B"]
    #expect(app.world.events == ["began B", "moved(0.25) B", "moved(1.0) B"] + ends)
  }

  @Test("P32: a node that can no longer go back sees a cancel, and another one begins.")
  func abandonedGesture() throws {
    let app = app(.stack("nav", .screen("A"), .screen("B").presenting(.screen("C"))))
    try handle("C", in: app)
    let gesture = BackGesture(in: app.harness.root)
    try app.screen("C").handlesBack = false
    gesture.progress(0.5)
    #expect(app.world.events == ["began C", "cancelled C", "began B", "moved(0.5) B"])
    gesture.commit()
    #expect(app.world.events.withoutAppearances.suffix(2) == ["committed B", "B dismiss -C"])
  }

  @Test("P33: a node that can go back only since the gesture began does not take it over.")
  func laterHandler() throws {
    let app = app(.stack("nav", .screen("A"), .screen("B")))
    let gesture = BackGesture(in: app.harness.root)
    try handle("B", in: app)
    gesture.progress(0.5)
    #expect(gesture.commit())
    #expect(app.world.events.withoutAppearances == ["nav pop -B +A"])
  }

  @Test("P114: a gesture that is taken back half way has changed nothing.")
  func cancelledGesture() throws {
    let trees: [Blueprint] = [
      .stack("nav", .screen("A"), .screen("B")),
      .screen("A").presenting(.screen("B")),
      .drawer("drawer", center: .screen("A"), leading: .screen("B"), open: 1),
      .split("split", primary: .screen("A"), secondary: .screen("B")),
    ]
    for tree in trees {
      let app = app(tree, isCollapsed: true)
      let visible = app.visibleLabels
      let gesture = BackGesture(in: app.harness.root)
      #expect(gesture.isActive)
      gesture.progress(0.5)
      gesture.cancel()
      #expect(app.blueprint == tree && app.visibleLabels == visible)
      #expect(!app.world.events.contains { $0.contains("-") } && app.world.unbalanced == [])
    }
  }
}
