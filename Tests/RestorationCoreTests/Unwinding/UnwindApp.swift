import RestorationCore
import RestorationTestSupport

/// An app of pages and piles, which notes what happens in one log.
@MainActor
final class UnwindApp {
  let log = EventLog()
  let coordinator: any TransitionCoordinator

  /// Identifiers that each launch lets answer the action `home`.
  var answering: Set<String> = []

  /// Identifiers of nodes that no factory makes.
  var gone: Set<String> = []

  init(coordinator: any TransitionCoordinator = ImmediateTransitionCoordinator()) {
    self.coordinator = coordinator
  }

  func page(_ identifier: String?) -> Page {
    prepared(Page(identifier, log))
  }

  func pile(_ identifier: String?, _ pages: [Page] = []) -> Pile {
    prepared(Pile(identifier, pages, log))
  }

  /// Starts with a root, and with bare ones after a restart.
  func start(
    _ root: Pile,
    registering: (inout RestorationClassRegistry) -> Void = { _ in }
  )
    -> RestorationHarness<Pile>
  {
    var registry = RestorationClassRegistry()
    registry.register(Page.self, named: "page") { request, _ in
      self.gone.contains(request.identifier) ? nil : self.page(request.identifier)
    }
    registry.register(Pile.self, named: "pile") { request, _ in
      self.gone.contains(request.identifier) ? nil : self.pile(request.identifier)
    }
    registering(&registry)
    var configuration = SessionConfiguration()
    configuration.transitionCoordinator = coordinator
    var first: Pile? = root
    return RestorationHarness(registry: registry, configuration: configuration) { _ in
      defer { first = nil }
      return first ?? self.pile(root.restorationIdentifier)
    }
  }

  private func prepared<Node: Page>(_ page: Node) -> Node {
    if answering.contains(page.name) { page.answered = [.home] }
    return page
  }
}

extension UnwindAction {
  static let home: Self = "home"
}

extension RestorationHarness where Root == Pile {
  /// The page with an identifier, wherever it stands.
  func page(_ identifier: String) -> Page? {
    var pending: [any Restorable] = [root]
    while let next = pending.popLast() {
      if next.restorationIdentifier == identifier { return next as? Page }
      pending += (next as? any RestorableContainer)?.restorableChildren ?? []
      if let presented = (next as? any Presenting)?.restorablePresentation?.presented {
        pending.append(presented)
      }
    }
    return nil
  }
}

extension RestorableController {
  /// Shows a root with all that can be seen below it, as a host does.
  func appear() {
    beginAppearanceTransition(isAppearing: true)
    endAppearanceTransition()
  }
}
