import DrawerContainer
import NavContainer
import RestorationCore
import RestorationTestSupport
import SplitContainer
import Testing

// The code of the articles stands here so that it is compiled and run.

/// The code of the article on unwinding, carried out.
@MainActor @Suite("The article on unwinding")
struct UnwindingArticleTests {
  final class ListScreen: RestorableController, RestorationClass {
    private(set) var timesReloaded = 0

    init() {
      super.init(restorationIdentifier: "list")
      followUp(self)
    }

    /// What the list does when a template was added.
    private func followUp(_ list: ListScreen) {
      list.onUnwind(.addedFirstTemplate) { list, plan in
        list.afterTransitions { list.presentAddTemplate() }
      }
    }

    static func makeRestorable(
      for request: RestorationRequest,
      from decoder: StateDecoder
    ) throws -> (any Restorable)? {
      ListScreen()
    }

    func reload() { timesReloaded += 1 }

    func presentAddTemplate() { present(PlainScreen(restorationIdentifier: "add")) }
  }

  final class PlainScreen: RestorableController, RestorationClass {
    static func makeRestorable(
      for request: RestorationRequest,
      from decoder: StateDecoder
    ) throws -> (any Restorable)? {
      PlainScreen(restorationIdentifier: request.identifier)
    }
  }

  final class SlideTransition: TransitionDelegate {
    let restorationIdentifier: String? = "slide"
  }

  private var registry: RestorationClassRegistry {
    var registry = RestorationClassRegistry()
    registry.register(ListScreen.self, named: "list")
    registry.register(PlainScreen.self, named: "screen")
    registry.registerNavigationController()
    return registry
  }

  // MARK: Seed 000

  private func startDrawer(rulesByPlace: Bool) -> RestorationHarness<DrawerController> {
    var registry = registry
    if rulesByPlace {
      registry.registerUnwindRules(
        [
          .toFirst(of: .center, prefix: "unwindToInitial"),
          .toTop(of: .center, prefix: "unwindToLast"),
        ],
        at: "root"
      )
    }
    return RestorationHarness(registry: registry) { session in
      let stack = NavigationController(
        restorationIdentifier: "stack",
        root: PlainScreen(restorationIdentifier: "a")
      )
      let drawer = DrawerController(restorationIdentifier: "root", center: stack)
      if !rulesByPlace {
        drawer.unwindRules = [
          .toFirst(of: .center, prefix: "unwindToInitial"),
          .toTop(of: .center, prefix: "unwindToLast"),
        ]
      }
      session.register(SlideTransition(), under: drawer)
      return drawer
    }
  }

  private func stack(of drawer: DrawerController) throws -> NavigationController {
    try #require(drawer.restorableCenter as? NavigationController)
  }

