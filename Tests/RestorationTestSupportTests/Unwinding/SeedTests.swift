import DrawerContainer
import NavContainer
import RestorationCore
import RestorationTestSupport
import SplitContainer
import Testing

extension UnwindAction {
  fileprivate static let toInitial: Self = "unwindToInitialViewControllerFromSettings"
  fileprivate static let toLast: Self = "unwindToLastViewControllerFromSettings"
  fileprivate static let savedFirstTemplate: Self = "addedFirstTemplate"
}

/// A drawer that knows where the center's stack begins and ends: two lines.
@MainActor private let centerRules: [UnwindRule] = [
  .toFirst(of: .center, prefix: "unwindToInitialViewController"),
  .toTop(of: .center, prefix: "unwindToLastViewController"),
]

@MainActor @Suite("A drawer's two rules")
struct DrawerRuleTests {
  private let tree = Blueprint.drawer(
    "drawer",
    center: .stack(
      "nav",
      .screen("A"),
      .screen("B"),
      .screen("C").presenting(.stack("sheet", .screen("S").presenting(.screen("T"))))
    ),
    leading: .screen("menu").presenting(.screen("about")),
    open: 1
  )

  /// How the drawer gets its rules.
  enum Way: CaseIterable {
    case onTheContainer
    case atAPattern
  }

  private func app(_ way: Way, root: Bool) -> ProbeApp {
    let tree = root ? tree : Blueprint.tabs("tabs", tree)
    return ProbeApp(
      tree,
      setUp: { registry, world in
        switch way {
        // A drawer that a factory makes has them from the registry or from the factory alone.
        case .onTheContainer: world.rules["drawer"] = centerRules
        case .atAPattern: registry.registerUnwindRules(centerRules, at: "**/drawer")
        }
      },
      didBuild: { node, _ in
        guard way == .onTheContainer else { return }
        let drawer =
          node as? ProbeDrawer ?? (node as? any RestorableContainer)?
          .restorableChildren.first as? ProbeDrawer
        drawer?.unwindRules = centerRules
      }
    )
  }

  @Test(
    "P350: with two rules, unwinds reach the first and the top of the center's stack, always.",
    arguments: Way.allCases,
    [false, true]
  )
  func rules(way: Way, isRestored: Bool) throws {
    let expected: [(source: String, action: UnwindAction, plan: String)] = [
      ("S", .toInitial, "dismiss sheet, pop to A"), ("T", .toInitial, "dismiss sheet, pop to A"),
      ("S", .toLast, "dismiss sheet"), ("T", .toLast, "dismiss sheet"),
      ("about", .toInitial, "dismiss about, close the drawer, pop to A"),
      ("about", .toLast, "dismiss sheet, dismiss about, close the drawer"),
      ("menu", .toInitial, "close the drawer, pop to A"),
      ("menu", .toLast, "dismiss sheet, close the drawer"),
      ("C", .toInitial, "pop to A"), ("B", .toInitial, "pop to A"),
    ]
    for root in [true, false] {
      let app = app(way, root: root)
      if isRestored { try app.restart() }
      for (source, action, plan) in expected {
        let found = try app.node(source).unwindPlan(for: action)
        #expect(found?.description == plan, "\(source) \(action)")
      }
    }
  }

  @Test("A rule's target without a handler is revealed, and is not asked again.")
  func pureReveal() throws {
    let app = app(.onTheContainer, root: true)
    let result = try app.node("T").unwind(.toInitial)
    guard case .performed = result else {
      Issue.record("\(String(describing: result))")
      return
    }
    let menu = Blueprint.screen("menu").presenting(.screen("about"))
    let center = Blueprint.stack("nav", .screen("A"))
    #expect(app.blueprint == .drawer("drawer", center: center, leading: menu, open: 1))
    // It was asked when the search went through its stack, before the rule was reached.
    #expect(app.world.asked == ["S", "sheet", "C", "B", "A", "nav"])
  }

  @Test("A rule never leads to the source, which would take nothing down; the search goes on.")
  func ruleToSource() throws {
    let app = app(.onTheContainer, root: true)
    #expect(try app.node("C").unwindPlan(for: .toLast) == nil)
  }

  @Test("Nearer answers win over a rule.")
  func nearerAnswer() throws {
    let app = app(.onTheContainer, root: true)
    app.world.answering = ["S"]
    #expect(try app.node("T").unwindPlan(for: .toInitial)?.target.name == "S")
  }

  @Test("A rule that leads nowhere is reported, and the search goes on.")
  func ruleToNowhere() throws {
    let app = ProbeApp(.drawer("drawer", center: .stack("nav", .screen("A"), .screen("B"))))
    (app.harness.root as? ProbeDrawer)?.unwindRules = [.toFirst(of: .trailing, for: .probe)]
    var reports: [RestorationDiagnostic] = []
    app.harness.session.diagnosticHandler = { reports.append($0) }
    let result = app.unwind(from: try app.node("B"), answering: ["drawer"])
    #expect(result?.description.contains("unwound to drawer") == true)
    #expect(reports.map(\.reason) == [.unwindRule])
  }
}

/// Seed 003's list: what is to be shown after the unwind is one line in the handler.
private final class ListScreen: RestorableController {
  var log: [String] = []

