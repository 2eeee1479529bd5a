/// What became of an unwind.
public enum UnwindResult: Hashable, Sendable {
  /// It was carried out.
  case performed(UnwindPlan)

  /// The source refused a gesture of the user's; nothing happened.
  case vetoed(by: UnwindPlan.Node)

  /// Nobody answered; nothing happened. These were asked, in this order: none, if the scene was closed
  /// before the unwind's turn.
  case notFound(asked: [UnwindPlan.Node])

  /// It stopped on the way: a step was cancelled or refused, or the tree had changed.
  ///
  /// The action has run, and `after` steps of the plan are done. The text says why it stopped.
  case interrupted(UnwindPlan, after: Int, because: String)
}

extension UnwindResult: CustomStringConvertible {
  /// The result on one line.
  public var description: String {
    switch self {
    case .performed(let plan):
      "unwound to \(plan.target): \(plan)"
    case .vetoed(let source):
      "vetoed by \(source)"
    case .notFound(let asked):
      "nobody answered; asked were: " + asked.map(\.description).joined(separator: ", ")
    case .interrupted(let plan, let steps, let reason):
      "interrupted after \(steps) of \(plan.steps.count) steps to \(plan.target): \(reason)"
    }
  }
}