  @Test(
    "U01, P350: unwinding from a custom presentation ends at the first or the last screen.",
    arguments: [false, true],
    [false, true]
  )
  func drawerThatKnowsItsWay(rulesByPlace: Bool, restarts: Bool) throws {
    for (action, expected, movement) in [
      ("unwindToInitialViewControllerFromC", ["a"], "dismiss c, pop to a"),
      ("unwindToLastViewControllerFromC", ["a", "b"], "dismiss c"),
    ] {
      let harness = startDrawer(rulesByPlace: rulesByPlace)
      let slide = harness.session.registeredObjects(under: harness.root).first
      let b = PlainScreen(restorationIdentifier: "b")
      try stack(of: harness.root).push(b)
      b.present(
        PlainScreen(restorationIdentifier: "c"),
        style: .custom,
        transitionDelegate: slide as? SlideTransition
      )
      if restarts { try harness.restartAndRestore() }
      let presenter = try #require(
        stack(of: harness.root).topRestorable as? RestorableController
      )
      #expect(presenter.restorablePresentation?.style == .custom)
      #expect(presenter.restorablePresentation?.transitionDelegate is SlideTransition)
      let c = try #require(presenter.presentedRestorable)
      let plan = try #require(c.unwindPlan(for: UnwindAction(rawValue: action)))
      #expect(plan.description == movement)
      #expect(c.unwind(UnwindAction(rawValue: action)) == .performed(plan))
      let names = try stack(of: harness.root).restorableStack.map { $0.restorationIdentifier ?? "" }
      #expect(names == expected && presenter.presentedRestorable == nil)
    }
  }

  // MARK: Seed 003

  private func startSplit(
    _ coordinator: ManualTransitionCoordinator,
    isCollapsed: Bool
  ) -> RestorationHarness<SplitController> {
    var configuration = SessionConfiguration()
    configuration.transitionCoordinator = coordinator
    return RestorationHarness(registry: registry, configuration: configuration) { _ in
      let split = SplitController(
        restorationIdentifier: "root",
        primary: NavigationController(restorationIdentifier: "master", root: ListScreen()),
        secondary: PlainScreen(restorationIdentifier: "detail")
      )
      split.setCollapsed(isCollapsed)
      return split
    }
  }

  @Test(
    "U14, P348: the follow-up of an unwind comes exactly once, in every style and both layouts.",
    arguments: [
      PresentationStyle.automatic, .fullScreen, .pageSheet, .formSheet, .popover, .custom,
    ],
    [false, true]
  )
  func followUpComesOnce(style: PresentationStyle, isCollapsed: Bool) throws {
    for restarts in [false, true] {
      let coordinator = ManualTransitionCoordinator()
      let harness = startSplit(coordinator, isCollapsed: isCollapsed)
      let detail = try #require(harness.root.restorableSecondary as? PlainScreen)
      detail.present(PlainScreen(restorationIdentifier: "sheet"), style: style)
      coordinator.finishAll()
      if restarts { try harness.restartAndRestore() }
      harness.root.beginAppearanceTransition(isAppearing: true)
      harness.root.endAppearanceTransition()
      let presenter = try #require(harness.root.restorableSecondary as? PlainScreen)
      let sheet = try #require(presenter.presentedRestorable)
      let master = try #require(harness.root.restorablePrimary as? NavigationController)
      let list = try #require(master.topRestorable as? ListScreen)
      sheet.unwind(.addedFirstTemplate)
      #expect(list.presentedRestorable == nil)
      coordinator.finishAll()
      #expect(presenter.presentedRestorable == nil)
      #expect(list.presentedRestorable?.restorationIdentifier == "add")
    }
  }

  @Test("A handler runs before anything moves, and the plan can be printed.")
  func answering() throws {
    let coordinator = ManualTransitionCoordinator()
    let harness = startSplit(coordinator, isCollapsed: false)
    let master = try #require(harness.root.restorablePrimary as? NavigationController)
    let list = try #require(master.topRestorable as? ListScreen)
    let sheet = PlainScreen(restorationIdentifier: "sheet")
    harness.root.present(sheet)
    coordinator.finishAll()
    list.onUnwind(.addedFirstTemplate) { list, plan in
      list.reload()
    }

    print(sheet.unwindPlan(for: .addedFirstTemplate)?.description ?? "nobody answers")

    sheet.unwind(.addedFirstTemplate)

    #expect(list.timesReloaded == 1 && coordinator.running?.kind == .dismiss)
    coordinator.finishAll()
    #expect(harness.root.presentedRestorable == nil)
  }

  @Test("What an unwind became is told once everything stands still.")
  func toldLater() throws {
    let coordinator = ManualTransitionCoordinator()
    let harness = startSplit(coordinator, isCollapsed: false)
    let sheet = PlainScreen(restorationIdentifier: "sheet")
    harness.root.present(sheet)
    coordinator.finishAll()
    var results: [UnwindResult] = []
    func print(_ result: UnwindResult) { results.append(result) }

    sheet.unwind(.addedFirstTemplate) { result in print(result) }

    #expect(results.isEmpty)
    coordinator.finishAll()
    #expect(results.count == 1)
    // Nobody else is there, and the source is not asked.
    let lone = PlainScreen(restorationIdentifier: "lone")
    lone.onUnwind("done") { _, _ in }
    #expect(lone.unwind("done") == .notFound(asked: []))
  }

  @Test("A coordinator of a toolkit's own ends a transition when its animation has ended.")
  func fades() {
    let window = SlowWindow()
    var configuration = SessionConfiguration()
    configuration.transitionCoordinator = FadeCoordinator(window: window)
    let session = RestorationSession(store: .inMemory, configuration: configuration)
    let root = PlainScreen(restorationIdentifier: "root")
    session.restore(root, in: "main")
    for isComplete in [false, true] {
      root.present(PlainScreen(restorationIdentifier: "sheet"))
      let end = window.end
      window.end = nil
      end?(isComplete)
      #expect((root.presentedRestorable != nil) == isComplete)
    }
  }

  @Test("A color that is chosen after a restart reaches the palette.")
  func replies() throws {
    var registry = RestorationClassRegistry()
    registry.register(ColorPicker.self, named: "picker")
    let harness = RestorationHarness(registry: registry) { _ in PaletteScreen() }
    harness.root.chooseColor()
    try harness.restartAndRestore()
    let picker = try #require(harness.root.presentedRestorable as? ColorPicker)
    picker.choose("red")
    #expect(harness.root.color == "red" && harness.root.presentedRestorable == nil)
  }

  @Test("Dismissing what an unwind takes down anyway runs the follow-up once.")
  func closureAfterDismissal() throws {
    let coordinator = ManualTransitionCoordinator()
    let harness = startSplit(coordinator, isCollapsed: false)
    let master = try #require(harness.root.restorablePrimary as? NavigationController)
    let list = try #require(master.topRestorable as? ListScreen)
    let sheet = PlainScreen(restorationIdentifier: "sheet")
    list.present(sheet, style: .formSheet)
    coordinator.finishAll()
    list.onUnwind("done") { list, plan in
      list.dismiss(sheet) { list.presentAddTemplate() }
    }
    sheet.unwind("done")
    coordinator.finishAll()
    #expect(list.presentedRestorable?.restorationIdentifier == "add")
  }
}

