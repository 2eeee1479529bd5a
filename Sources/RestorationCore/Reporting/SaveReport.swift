/// What a save did.
public struct SaveReport: Hashable, Sendable {
  /// How a save ended.
  public enum Outcome: Hashable, Sendable {
    /// Changes were committed to the store.
    case saved
    /// Nothing had changed, so nothing was written.
    case nothingChanged
    /// A restore or another save is under way; the save runs when it has ended.
    case deferred
    /// The app decided against it.
    case vetoed
    /// No scene could be saved; the diagnostics say why.
    ///
    /// What the store has was left as it is.
    case refused
    /// The store could not write; the last committed save stands, and all is marked again.
    case failed(StateStoreError)
  }

  /// How the save ended.
  public var outcome: Outcome

  /// How many nodes wrote their state.
  public var encodedNodes = 0

  /// How many records differed and were handed to the store.
  public var updatedRecords = 0

  /// How many records were removed.
  public var removedRecords = 0

  /// One diagnostic for each departure.
  public var diagnostics: [RestorationDiagnostic] = []

  /// Makes a report.
  public init(outcome: Outcome) {
    self.outcome = outcome
  }
}

extension SaveReport: CustomStringConvertible {
  /// A line on the outcome, then a line for each diagnostic.
  public var description: String {
    let line =
      switch outcome {
      case .saved: "saved \(updatedRecords) records, removed \(removedRecords)"
      case .nothingChanged: "nothing changed"
      case .deferred: "deferred until the restore has ended"
      case .vetoed: "vetoed by the app"
      case .refused: "refused"
      case .failed(let error): "failed: \(error)"
      }
    return ([line] + diagnostics.map { "  \($0)" }).joined(separator: "\n")
  }
}
