extension LiveScene {
  /// Searches the target of an unwind, and reports the rules that led nowhere.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - isOwn: Whether the source stands in this scene.
  /// - Returns: What was found.
  func search(_ request: UnwindRequest, isOwn: Bool = true) -> UnwindSearch {
    var planner = UnwindPlanner(in: self, isOwn: isOwn)
    let search = planner.search(request)
    for diagnostic in search.diagnostics { report?(diagnostic) }
    return search
  }

  /// Plans and carries out an unwind as one entry of the queue.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - isOwn: Whether the source stands in this scene.
  ///   - askedElsewhere: Who was asked in other scenes: before those of this one, unless it is the
  ///     source's own.
  ///   - completion: Told of the result when everything stands still.
  /// - Returns: The result, if it is known by now.
  func unwind(
    _ request: UnwindRequest,
    isOwn: Bool = true,
    askedElsewhere: [UnwindPlan.Node] = [],
    completion: (@MainActor (UnwindResult) -> Void)?
  ) -> UnwindResult? {
    var known: UnwindResult?
    // A tree of no session has a queue only as long as this closure lives.
    let entry: TransitionQueue.Entry = { [queue] end in
      var search = self.search(request, isOwn: isOwn)
      search.asked = isOwn ? search.asked + askedElsewhere : askedElsewhere + search.asked
      let performer = UnwindPerformer(request, in: self) { result in
        known = result
        if let completion { queue.add(FollowUp { _ in completion(result) }) }
        end(result.transitionOutcome)
      }
      performer.run(search)
    }
    queue.append(entry) { [queue] in
      guard let completion else { return }
      queue.add(FollowUp { _ in completion(.notFound(asked: [])) })
    }
    return known
  }
}

extension UnwindResult {
  /// How the entry of the queue ends.
  fileprivate var transitionOutcome: TransitionOutcome {
    switch self {
    case .performed: .finished
    case .interrupted: .cancelled
    case .vetoed, .notFound: .nothingToDo
    }
  }
}
