/// The launch of one scene as the guard watches it.
@MainActor
final class SceneLaunch {
  let watch: any LaunchWatch
  private(set) var record: LaunchRecord

  /// What was held back, is tried again by this launch, and is let go of once it was saved.
  var triedAgain: [HeldBackNode] = []

  /// When the restore had ended, by the session's clock.
  var restored: Duration?

  init(watch: any LaunchWatch, record: LaunchRecord) {
    self.watch = watch
    self.record = record
  }

  /// Whether the app has not shown yet that it is well.
  var isUnsettled: Bool { watch.note == .unsettled }

  /// Notes that the restore was survived, which ends the row of deaths in it.
  ///
  /// Who is still to be read stays a suspect. From now on deaths are only counted.
  func noteRestored(at now: Duration, keepingSuspect keepsSuspect: Bool) {
    restored = now
    var survived = record
    survived.deathsInRestore = 0
    if !keepsSuspect { (survived.suspect, survived.deaths) = (nil, 0) }
    survived.note = .unsettled
    change(to: survived)
  }

  /// Notes that the app is well; who is still to be read stays a suspect.
  func settle(keepingSuspect keepsSuspect: Bool) {
    let suspect = keepsSuspect ? (record.suspect, record.deaths) : (nil, 0)
    var settled = LaunchRecord()
    settled.holdsScene = record.holdsScene
    (settled.suspect, settled.deaths) = suspect
    change(to: settled)
  }

  /// Notes that the suspect was read, and lives.
  func clearSuspect() {
    var cleared = record
    (cleared.suspect, cleared.deaths) = (nil, 0)
    cleared.note = watch.note
    change(to: cleared)
  }

  /// Notes that something was saved in place of a scene that was held back.
  func noteReplaced() {
    guard record.holdsScene else { return }
    change(to: LaunchRecord())
  }

  private func change(to record: LaunchRecord) {
    guard record != self.record || record.note != watch.note else { return }
    self.record = record
    watch.update(record)
  }
}
