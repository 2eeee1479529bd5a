/// What happened in the rounds of a demo.
struct Tally: CustomStringConvertible {
  /// How many children were killed in the middle of a save.
  var saves = 0

  /// How many children were killed in the middle of a restore.
  var restores = 0

  /// How many were asked to end, and saved before they did.
  var terminations = 0

  /// How many open screens had their article deleted.
  var deleted = 0

  /// How many unwinds were carried out.
  var unwinds = 0

  /// How many restarts had the plans of their unwinds compared with those before the kill.
  var plans = 0

  var description: String {
    "\(saves) kills within a save, \(restores) within a restore, \(terminations) ends by a signal "
      + "that saves, \(deleted) open articles deleted, \(unwinds) unwinds carried out, plans compared after \(plans) "
      + "restarts"
  }
}
