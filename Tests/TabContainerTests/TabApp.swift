import RestorationCore
import RestorationTestSupport
import TabContainer

/// An app whose root is a row of tabs.
@MainActor
final class TabApp {
  /// The identifiers of the tabs that the next launch builds.
  var launch: [String]

  /// The text that the next launch puts on each of them.
  var text = ""

  /// Told of each root that a launch built, before it is restored.
  var didBuild: (@MainActor (TabController) -> Void)?

  init(_ launch: [String]) {
    self.launch = launch
  }

  /// An app that starts for the first time.
  func start(
    makesScreens: Bool = true,
    hooks: CoderHooks = CoderHooks(),
    configuration: SessionConfiguration = SessionConfiguration()
  ) -> RestorationHarness<TabController> {
    var registry = RestorationClassRegistry()
    if makesScreens { registry.register(Screen.self, named: "screen") }
    registry.registerTabController()
    return RestorationHarness(registry: registry, hooks: hooks, configuration: configuration) { _ in
      let root = TabController(restorationIdentifier: "root", tabs: self.screens())
      self.didBuild?(root)
      return root
    }
  }

  private func screens() -> [Screen] {
    launch.map {
      let screen = Screen(restorationIdentifier: $0)
      screen.text = text
      return screen
    }
  }
}

extension TabController {
  /// The screen in the tab with an identifier.
  func screen(_ identifier: String) -> Screen? {
    restorableTabs.first { $0.restorationIdentifier == identifier } as? Screen
  }

  /// The identifier of the selected tab.
  var selection: String? { selectedRestorableTab?.restorationIdentifier }
}