extension UnwindAction {
  static let addedFirstTemplate: Self = "addedFirstTemplate"
}

// MARK: - Animating and replying

@MainActor
protocol ToolkitWindow: AnyObject {
  func fade(
    in entering: [any Restorable],
    out leaving: [any Restorable],
    end: @escaping @MainActor (_ isComplete: Bool) -> Void
  )
}

/// A window whose animations a test ends.
private final class SlowWindow: ToolkitWindow {
  var end: (@MainActor (Bool) -> Void)?

  func fade(
    in entering: [any Restorable],
    out leaving: [any Restorable],
    end: @escaping @MainActor (_ isComplete: Bool) -> Void
  ) {
    self.end = end
  }
}

final class FadeCoordinator: TransitionCoordinator {
  let window: any ToolkitWindow

  init(window: any ToolkitWindow) {
    self.window = window
  }

  func begin(_ transition: Transition) {
    window.fade(in: transition.entering, out: transition.leaving) { isComplete in
      if isComplete { transition.finish() } else { transition.cancel() }
    }
  }
}

extension ReplyKey where Value == String {
  static var color: Self { "color" }
}

final class PaletteScreen: RestorableController {
  @Restored("color") var color = "white"

  init() {
    super.init(restorationIdentifier: "palette")
    onReply(.color) { palette, color in palette.color = color }
  }

  func chooseColor() {
    present(ColorPicker(restorationIdentifier: "picker"), for: .color)
  }
}

final class ColorPicker: RestorableController, RestorationClass {
  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    ColorPicker(restorationIdentifier: request.identifier)
  }

  func choose(_ color: String) {
    reply(.color, with: color)
    dismiss()
  }
}
