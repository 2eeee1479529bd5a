import DrawerContainer
import RestorationCore
import RestorationTestSupport

/// An app whose root is a drawer container.
@MainActor
final class DrawerApp {
  /// The identifiers of what the next launch puts in the center and on the two sides.
  var center: String? = "center"
  var leading: String? = "leading"
  var trailing: String? = "trailing"

  /// Told of each root that a launch built, before it is restored.
  var didBuild: (@MainActor (DrawerController) -> Void)?

  /// An app that starts for the first time.
  ///
  /// Screens whose identifier begins with "gone" are made by no factory.
  func start(
    configuration: SessionConfiguration = SessionConfiguration()
  ) -> RestorationHarness<DrawerController> {
    var registry = RestorationClassRegistry()
    registry.register(Screen.self, named: "screen") { request, decoder in
      guard !request.identifier.hasPrefix("gone") else { return nil }
      return try Screen.makeRestorable(for: request, from: decoder)
    }
    registry.registerDrawerController()
    return RestorationHarness(registry: registry, configuration: configuration) { _ in
      let root = DrawerController(
        restorationIdentifier: "root",
        center: self.screen(self.center),
        leading: self.screen(self.leading),
        trailing: self.screen(self.trailing)
      )
      self.didBuild?(root)
      return root
    }
  }

  private func screen(_ identifier: String?) -> Screen? {
    identifier.map { Screen(restorationIdentifier: $0) }
  }
}

extension DrawerController {
  /// What stands in the center and on the two sides.
  var places: [Screen?] {
    [restorableCenter, restorableLeading, restorableTrailing].map { $0 as? Screen }
  }

  /// The identifiers of what stands in the center and on the two sides.
  var identifiers: [String?] { places.map { $0?.restorationIdentifier } }
}
