import RestorationCore

/// A node that notes what it is asked and told.
@MainActor
protocol ProbeNode: RestorableController {
  var label: String { get }
  var world: ProbeWorld { get }
}

extension ProbeNode {
  func noteQuestion() -> Bool {
    world.asked.append(label)
    return world.answering.contains(label)
  }

  func noteVeto() -> Bool {
    world.events.append("veto \(label)")
    return !world.vetoing.contains(label)
  }

  func notePreparation(_ plan: UnwindPlan) {
    world.events.append("prepare \(label)")
    world.onPrepare?(self, plan)
  }

  func noteAction(_ plan: UnwindPlan) {
    world.events.append("action \(label)")
    world.onAction?(self, plan)
  }
}

extension UnwindAction {
  /// The action that all probe nodes are asked for.
  static let probe: Self = "probe"
}