  override var unwindActions: [UnwindAction: UnwindHandler] {
    [
      .savedFirstTemplate: { [unowned self] _ in
        afterTransitions { self.displayAddTemplateScene() }
      }
    ]
  }

  func displayAddTemplateScene() {
    log.append("add")
    present(RestorableController(restorationIdentifier: "add"), style: .fullScreen)
  }
}

@MainActor @Suite("A closure after a dismissal")
struct ClosureAfterDismissalTests {
  @MainActor private final class App {
    let coordinator = ManualTransitionCoordinator()
    let harness: RestorationHarness<SplitController>

    init(isCollapsed: Bool) {
      var registry = RestorationClassRegistry()
      registry.register(RestorableController.self, named: "screen") { request, _ in
        RestorableController(restorationIdentifier: request.identifier)
      }
      var configuration = SessionConfiguration()
      configuration.transitionCoordinator = coordinator
      harness = RestorationHarness(registry: registry, configuration: configuration) { _ in
        let split = SplitController(
          restorationIdentifier: "split",
          primary: NavigationController(
            restorationIdentifier: "nav",
            root: ListScreen(restorationIdentifier: "list")
          ),
          secondary: RestorableController(restorationIdentifier: "detail"),
          isSecondaryPlaceholder: true
        )
        split.setCollapsed(isCollapsed)
        return split
      }
    }

    var list: ListScreen? {
      let nav = harness.root.restorablePrimary as? NavigationController
      return nav?.topRestorable as? ListScreen
    }

    func appear() {
      harness.root.beginAppearanceTransition(isAppearing: true)
      harness.root.endAppearanceTransition()
    }
  }

  private static let styles: [PresentationStyle] = [.fullScreen, .formSheet, .pageSheet, .popover]

  /// An app with a sheet over its list.
  private func app(_ style: PresentationStyle, _ isCollapsed: Bool, isRestored: Bool) throws -> App
  {
    let app = App(isCollapsed: isCollapsed)
    app.list?.present(RestorableController(restorationIdentifier: "empty"), style: style)
    app.coordinator.finishAll()
    if isRestored { try app.harness.restartAndRestore() }
    app.appear()
    return app
  }

  @Test(
    "P348: the list presents the next screen once the sheet is gone, wide and narrow.",
    arguments: [false, true],
    [false, true]
  )
  func afterUnwind(isCollapsed: Bool, isRestored: Bool) throws {
    for style in Self.styles {
      let app = try app(style, isCollapsed, isRestored: isRestored)
      let list = try #require(app.list)
      let sheet = try #require(list.presentedRestorable)
      sheet.unwind(.savedFirstTemplate)
      #expect(list.log == [] && list.presentedRestorable == nil)
      app.coordinator.finish()
      #expect(list.log == ["add"])
      app.coordinator.finishAll()
      #expect(list.presentedRestorable?.restorationIdentifier == "add")
      #expect(list.log == ["add"] && list.appearance == .disappeared)
    }
  }

  @Test(
    "A closure after the dismissal of a node that stands, leaves, or is gone runs exactly once.",
    arguments: [false, true]
  )
  func dismissThen(isCollapsed: Bool) throws {
    for style in Self.styles {
      let app = try app(style, isCollapsed, isRestored: true)
      let list = try #require(app.list)
      let sheet = try #require(list.presentedRestorable)
      var runs: [String] = []
      list.dismiss(sheet) { () -> Void in runs.append("stands") }
      #expect(runs == [] && app.coordinator.running?.kind == .dismiss)
      list.dismiss(sheet) { () -> Void in runs.append("leaves") }
      #expect(runs == [])
      app.coordinator.finishAll()
      #expect(runs.sorted() == ["leaves", "stands"] && list.presentedRestorable == nil)
      let begun = app.coordinator.begun
      list.dismiss(sheet) { () -> Void in runs.append("gone") }
      #expect(runs.count == 3 && runs.last == "gone" && app.coordinator.begun == begun)
    }
  }

  @Test("A closure after a dismissal that is taken back runs once, and can tell.")
  func cancelled() throws {
    let app = try app(.formSheet, false, isRestored: true)
    let list = try #require(app.list)
    let sheet = try #require(list.presentedRestorable)
    var outcomes: [TransitionOutcome] = []
    list.dismiss(sheet) { outcomes.append($0) }
    list.dismiss(sheet) { outcomes.append($0) }
    app.coordinator.cancel()
    #expect(outcomes == [.cancelled, .cancelled] && list.presentedRestorable === sheet)
  }
}

@MainActor @Suite("What a scene that is closed owes")
struct ClosedSceneTests {
  @Test("What waits when the scene is closed gets its answer, once.")
  func answers() throws {
    let app = ProbeApp(.stack("nav", .screen("A").presenting(.screen("S"))))
    app.appear()
    app.coordinator.isManual = true
    let (root, sheet) = (app.harness.root, try app.node("S"))
    (root as? ProbeStack)?.push(ProbeScreen("B", identifier: "B", in: app.world))
    var answers: [String] = []
    root.dismiss(sheet) { (outcome: TransitionOutcome) in answers.append("\(outcome)") }
    sheet.unwind(.probe) { answers.append("\($0)") }
    #expect(answers == [])
    app.harness.session.close(scene: app.harness.scene)
    #expect(answers == ["cancelled", "nobody answered; asked were: "])
    #expect(app.coordinator.manual.running == nil)
  }
}
