import RestorationCore

/// Notes every transition, and ends it at once, or when the test says so.
final class ProbeCoordinator: TransitionCoordinator {
  private let world: ProbeWorld

  /// Whether transitions wait for the test.
  var isManual = false

  /// What waits for the test.
  let manual = ManualTransitionCoordinator()

  init(in world: ProbeWorld) {
    self.world = world
  }

  func begin(_ transition: Transition) {
    let leaving = transition.leaving.map { " -\(label($0))" }.joined()
    let entering = transition.entering.map { " +\(label($0))" }.joined()
    world.events.append("\(label(transition.node)) \(transition.kind)\(leaving)\(entering)")
    if isManual { manual.begin(transition) } else { transition.finish() }
  }

  private func label(_ node: any Restorable) -> String {
    (node as? any ProbeNode)?.label ?? node.restorationIdentifier ?? "?"
  }
}
