extension RestorationSession {
  /// Returns what an unwind would do, or `nil` if nobody answers.
  ///
  /// It changes nothing. A node that is asleep may be woken to be asked.
  ///
  /// - Parameters:
  ///   - request: What is asked for, and from where.
  ///   - scene: The scene in which the source stands; `nil` finds it, unless the source has no
  ///     ``Restorable/restorationTracker``.
  /// - Returns: What would be done.
  /// - Complexity: O(*n*) in the number of nodes that are asked.
  public func plan(for request: UnwindRequest, in scene: String? = nil) -> UnwindPlan? {
    for live in liveScenes(of: request, in: scene) {
      var planner = UnwindPlanner(in: live)
      if let plan = planner.search(request).plan { return plan }
    }
    return nil
  }

  /// Unwinds: to whoever answers the action, taking down everything between.
  ///
  /// - Parameters:
  ///   - request: What is asked for, and from where.
  ///   - scene: The scene in which the source stands; `nil` finds it, unless the source has no
  ///     ``Restorable/restorationTracker``.
  ///   - completion: Told of the result when everything stands still.
  /// - Returns: The result; `nil` if it is not known yet, because something has to be waited for.
  @discardableResult
  public func unwind(
    _ request: UnwindRequest,
    in scene: String? = nil,
    completion: (@MainActor (UnwindResult) -> Void)? = nil
  ) -> UnwindResult? {
    let candidates = liveScenes(of: request, in: scene)
    let own = candidates.first ?? .detached(from: request.source)
    // Only where others are to be searched does it matter beforehand who answers.
    let answering =
      request.otherScenes.isEmpty
      ? own
      : candidates.first { live in
        var planner = UnwindPlanner(in: live)
        return planner.search(request).plan != nil
      }
    return (answering ?? own).unwind(request, completion: completion)
  }

  /// Whether the tree has changed since a plan was made, so that it can no longer be carried out.
  ///
  /// A plan of a scene that is not open is stale.
  ///
  /// - Complexity: O(*n*) in the number of the plan's nodes.
  public func isStale(_ plan: UnwindPlan) -> Bool {
    scenes[ExactString(plan.scene)]?.isStale(plan) ?? true
  }

  /// The transitions of a scene, or `nil` if it is not open.
  public func transitionQueue(of scene: String) -> TransitionQueue? {
    scenes[ExactString(scene)]?.queue
  }

  /// The scenes that are searched, the source's own first.
  private func liveScenes(of request: UnwindRequest, in name: String?) -> [LiveScene] {
    let own = name.flatMap { scenes[ExactString($0)] } ?? request.source.liveScene
    return [own].compactMap(\.self) + request.otherScenes.compactMap { scenes[ExactString($0)] }
  }
}

// MARK: - What a scene needs

extension RestorationSession {
  /// Gives a scene what it needs of the session when a plan is made.
  func prepareForUnwinding(_ scene: LiveScene) {
    let membership = scene.membership
    scene.listNodes = { [reference] in
      guard let session = reference.object, let scene = membership.scene else { return }
      session.listNodes(of: scene)
    }
    scene.report = { [reference] in reference.object?.diagnosticHandler?($0) }
    scene.unwindRules = { [reference] container in
      guard let session = reference.object, let scene = membership.scene else { return [] }
      return session.registeredUnwindRules(for: container, in: scene)
    }
  }

  /// The rules that are registered for a container's place; none for one that has no path.
  private func registeredUnwindRules(
    for container: any Restorable,
    in scene: LiveScene
  ) -> [UnwindRule] {
    guard registry.hasUnwindRules else { return [] }
    return scene.currentPath(of: container).map(registry.unwindRules(at:)) ?? []
  }

  private func listNodes(of scene: LiveScene) {
    guard !isRestoring, !isSaving, let root = scene.root,
      root.restorationIdentifier?.isEmpty == false
    else { return }
    passes += 1
    PreservationWalk(over: scene, pass: passes, settings: settings).list(from: root)
  }
}
