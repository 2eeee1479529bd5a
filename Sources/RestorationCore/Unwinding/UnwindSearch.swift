/// What a search for the target of an unwind found.
package struct UnwindSearch {
  /// Which nodes were asked, in order.
  package var asked: [UnwindPlan.Node] = []

  /// What is to be done, if somebody answers.
  package var plan: UnwindPlan?

  /// One for each rule that led nowhere.
  package var diagnostics: [RestorationDiagnostic] = []
}
