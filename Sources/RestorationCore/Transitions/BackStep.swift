/// What a request to go back does: a node's own step, or the dismissal of what it presents.
@MainActor
struct BackStep {
  private(set) weak var node: (any Restorable)?

  /// What is dismissed, for a dismissal.
  private weak var presented: (any Restorable)?
  private let isDismissal: Bool

  private init(of node: any Restorable, dismissing presented: (any Restorable)? = nil) {
    self.node = node
    self.presented = presented
    isDismissal = presented != nil
  }

  func isSame(as other: BackStep) -> Bool {
    node === other.node && presented === other.presented && isDismissal == other.isDismissal
  }

  /// Whether the step can be taken now.
  var isPossible: Bool {
    guard let node else { return false }
    guard isDismissal else { return node.canHandleBack }
    guard let presented else { return false }
    return (node as? any Presenting)?.restorablePresentation?.presented === presented
  }

  /// Takes the step, and says whether it was taken, or will be.
  func perform() -> Bool {
    guard let node else { return false }
    if case .refused = isDismissal ? dismiss(by: node) : node.handleBack() { return false }
    return true
  }

  private func dismiss(by node: any Restorable) -> NavigationOutcome {
    guard let presenter = node as? any Presenting, let presented else {
      return .refused("It is gone already.")
    }
    return presenter.performNavigation { presenter.dismiss(presented) }
  }
}

// MARK: - Searching

extension BackStep {
  /// The step nearest to the user that can be taken.
  static func first(in root: any Restorable) -> BackStep? {
    all(in: root).first { $0.isPossible }
  }

  /// The steps of all nodes that a user who goes back may mean, the nearest first.
  ///
  /// A node comes after its children, and what it presents before everything else of it.
  static func all(in root: any Restorable) -> [BackStep] {
    var outermostFirst: [BackStep] = []
    var pending = [root]
    while let node = pending.popLast() {
      if let presented = (node as? any Presenting)?.restorablePresentation?.presented {
        // What is covered is out of the user's reach.
        outermostFirst.append(BackStep(of: node, dismissing: presented))
        pending.append(presented)
        continue
      }
      outermostFirst.append(BackStep(of: node))
      if let container = node as? any RestorableContainer { pending += container.backOrder }
    }
    return outermostFirst.reversed()
  }
}
