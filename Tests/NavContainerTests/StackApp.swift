import NavContainer
import RestorationCore
import RestorationTestSupport

/// An app whose root is a stack.
@MainActor
final class StackApp {
  /// The identifiers of the entries that the next launch builds.
  var launch = ["list"]

  /// What the next launch's stack does about holes.
  var policy = StackHolePolicy.cut

  /// Told of each root that a launch built, before it is restored.
  var didBuild: (@MainActor (NavigationController) -> Void)?

  /// An app that starts for the first time.
  ///
  /// Screens whose identifier begins with "gone" are made by no factory.
  func start(
    configuration: SessionConfiguration = SessionConfiguration()
  ) -> RestorationHarness<NavigationController> {
    var registry = RestorationClassRegistry()
    registry.register(Screen.self, named: "screen") { request, decoder in
      guard !request.identifier.hasPrefix("gone") else { return nil }
      return try Screen.makeRestorable(for: request, from: decoder)
    }
    registry.registerNavigationController()
    return RestorationHarness(registry: registry, configuration: configuration) { _ in
      let root = NavigationController(
        restorationIdentifier: "root",
        stackHolePolicy: self.policy
      )
      root.restorableStack = self.launch.map { Screen(restorationIdentifier: $0) }
      self.didBuild?(root)
      return root
    }
  }
}

extension NavigationController {
  /// Pushes a new screen.
  @discardableResult
  func push(_ identifier: String?, text: String = "") -> Screen {
    let screen = Screen(restorationIdentifier: identifier)
    screen.text = text
    push(screen)
    return screen
  }

  /// The identifiers of the entries.
  var identifiers: [String] { restorableStack.identifiers }

  /// The texts of the entries.
  var texts: [String] { restorableStack.compactMap { ($0 as? Screen)?.text } }
}
