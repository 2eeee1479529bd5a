import RestorationCore

/// A screen that notes what it is asked and told, and has a back handler of its own.
final class ProbeScreen: RestorableController, ProbeNode {
  let label: String
  let world: ProbeWorld

  /// Whether the screen has something to do if the user goes back.
  var handlesBack = false

  /// What it does then.
  var onBack: (@MainActor () -> NavigationOutcome)?

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

  override var canHandleBack: Bool { handlesBack }

  override func handleBack() -> NavigationOutcome {
    world.events.append("back \(label)")
    return onBack?() ?? .performed
  }

  override func backGestureDidChange(_ phase: BackGesture.Phase) {
    world.events.append("\(phase) \(label)")
  }
}
