/// The transitions of one scene, one after the other, and what is to follow them.
///
/// What is asked for while a transition runs waits for its end, so navigation is never recursive.
/// Follow-ups run when no transition is left, one after the other; a transition that one of them
/// asks for runs before the next one. While the scene is restored the queue is closed; what was asked
/// for runs when it opens again.
@MainActor
public final class TransitionQueue {
  /// An entry: it begins, and says once how it ended.
  typealias Entry = @MainActor (_ end: @escaping @MainActor (TransitionOutcome) -> Void) -> Void

  /// What animates the transitions that begin from now on.
  public var coordinator: any TransitionCoordinator

  /// The transition that is under way, or `nil`.
  public private(set) var running: Transition?

  private var entries: [(begin: Entry, drop: @MainActor () -> Void)] = []
  private var followUps: [FollowUp] = []
  private var isBusy = false
  private var isGoingOn = false
  private var isClosed = false

  /// The transition whose change the tree is taking at this moment.
  private(set) var applied: Transition?

  package init(coordinator: any TransitionCoordinator = ImmediateTransitionCoordinator()) {
    self.coordinator = coordinator
  }

  /// Whether a step would run at once.
  public var isIdle: Bool { !isClosed && !isBusy && !isGoingOn && entries.isEmpty }

  /// Runs a step, at once if the queue is idle, or else after those that were asked for before.
  public func perform(_ step: @escaping @MainActor () -> Void) {
    append { end in
      step()
      end(.finished)
    }
  }
}

// MARK: - Entries

extension TransitionQueue {
  /// Adds an entry, which begins at once if the queue is idle.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - drop: Called in its place if the scene is closed before its turn.
  func append(_ entry: @escaping Entry, drop: @escaping @MainActor () -> Void = {}) {
    entries.append((begin: entry, drop: drop))
    goOn()
  }

  private func goOn() {
    guard !isGoingOn else { return }
    isGoingOn = true
    defer { isGoingOn = false }
    while !isClosed, !isBusy {
      if !entries.isEmpty {
        begin(entries.removeFirst().begin)
      } else if !followUps.isEmpty {
        followUps.removeFirst().run()
      } else {
        return
      }
    }
  }

  private func begin(_ entry: Entry) {
    isBusy = true
    var hasEnded = false
    entry { [weak self] outcome in
      guard !hasEnded else { return }
      hasEnded = true
      self?.noteEnd(outcome)
    }
  }

  private func noteEnd(_ outcome: TransitionOutcome) {
    isBusy = false
    for followUp in followUps { followUp.noteEnd(outcome) }
    goOn()
  }
}

// MARK: - Follow-ups

extension TransitionQueue {
  /// Runs something once, when no transition runs or waits, at once if none does.
  func add(_ followUp: FollowUp) {
    followUps.append(followUp)
    goOn()
  }
}

// MARK: - Transitions

extension TransitionQueue {
  /// Changes a node within the entry that runs, and lets the coordinator animate it.
  ///
  /// - Parameters:
  ///   - node: The node that is changed, or whose children are.
  ///   - step: Changes it at once, or refuses.
  ///   - didEnd: Told how the transition ended; `nothingToDo` if the step refused.
  /// - Returns: What the step returned.
  @discardableResult
  func change(
    _ node: any Restorable,
    by step: @MainActor () -> NavigationOutcome,
    didEnd: @escaping @MainActor (TransitionOutcome) -> Void
  ) -> NavigationOutcome {
    let transition = Transition(of: node, in: self)
    let outcome = applying(transition, step)
    let isVisible = transition.noteChange { [weak self] outcome in
      if self?.running === transition { self?.running = nil }
      didEnd(outcome)
    }
    guard outcome == .performed else {
      transition.dissolve()
      return outcome
    }
    guard isVisible, !isClosed else {
      transition.finish()
      return outcome
    }
    running = transition
    coordinator.begin(transition)
    return outcome
  }

  /// Runs a change of the tree that belongs to a transition.
  func applying<Result>(_ transition: Transition, _ change: () -> Result) -> Result {
    let outer = applied
    applied = transition
    defer { applied = outer }
    return change()
  }
}

// MARK: - Closing

extension TransitionQueue {
  /// Holds back what is asked for from now on; what is under way comes to its end.
  package func close() {
    isClosed = true
    while let running {
      running.finish()
      // It may be ending already, and wait for a callback of its own that asks for this.
      running.completeEnd()
    }
  }

  package func open() {
    isClosed = false
    goOn()
  }

  /// Drops the transitions that wait, and runs the follow-ups, since the scene is gone.
  func abandon() {
    close()
    // Either may ask for more, which would have nothing left that runs it.
    while true {
      if !entries.isEmpty {
        let entry = entries.removeFirst()
        for followUp in followUps { followUp.noteEnd(.cancelled) }
        entry.drop()
      } else if !followUps.isEmpty {
        followUps.removeFirst().run()
      } else {
        break
      }
    }
    isClosed = false
  }
}
