/// What may be found after a death at some moment of a scenario.
struct ScenarioPromise: Sendable {
  /// All that was ever saved, or was tried to be, in order.
  var history: [ScenarioWorld] = [ScenarioWorld()]

  /// The last of these that a save returned from.
  var acknowledged = 0

  /// The last of these that must survive a power loss.
  var certain = 0

  /// The one from which nothing older is left anywhere: that of the last erasing that was complete.
  var floor = 0

  /// Whether an erasing has begun and may have taken away the newest of what there is first.
  var isErasing = false

  /// The last one that a save returned from after it kept it as a generation of its own.
  var kept: Int?

  /// Those that are kept under names.
  var named: [String: Int] = [:]

  /// The last one that was tried.
  var attempted: Int { history.count - 1 }

  /// What may be found if the process dies: the last save, or what was tried since.
  var afterDeath: ClosedRange<Int> { (isErasing ? floor : acknowledged)...attempted }

  /// What may be found if the power goes: nothing older than what was synchronized.
  var afterPowerLoss: ClosedRange<Int> { (isErasing ? floor : certain)...attempted }
}
