/// What is to be done in the background after a save.
struct MaintenanceWork: Sendable {
  /// Whether files are to be brought to the disk now.
  var mustSynchronize = false

  /// Whether saves are to wait until that is done, since too many segments wait for it.
  var mustWait = false

  /// Whether that is to be done once ``FileStateStore/Options/syncInterval`` has passed.
  var mustPlanSync = false

  /// Whether a segment to come is to be prepared.
  var mustPrepare = false
  /// Whether there is anything to be done.
  var isNeeded: Bool { mustSynchronize || mustPlanSync || mustPrepare }
}
