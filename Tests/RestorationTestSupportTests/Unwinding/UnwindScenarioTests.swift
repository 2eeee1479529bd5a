import DrawerContainer
import NavContainer
import RestorationCore
import RestorationTestSupport
import TabContainer
import Testing

/// What people saw go wrong with unwinding in UIKit.
@MainActor @Suite("Scenarios of unwinding")
struct UnwindScenarioTests {
  @Test("U01: from a custom sheet in a drawer's stack, an unwind reaches the root.")
  func drawerWithStack() throws {
    let tree = Blueprint.drawer(
      "drawer",
      center: .stack("nav", .screen("A"), .screen("B").presenting(.screen("C")))
    )
    try UnwindScenario(tree, from: "C", to: "A", plan: "dismiss C, pop to A", asked: ["B", "A"])
      .check()
  }

  @Test("U02: from a sheet over the top of a stack in a container, an unwind reaches the top.")
  func topOfStack() throws {
    let tree = Blueprint.drawer(
      "reveal",
      center: .stack("front", .screen("A"), .screen("B").presenting(.screen("C")))
    )
    try UnwindScenario(tree, from: "C", to: "B", plan: "dismiss C", asked: ["B"]).check()
  }

  @Test(
    "U03: a container's sheet asks its center, its left, its right, and itself at the end.",
    arguments: [
      ("front", "dismiss sheet", 1), ("left", "dismiss sheet, open the leading drawer", 2),
      ("right", "dismiss sheet, open the trailing drawer", 3), ("reveal", "dismiss sheet", 4),
    ]
  )
  func allSides(target: String, plan: String, count: Int) throws {
    let tree = Blueprint.drawer(
      "reveal",
      center: .screen("front"),
      leading: .screen("left"),
      trailing: .screen("right")
    ).presenting(.screen("sheet"))
    let asked = Array(["front", "left", "right", "reveal"].prefix(count))
    try UnwindScenario(tree, from: "sheet", to: target, plan: plan, asked: asked).check()
  }

  @Test(
    "U04: from a sheet over a drawer's menu, an unwind reaches the center, and the drawer closes.",
    arguments: 0...2
  )
  func sheetOverMenu(open: Int) throws {
    let tree = Blueprint.drawer(
      "drawer",
      center: .stack("nav", .screen("A"), .screen("B")),
      leading: .screen("menu").presenting(.screen("sheet")),
      trailing: .screen("other"),
      open: open
    )
    let plan = open == 0 ? "dismiss sheet, pop to A" : "dismiss sheet, close the drawer, pop to A"
    try UnwindScenario(tree, from: "sheet", to: "A", plan: plan, asked: ["menu", "B", "A"]).check()
  }

  @Test("U06, U07: a screen that was replaced is not found, and the result says who was asked.")
  func replacedScreen() throws {
    let tree = Blueprint.drawer("reveal", center: .stack("nav", .screen("X")))
    try UnwindScenario(tree, from: "X", to: nil, asked: ["nav", "reveal"]).check()
    let app = ProbeApp(Blueprint.drawer("reveal", center: .screen("old")))
    let root = try #require(app.harness.root as? ProbeDrawer)
    root.setCenter(Blueprint.screen("X").build(in: app.world))
    let result = app.unwind(from: try app.node("X"), answering: ["old"])
    #expect(result?.description.hasPrefix("nobody answered; asked were: reveal ") == true)
  }

  @Test("U08: from a sheet over a page in a drawer's stack, an unwind reaches the page.")
  func pagerInDrawer() throws {
    let pager = Blueprint.tabs("pager", .screen("L").presenting(.screen("D")), .screen("other"))
    let tree = Blueprint.drawer("drawer", center: .stack("nav", pager))
    try UnwindScenario(tree, from: "D", to: "L", plan: "dismiss D", asked: ["L"]).check()
  }

