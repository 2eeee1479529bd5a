import RestorationCore
import RestorationTestSupport
import SplitContainer

/// An app whose root is a split.
@MainActor
final class SplitApp {
  /// The identifiers of what the next launch puts into the three columns.
  var primary: String? = "primary"
  var supplementary: String?
  var secondary: String? = "placeholder"

  /// What the next launch says of its secondary column.
  var isPlaceholder = true

  /// Whether the next launch finds room for one column only.
  var isCollapsed = false

  /// Told of each root that a launch built, before it is restored.
  var didBuild: (@MainActor (SplitController) -> Void)?

  /// An app that starts for the first time.
  ///
  /// Screens whose identifier begins with "gone" are made by no factory.
  func start() -> RestorationHarness<SplitController> {
    var registry = RestorationClassRegistry()
    registry.register(Screen.self, named: "screen") { request, decoder in
      guard !request.identifier.hasPrefix("gone") else { return nil }
      return try Screen.makeRestorable(for: request, from: decoder)
    }
    registry.registerSplitController()
    return RestorationHarness(registry: registry) { _ in
      let root = SplitController(
        restorationIdentifier: "root",
        primary: self.screen(self.primary),
        supplementary: self.screen(self.supplementary),
        secondary: self.screen(self.secondary),
        isSecondaryPlaceholder: self.isPlaceholder
      )
      root.setCollapsed(self.isCollapsed)
      self.didBuild?(root)
      return root
    }
  }

  private func screen(_ identifier: String?) -> Screen? {
    identifier.map { Screen(restorationIdentifier: $0) }
  }
}

extension SplitController {
  /// What stands in the three columns.
  var columns: [Screen?] { SplitColumn.allCases.map { restorableColumn($0) as? Screen } }

  /// The identifiers of what stands in the three columns.
  var identifiers: [String?] { columns.map { $0?.restorationIdentifier } }
}
