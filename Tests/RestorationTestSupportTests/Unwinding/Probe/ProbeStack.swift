import NavContainer
import RestorationCore

/// A stack that notes what it is asked and told.
final class ProbeStack: NavigationController, ProbeNode {
  let label: String
  let world: ProbeWorld

  init(_ label: String, identifier: String?, in world: ProbeWorld) {
    self.label = label
    self.world = world
    super.init(restorationIdentifier: identifier)
  }

  override func canPerformUnwind(_ request: UnwindRequest) -> Bool { noteQuestion() }
  override func shouldUnwind(_ plan: UnwindPlan) -> Bool { noteVeto() }
  override func prepareForUnwind(_ plan: UnwindPlan) { notePreparation(plan) }
  override func performUnwind(_ plan: UnwindPlan) { noteAction(plan) }

  override func willAppear() { world.noteAppearance("willAppear", of: label) }
  override func didAppear() { world.noteAppearance("didAppear", of: label) }
  override func willDisappear() { world.noteAppearance("willDisappear", of: label) }
  override func didDisappear() { world.noteAppearance("didDisappear", of: label) }
}
