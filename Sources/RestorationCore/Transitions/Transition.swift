/// One change of what a node shows: a push, a presentation, another tab.
///
/// The tree has the change when the transition begins, so a save in the middle of it writes what it
/// leads to: what is pushed or presented is in it, and what is popped or dismissed is not. Cancelled,
/// the transition takes the change back.
@MainActor
public final class Transition {
  /// What a transition does.
  public enum Kind: Hashable, Sendable {
    /// A node is presented.
    case present
    /// A presented node is taken down.
    case dismiss
    /// Children joined the node.
    case push
    /// Children left the node.
    case pop
    /// Some children left and others joined.
    case replace
    /// The children stayed, and others of them can be seen.
    case show
  }

  /// The node that presents, or whose children are shown.
  public let node: any Restorable

  /// What the transition does.
  public private(set) var kind = Kind.show

  /// What comes into view, or joins: the outermost nodes alone.
  public private(set) var entering: [any Restorable] = []

  /// What goes out of view, or leaves: the outermost nodes alone.
  public private(set) var leaving: [any Restorable] = []

  /// How the transition ended, or `nil` if it is under way.
  public private(set) var outcome: TransitionOutcome?

  private let before: Arrangement
  private let takeBack: @MainActor () -> Void
  private var appearances: [AppearanceChange] = []
  private var followers: [@MainActor (TransitionOutcome) -> Void] = []
  private var didEnd: (@MainActor (TransitionOutcome) -> Void)?

  /// What is not in the tree any more, seen or not: the outermost nodes alone.
  private var departing: [any Restorable] = []

  private weak var queue: TransitionQueue?

  init(of node: any Restorable, in queue: TransitionQueue) {
    self.node = node
    self.queue = queue
    before = Arrangement(of: node)
    takeBack = before.takeBack(to: node)
  }

  /// Whether the transition has not ended yet.
  public var isRunning: Bool { outcome == nil }
}

// MARK: - Ending

extension Transition {
  /// Ends the transition: what it shows has appeared.
  ///
  /// Nothing happens if it has ended already.
  public func finish() {
    end(.finished)
  }

  /// Takes the transition back: the tree is as it was before.
  ///
  /// Nothing happens if it has ended already.
  public func cancel() {
    guard isRunning else { return }
    outcome = .cancelled
    queue?.applying(self) { takeBack() }
    completeEnd()
  }

  /// Ends a transition that changed nothing.
  func dissolve() {
    end(.nothingToDo)
  }

  private func end(_ outcome: TransitionOutcome) {
    guard isRunning else { return }
    self.outcome = outcome
    completeEnd()
  }

  /// Calls whoever waits for the end of a transition that has an outcome.
  ///
  /// Called from within one of those calls, it does what is left: a scene that is closed or restored
  /// there cannot wait until the call returns.
  func completeEnd() {
    guard let outcome else { return }
    // Those that have ended are left as they are, so it does no harm that they stay in the list.
    for change in appearances { change.end() }
    appearances = []
    let followers = followers + [didEnd].compactMap(\.self)
    self.followers = []
    didEnd = nil
    for follower in followers { follower(outcome) }
  }
}

// MARK: - Following

extension Transition {
  /// Tells how the transition ends, before the scene's queue goes on.
  func addFollower(_ follower: @escaping @MainActor (TransitionOutcome) -> Void) {
    followers.append(follower)
  }

  /// Whether the transition takes a node out of the tree, or something that it stands in.
  func takesAway(_ node: any Restorable) -> Bool {
    var next: (any Restorable)? = node
    while let current = next {
      if departing.contains(where: { $0 === current }) { return true }
      let controller = current as? RestorableController
      next = controller?.presentingRestorable ?? controller?.enclosingRestorable
    }
    return false
  }
}

// MARK: - Applying

extension Transition {
  /// Puts off the end of what appears and disappears until the transition ends.
  func hold(_ change: AppearanceChange) {
    appearances.append(change)
  }

  /// Notes what the change did, once the tree has it.
  ///
  /// - Returns: Whether there is anything to see.
  func noteChange(didEnd: @escaping @MainActor (TransitionOutcome) -> Void) -> Bool {
    self.didEnd = didEnd
    let after = Arrangement(of: node)
    if before.presented !== after.presented {
      kind = after.presented == nil ? .dismiss : .present
      entering = after.presented.map { [$0] } ?? []
      leaving = before.presented.map { [$0] } ?? []
      departing = leaving
      return true
    }
    let joined = after.children.without(before.children)
    departing = before.children.without(after.children)
    entering = after.visible.without(before.visible)
    leaving = before.visible.without(after.visible)
    let isVisible = !entering.isEmpty || !leaving.isEmpty
    switch (joined.isEmpty, departing.isEmpty) {
    case (true, true): kind = .show
    case (false, true): kind = .push
    case (true, false): kind = .pop
    case (false, false): kind = .replace
    }
    return isVisible
  }
}
