extension Restorable {
  /// Dismisses a node, or the presented one that it stands in, and runs something once it is gone.
  ///
  /// If it is being dismissed already, the follow-up waits for that; if it stands, it is dismissed
  /// first; if it is gone, the follow-up runs at once. In any case it runs exactly once, when all
  /// transitions have ended.
  ///
  /// - Parameters:
  ///   - node: What is dismissed, with everything presented above it.
  ///   - followUp: Runs afterwards.
  public func dismiss(_ node: any Restorable, then followUp: @escaping @MainActor () -> Void) {
    dismiss(node) { _ in followUp() }
  }

  /// Dismisses a node, or the presented one that it stands in, and tells how that ended.
  ///
  /// The outcome is `nothingToDo` if the node was gone already, and `cancelled` if the node still
  /// stands because the dismissal was taken back.
  ///
  /// - Parameters:
  ///   - node: What is dismissed, with everything presented above it.
  ///   - followUp: Runs afterwards, once, when all transitions have ended.
  public func dismiss(
    _ node: any Restorable,
    then followUp: @escaping @MainActor (TransitionOutcome) -> Void = { _ in }
  ) {
    guard let scene = node.liveScene ?? liveScene else {
      let scene = LiveScene.detached(from: node)
      return followUp(scene.takeDown(node))
    }
    scene.dismiss(node, then: followUp)
  }

  /// Dismisses a node, or the presented one that it stands in, and answers once it is gone.
  public func dismissed(_ node: any Restorable) async -> TransitionOutcome {
    await withCheckedContinuation { continuation in
      dismiss(node) { (outcome: TransitionOutcome) in continuation.resume(returning: outcome) }
    }
  }
}

extension LiveScene {
  fileprivate func dismiss(
    _ node: any Restorable,
    then followUp: @escaping @MainActor (TransitionOutcome) -> Void
  ) {
    if let running = queue.running, running.takesAway(node) {
      running.addFollower { [queue] outcome in
        queue.add(FollowUp(of: outcome, followUp))
      }
      return
    }
    // What a restore under way brings is not known yet.
    guard isRestoring || presentation(holding: node) != nil else {
      return queue.add(FollowUp(of: .nothingToDo, followUp))
    }
    let stands = presentation(holding: node) != nil
    let entry: TransitionQueue.Entry = { [weak self, queue] end in
      let finish = { @MainActor (outcome: TransitionOutcome) in
        queue.add(FollowUp(of: outcome, followUp))
        end(outcome)
      }
      guard let (presenter, presented) = self?.presentation(holding: node) else {
        return finish(stands ? .finished : .nothingToDo)
      }
      queue.change(presenter, by: { presenter.dismiss(presented) }, didEnd: finish)
    }
    queue.append(entry) { [queue] in queue.add(FollowUp(of: .cancelled, followUp)) }
  }

  /// Takes a node down at once.
  fileprivate func takeDown(_ node: any Restorable) -> TransitionOutcome {
    guard let (presenter, presented) = presentation(holding: node) else { return .nothingToDo }
    return presenter.dismiss(presented) == .performed ? .finished : .nothingToDo
  }

  /// The nearest presentation that a node stands in, itself included.
  private func presentation(
    holding node: any Restorable
  ) -> (presenter: any Presenting, presented: any Restorable)? {
    var found: (presenter: any Presenting, presented: any Restorable)?
    var next = node
    while let (outer, isPresenter) = enclosing(of: next) {
      if isPresenter, found == nil { found = (outer as? any Presenting).map { ($0, next) } }
      next = outer
    }
    // What hangs on a screen that was popped is as gone as the screen itself.
    return next === root || name.isEmpty ? found : nil
  }
}

extension Presenting {
  /// Takes down what the node presents, at once, if it still is a certain node.
  func dismiss(_ presented: any Restorable) -> NavigationOutcome {
    guard restorablePresentation?.presented === presented else {
      return .refused("\(unwindName) does not present \(presented.unwindName).")
    }
    restorablePresentation = nil
    return .performed
  }
}
