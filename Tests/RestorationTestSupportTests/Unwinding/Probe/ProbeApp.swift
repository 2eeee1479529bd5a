import RestorationCore
import RestorationTestSupport
import SplitContainer
import Testing

/// An app whose tree is a blueprint, and which can be killed and started again.
@MainActor
final class ProbeApp {
  /// What launches after the first one build.
  enum Launch {
    case rootOnly
    case everything
  }

  let world: ProbeWorld
  let coordinator: ProbeCoordinator
  let harness: RestorationHarness<RestorableController>

  init(
    _ blueprint: Blueprint,
    launch: Launch = .rootOnly,
    isCollapsed: Bool = false,
    setUp: (@MainActor (inout RestorationClassRegistry, ProbeWorld) -> Void)? = nil,
    didBuild: (@MainActor (RestorableController, RestorationSession) -> Void)? = nil
  ) {
    let world = ProbeWorld()
    world.isCollapsed = isCollapsed
    let coordinator = ProbeCoordinator(in: world)
    var configuration = SessionConfiguration()
    configuration.transitionCoordinator = coordinator
    var registry = RestorationClassRegistry()
    registry.registerProbes(in: world)
    setUp?(&registry, world)
    var isFirst = true
    harness = RestorationHarness(registry: registry, configuration: configuration) { session in
      defer { isFirst = false }
      world.beginRun()
      let builds = isFirst || launch == .everything
      let root = builds ? blueprint.build(in: world) : blueprint.makeNode(in: world)
      didBuild?(root, session)
      return root
    }
    self.world = world
    self.coordinator = coordinator
  }

  /// The live tree as a value.
  var blueprint: Blueprint? { (harness.root as? any ProbeNode).map { Blueprint(of: $0) } }

  /// The live nodes by label.
  var nodes: [String: any ProbeNode] {
    var nodes: [String: any ProbeNode] = [:]
    var pending: [any Restorable] = [harness.root]
    while let next = pending.popLast() {
      if let node = next as? any ProbeNode { nodes[node.label] = node }
      pending += (next as? any RestorableContainer)?.restorableChildren ?? []
      if let sheet = (next as? any Presenting)?.restorablePresentation {
        pending.append(sheet.presented)
      }
    }
    return nodes
  }

  func node(_ label: String) throws -> any ProbeNode {
    try #require(nodes[label], "no node '\(label)'")
  }

  func screen(_ label: String) throws -> ProbeScreen {
    try #require(nodes[label] as? ProbeScreen, "no screen '\(label)'")
  }

  /// Shows the tree, as a host does once it is restored.
  func appear() {
    harness.root.beginAppearanceTransition(isAppearing: true)
    harness.root.endAppearanceTransition()
  }

  /// Kills the app and starts it again.
  @discardableResult
  func restart() throws -> RestorationReport {
    try harness.restartAndRestore()
  }

  /// Collapses or expands every split, as a rotation does.
  func setCollapsed(_ isCollapsed: Bool) {
    world.isCollapsed = isCollapsed
    for case let split as SplitController in nodes.values { split.setCollapsed(isCollapsed) }
  }
}

// MARK: - Unwinding

extension ProbeApp {
  /// What a search does: which plan it makes, and whom it asks.
  struct Search: Equatable {
    var plan: UnwindPlan?
    var asked: [String]
  }

  func search(from source: any ProbeNode, answering: Set<String>) -> Search {
    world.answering = answering
    world.asked = []
    let request = UnwindRequest(.probe, from: source)
    let plan = harness.session.plan(for: request, in: harness.scene)
    return Search(plan: plan, asked: world.asked)
  }

  func unwind(
    from source: any ProbeNode,
    answering: Set<String>,
    isFromGesture: Bool = false
  ) -> UnwindResult? {
    world.answering = answering
    world.asked = []
    let request = UnwindRequest(.probe, from: source, isFromGesture: isFromGesture)
    return harness.session.unwind(request, in: harness.scene)
  }
}

extension RestorationClassRegistry {
  /// Registers all probe nodes.
  @MainActor
  fileprivate mutating func registerProbes(in world: ProbeWorld) {
    func factory(_ kind: Blueprint.Kind) -> Factory {
      { request, _ in
        guard !world.declining.contains(request.identifier) else { return nil }
        let node = kind.make(request.identifier, identifier: request.identifier, in: world)
        if let rules = world.rules[request.identifier] { node.unwindRules = rules }
        return node
      }
    }
    register(ProbeScreen.self, named: "screen", factory: factory(.screen))
    register(ProbeTabs.self, named: "tabs", factory: factory(.tabs))
    register(ProbeStack.self, named: "stack", factory: factory(.stack))
    register(ProbeDrawer.self, named: "drawer", factory: factory(.drawer))
    register(ProbeSplit.self, named: "split", factory: factory(.split))
  }
}
