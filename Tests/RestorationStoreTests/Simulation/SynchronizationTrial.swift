@testable import RestorationStore

/// Runs scenarios on a disk on which one kind of synchronization does nothing.
struct SynchronizationTrial {
  /// The label of the synchronizations.
  let label: String

  let scenarios: [Scenario]

  /// What is found that must not be, if anything is.
  ///
  /// Nearly all that can be found is found where everything is lost, so that all scenarios are gone
  /// through for that before any is looked at more closely.
  func violation() -> String? {
    for closeness in CrashChecker.Closeness.allCases {
      for scenario in scenarios {
        let run = ScenarioRun(scenario)
        _ = run.run(ignoring: [label])
        let checker = CrashChecker(scenario, bound: 6, ignoring: [label])
        if let found = checker.violation(in: run.moments, closeness) { return found }
      }
    }
    return nil
  }
}