  @Test(
    "U09, U11: a presented node is dismissed in any style, whether its presenter is in a stack or not."
  )
  func dismissalInAnyStyle() throws {
    let presenter = Blueprint.screen("A").presenting(.screen("S"))
    try UnwindScenario(
      .stack("nav", presenter),
      from: "S",
      to: "A",
      plan: "dismiss S",
      asked: ["A"]
    )
    .check()
    try UnwindScenario(presenter, from: "S", to: "A", plan: "dismiss S", asked: ["A"]).check()
  }

  @Test("U13: after an unwind out of a login nothing is presented, and later steps work.")
  func loginOverTabs() throws {
    let tree = Blueprint.tabs("tabs", .screen("home"), .screen("more"))
      .presenting(.stack("login", .screen("name"), .screen("password")))
    let asked = ["name", "login", "home", "more", "tabs"]
    try UnwindScenario(tree, from: "password", to: "tabs", plan: "dismiss login", asked: asked)
      .check()
    let app = ProbeApp(tree)
    app.appear()
    _ = app.unwind(from: try app.node("password"), answering: ["tabs"])
    let tabs = try #require(app.harness.root as? ProbeTabs)
    #expect(tabs.select(identifier: "more") == .performed)
    #expect(tabs.present(Blueprint.screen("next").build(in: app.world)) == .performed)
    #expect(app.world.unbalanced == [])
  }

  @Test("U14, P348: a follow-up of an unwind runs once, after the sheet is gone, in both layouts.")
  func followUpInBothLayouts() throws {
    let tree = Blueprint.split(
      "split",
      primary: .stack("list", .screen("M").presenting(.screen("S"))),
      secondary: .screen("detail"),
      top: 0
    )
    try UnwindScenario(tree, from: "S", to: "M", plan: "dismiss S", asked: ["M"]).check()
    for style in UnwindScenario.styles {
      for isCollapsed in [false, true] {
        for isRestored in [false, true] {
          try checkFollowUp(tree.styled(style), isCollapsed, isRestored)
        }
      }
    }
  }

  private func checkFollowUp(_ tree: Blueprint, _ isCollapsed: Bool, _ isRestored: Bool) throws {
    let app = ProbeApp(tree, isCollapsed: isCollapsed)
    if isRestored { try app.restart() }
    app.appear()
    app.coordinator.isManual = true
    app.world.onAction = { [world = app.world] target, _ in
      target.afterTransitions {
        world.events.append("follow-up")
        target.present(Blueprint.screen("next").build(in: world))
      }
    }
    _ = app.unwind(from: try app.node("S"), answering: ["M"])
    #expect(!app.world.events.contains("follow-up"))
    app.coordinator.manual.finishAll()
    #expect(app.world.events.count { $0 == "follow-up" } == 1)
    #expect(
      app.world.events.filter {
        $0.contains("present") || $0.contains("dismiss ") || $0 == "follow-up"
      } == ["M dismiss -S", "follow-up", "M present +next"]
    )
    #expect(try app.node("M").presentedRestorable === app.node("next"))
    #expect(app.world.unbalanced == [])
  }

  @Test(
    "U16: a search stays in its scene, unless it is told to go on in another.",
    arguments: [false, true]
  )
  func otherWindow(isRestored: Bool) throws {
    let app = ProbeApp(.stack("nav", .screen("A"), .screen("B")))
    if isRestored { try app.restart() }
    let other = Blueprint.stack("other", .screen("X").presenting(.screen("Y"))).build(in: app.world)
    let session = app.harness.session
    session.restore(other, in: "second")
    let presenter = (other as? ProbeStack)?.topRestorable as? ProbeScreen
    let source = try #require(presenter?.presentedRestorable)
    app.world.answering = ["A", "nav"]
    var request = UnwindRequest(.probe, from: source)
    guard case .notFound(let asked) = session.unwind(request) else {
      Issue.record("found across scenes")
      return
    }
    #expect(asked.map(\.name) == ["X", "other"])
    request.otherScenes = ["main"]
    #expect(session.plan(for: request)?.description == "pop to A")
    #expect(session.unwind(request)?.description.contains("unwound to A") == true)
    #expect(app.blueprint == .stack("nav", .screen("A")))
    #expect(presenter?.presentedRestorable === source)
  }
}
