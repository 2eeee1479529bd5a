extension LiveScene {
  /// Plans and carries out an unwind as one entry of the queue.
  ///
  /// - Returns: The result, if it is known by now.
  func unwind(
    _ request: UnwindRequest,
    completion: (@MainActor (UnwindResult) -> Void)?
  ) -> UnwindResult? {
    var known: UnwindResult?
    // A tree of no session has a queue only as long as this closure lives.
    let entry: TransitionQueue.Entry = { [queue] end in
      var planner = UnwindPlanner(in: self)
      let search = planner.search(request)
      for diagnostic in search.diagnostics { self.report?(diagnostic) }
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
