extension RestorationSession {
  /// Returns what an unwind would do, or `nil` if nobody answers.
  ///
  /// It changes nothing. A node that is asleep may be woken to be asked, and a rule that leads nowhere is
  /// reported.
  ///
  /// - Parameters:
  ///   - request: What is asked for, and from where.
  ///   - scene: The scene in which the source stands; `nil` finds it, unless the source has no
  ///     ``Restorable/restorationTracker``.
  /// - Returns: What would be done.
  /// - Complexity: O(*n*) in the number of nodes that are asked.
  public func plan(for request: UnwindRequest, in scene: String? = nil) -> UnwindPlan? {
    for place in places(of: request, in: scene) {
      if let plan = place.scene.search(request, isOwn: place.isOwn).plan { return plan }
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
    let places = places(of: request, in: scene)
    // Only where others are to be searched does it matter beforehand who answers.
    guard places.count > 1 else {
      return places[0].scene.unwind(request, isOwn: places[0].isOwn, completion: completion)
    }
    var searches: [UnwindSearch] = []
    for place in places where searches.last?.plan == nil {
      var planner = UnwindPlanner(in: place.scene, isOwn: place.isOwn)
      searches.append(planner.search(request))
    }
    let index = searches.last?.plan == nil ? 0 : searches.count - 1
    // Where it is carried out it is searched for once more, and reported then.
    let others = searches.enumerated().filter { $0.offset != index }
    for (offset, search) in others {
      for diagnostic in search.diagnostics { places[offset].scene.report?(diagnostic) }
    }
    return places[index].scene.unwind(
      request,
      isOwn: places[index].isOwn,
      askedElsewhere: others.flatMap(\.element.asked),
      completion: completion
    )
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

  /// A scene that is searched, and whether the source stands in it.
  private typealias Place = (scene: LiveScene, isOwn: Bool)

  /// The scenes that are searched, each once, the source's own first.
  private func places(of request: UnwindRequest, in name: String?) -> [Place] {
    let present = request.source.liveScene
    let own = name.flatMap { scenes[ExactString($0)] } ?? present ?? .detached(from: request.source)
    // Of a source without a tracker it is known only by what the caller says.
    var places: [Place] = [(own, present.map { $0 === own } ?? true)]
    for other in request.otherScenes.compactMap({ scenes[ExactString($0)] })
    where !places.contains(where: { $0.scene === other }) {
      places.append((other, present === other))
    }
    return places
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
    scene.unwindRules = { [reference] node in
      guard let session = reference.object, let scene = membership.scene else { return [] }
      return session.registeredUnwindRules(for: node, in: scene)
    }
  }

  /// The rules that are registered for a node's place; none for one that has no path.
  private func registeredUnwindRules(
    for node: any Restorable,
    in scene: LiveScene
  ) -> [UnwindRule] {
    guard registry.hasUnwindRules else { return [] }
    // A pattern that ends in no name is meant for the containers among what stands there.
    guard
      node is any RestorableContainer
        || registry.namesUnwindRules(for: node.restorationIdentifier)
    else { return [] }
    return scene.currentPath(of: node).map(registry.unwindRules(at:)) ?? []
  }

  private func listNodes(of scene: LiveScene) {
    guard !isRestoring, !isSaving, let root = scene.root,
      root.restorationIdentifier?.isEmpty == false
    else { return }
    passes += 1
    PreservationWalk(over: scene, pass: passes, settings: settings).list(from: root)
  }
}
