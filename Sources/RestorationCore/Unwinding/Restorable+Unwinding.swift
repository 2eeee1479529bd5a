/// What a node does for an unwind that it answers.
public typealias UnwindHandler = @MainActor (UnwindPlan) -> Void

// MARK: - Defaults

extension Restorable {
  /// Has no handlers.
  public var unwindActions: [UnwindAction: UnwindHandler] { [:] }

  /// Answers what it has a handler for.
  public func canPerformUnwind(_ request: UnwindRequest) -> Bool {
    unwindHandler(for: request.action) != nil
  }

  /// Runs the handler for the action, if there is one.
  public func performUnwind(_ plan: UnwindPlan) {
    unwindHandler(for: plan.action)?(plan)
  }

  /// Does nothing.
  public func prepareForUnwind(_ plan: UnwindPlan) {}

  /// Vetoes nothing.
  public func shouldUnwind(_ plan: UnwindPlan) -> Bool { true }

  func unwindHandler(for action: UnwindAction) -> UnwindHandler? {
    if let handler = unwindActions[action] { return handler }
    guard let handler = restorationTracker?.unwindHandlers[action] else { return nil }
    return { [unowned self] plan in handler(self, plan) }
  }
}

// MARK: - Answering

extension Restorable {
  /// Answers an unwind from now on.
  ///
  /// ```swift
  /// list.onUnwind(.addedFirstTemplate) { list, plan in
  ///   list.afterTransitions { list.presentAddTemplate() }
  /// }
  /// ```
  ///
  /// The handler runs before anything moves. It replaces one that was given for the action before.
  /// The node needs a ``restorationTracker``; without one, implement ``unwindActions`` instead.
  ///
  /// - Parameters:
  ///   - action: What is answered.
  ///   - handler: Is given the node, so it need not capture it, and the plan.
  public func onUnwind(
    _ action: UnwindAction,
    perform handler: @escaping @MainActor (Self, UnwindPlan) -> Void
  ) {
    restorationTracker?.unwindHandlers[action] = { node, plan in
      guard let node = node as? Self else { return }
      handler(node, plan)
    }
  }
}

// MARK: - Unwinding

extension Restorable {
  /// Returns what an unwind from this node would do, or `nil` if nobody answers.
  ///
  /// It changes nothing. A node that is asleep may be woken to be asked, and a rule that leads nowhere is
  /// reported.
  ///
  /// - Complexity: O(*n*) in the number of nodes that are asked.
  public func unwindPlan(for action: UnwindAction) -> UnwindPlan? {
    let scene = liveScene ?? .detached(from: self)
    return scene.search(UnwindRequest(action, from: self)).plan
  }

  /// Unwinds from this node: to whoever answers the action, taking down everything between.
  ///
  /// Asked for during a restore or a transition, it happens after it.
  ///
  /// - Parameters:
  ///   - action: What is asked for.
  ///   - isFromGesture: Whether a gesture of the user's began it, so that this node may veto it.
  ///   - completion: Told of the result when everything stands still.
  /// - Returns: The result; `nil` if it is not known yet, because something has to be waited for.
  @discardableResult
  public func unwind(
    _ action: UnwindAction,
    isFromGesture: Bool = false,
    completion: (@MainActor (UnwindResult) -> Void)? = nil
  ) -> UnwindResult? {
    let request = UnwindRequest(action, from: self, isFromGesture: isFromGesture)
    let scene = liveScene ?? .detached(from: self)
    return scene.unwind(request, completion: completion)
  }

  /// Unwinds from this node, and answers when everything stands still.
  public func unwound(
    _ action: UnwindAction,
    isFromGesture: Bool = false
  ) async -> UnwindResult {
    await withCheckedContinuation { continuation in
      unwind(action, isFromGesture: isFromGesture) { continuation.resume(returning: $0) }
    }
  }
}
