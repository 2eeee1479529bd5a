import RestorationCore

/// What probe nodes have in common: the environment, who answers, and what they were told.
///
/// It knows them by their labels only, so that it keeps no node alive.
@MainActor
final class ProbeWorld {
  /// Whether there is room for one column only.
  var isCollapsed = false

  /// Which nodes answer an unwind.
  var answering: Set<String> = []

  /// Which nodes refuse a gesture of the user's.
  var vetoing: Set<String> = []

  /// Which nodes no factory makes again.
  var declining: Set<String> = []

  /// The unwind rules of containers that a factory makes.
  var rules: [String: [UnwindRule]] = [:]

  /// Which nodes were asked, in order.
  var asked: [String] = []

  /// What happened, in order.
  var events: [String] = []

  /// The appearance callbacks of each node, in order.
  private(set) var appearances: [String: [String]] = [:]

  /// What the target and the source of an unwind do.
  var onAction: (@MainActor (any ProbeNode, UnwindPlan) -> Void)?
  var onPrepare: (@MainActor (any ProbeNode, UnwindPlan) -> Void)?

  func noteAppearance(_ callback: String, of label: String) {
    appearances[label, default: []].append(callback)
    events.append("\(label) \(callback)")
  }

  /// Forgets what happened so far.
  func forget() {
    asked = []
    events = []
  }

  /// Forgets what nodes of a former run were told.
  func beginRun() {
    forget()
    appearances = [:]
  }

  /// The nodes whose callbacks do not come in turns: will, did, and the same in the other direction.
  ///
  /// A transition that is taken back has "will" followed by the opposite pair.
  var unbalanced: [String] {
    let next: [String: Set<String>] = [
      "": ["willAppear"],
      "willAppear": ["didAppear", "willDisappear"],
      "didAppear": ["willDisappear"],
      "willDisappear": ["didDisappear", "willAppear"],
      "didDisappear": ["willAppear"],
    ]
    return appearances.compactMap { label, callbacks in
      let isBalanced = zip([""] + callbacks, callbacks).allSatisfy {
        next[$0]?.contains($1) == true
      }
      let hasEnded = callbacks.last?.hasPrefix("did") ?? true
      return isBalanced && hasEnded ? nil : "\(label): \(callbacks)"
    }.sorted()
  }
}
