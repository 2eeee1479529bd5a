/// Searches the target of an unwind and works out the way to it, without changing the tree.
@MainActor
package struct UnwindPlanner {
  /// A node whose children are being searched.
  private struct Level {
    let node: any Restorable
    var children: ArraySlice<any Restorable>
  }

  let scene: LiveScene

  /// Whether the source stands in the scene, which is searched from its root otherwise.
  private let isOwn: Bool

  /// The nodes from the source outwards, as far as the search has come.
  private(set) var ascent: [any Restorable] = []

  /// Where each node of the ascent is presented by the next one.
  private(set) var presentedIndices: [Int] = []

  /// The nodes that were asked, in order, and those that were reached.
  private var asked: [any Restorable] = []
  private var reached: Set<ObjectIdentifier> = []
  var diagnostics: [RestorationDiagnostic] = []

  package init(in scene: LiveScene, isOwn: Bool = true) {
    self.scene = scene
    self.isOwn = isOwn
  }

  /// Searches from the source outwards, and plans the way to the first node that answers.
  package mutating func search(_ request: UnwindRequest) -> UnwindSearch {
    let descent = isOwn ? descent(for: request) : descentFromRoot(for: request)
    if let descent {
      scene.listNodesIfNeeded(toName: ascent + descent)
      return UnwindSearch(plan: plan(request, descent), diagnostics: diagnostics)
    }
    scene.listNodesIfNeeded(toName: asked)
    return UnwindSearch(asked: asked.map { scene.planNode($0) }, diagnostics: diagnostics)
  }

  /// The nodes from the one that the search has come up to down to the target.
  private mutating func descent(for request: UnwindRequest) -> [any Restorable]? {
    ascent = [request.source]
    reached = [ObjectIdentifier(request.source)]
    while let branch = ascent.last, let (outer, isPresenter) = scene.enclosing(of: branch) {
      guard reached.insert(ObjectIdentifier(outer)).inserted else { return nil }
      if isPresenter { presentedIndices.append(ascent.count - 1) }
      ascent.append(outer)
      if let descent = descent(from: outer, without: branch, request) { return descent }
    }
    return nil
  }

  /// The nodes from the root down to the target, for a source that stands in another scene.
  private mutating func descentFromRoot(for request: UnwindRequest) -> [any Restorable]? {
    ascent = [request.source]
    guard let root = scene.root else { return nil }
    return descent(from: root, without: request.source, request)
  }

  /// Searches a node and what it contains, children before it, without one branch.
  private mutating func descent(
    from top: any Restorable,
    without branch: any Restorable,
    _ request: UnwindRequest
  ) -> [any Restorable]? {
    if let ruled = ruledDescent(from: top, request) { return ruled }
    var levels = [Level(node: top, children: children(of: top, without: branch))]
    while let level = levels.last {
      guard let child = level.children.first else {
        if answers(level.node, request) { return levels.map(\.node) }
        levels.removeLast()
        continue
      }
      levels[levels.count - 1].children.removeFirst()
      guard reached.insert(ObjectIdentifier(child)).inserted else { continue }
      if let ruled = ruledDescent(from: child, request) {
        return levels.map(\.node) + ruled
      }
      levels.append(Level(node: child, children: children(of: child, without: branch)))
    }
    return nil
  }

  private func children(
    of node: any Restorable,
    without branch: any Restorable
  ) -> ArraySlice<any Restorable> {
    guard let container = node as? any RestorableContainer else { return [] }
    return container.unwindSearchOrder.filter { $0 !== branch }[...]
  }

  private mutating func answers(_ node: any Restorable, _ request: UnwindRequest) -> Bool {
    asked.append(node)
    scene.wakeIfNeeded(node)
    return node.canPerformUnwind(request)
  }
}

// MARK: - Planning

extension UnwindPlanner {
  /// The way from the source to a target, both of which the ascent and the descent lead to.
  private func plan(_ request: UnwindRequest, _ path: [any Restorable]) -> UnwindPlan {
    let places = Dictionary(
      ascent.enumerated().map { (ObjectIdentifier($1), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    // A rule may lead back into the source's branch; the way then turns round where the two part.
    let turn = path.lastIndex { places[ObjectIdentifier($0)] != nil } ?? 0
    let descent = Array(path[turn...])
    let top = places[ObjectIdentifier(path[turn])] ?? ascent.count - 1
    return UnwindPlan(
      action: request.action,
      scene: scene.name,
      ascent: ascent[...top].map(name),
      descent: descent.map(name),
      steps: dismissals(upTo: top, descent) + reveals(descent)
    )
  }

  private func name(_ node: any Restorable) -> UnwindPlan.Node {
    scene.planNode(node, in: scene.slot(of: node))
  }

  /// What has to be dismissed, the outermost first: on the way up only the outermost presentation,
  /// since it takes the others along, and on the way down whatever would cover the target.
  private func dismissals(upTo top: Int, _ descent: [any Restorable]) -> [UnwindPlan.Step] {
    var steps: [UnwindPlan.Step] = []
    let outermost = presentedIndices.last { $0 < top }
    var isAscentTaken = outermost == nil
    func takeAscent() {
      guard !isAscentTaken, let outermost else { return }
      isAscentTaken = true
      steps.append(dismissal(of: ascent[outermost], by: ascent[outermost + 1]))
    }
    if outermost == top - 1 { takeAscent() }
    for presenter in descent {
      guard let presented = presented(by: presenter) else { continue }
      guard outermost.map({ ascent[$0] !== presented }) ?? true else { continue }
      steps.append(dismissal(of: presented, by: presenter))
    }
    takeAscent()
    return steps
  }

  private func presented(by node: any Restorable) -> (any Restorable)? {
    (node as? any Presenting)?.restorablePresentation?.presented
  }

  private func dismissal(
    of presented: any Restorable,
    by presenter: any Restorable
  ) -> UnwindPlan.Step {
    UnwindPlan.Step(
      .dismiss,
      scene.planNode(presented, in: .presented),
      by: name(presenter),
      movement: "dismiss \(presented.unwindName)"
    )
  }

  private func reveals(_ descent: [any Restorable]) -> [UnwindPlan.Step] {
    zip(descent, descent.dropFirst()).compactMap { parent, child in
      guard let container = parent as? any RestorableContainer else { return nil }
      return UnwindPlan.Step(
        .reveal,
        name(child),
        by: name(parent),
        movement: container.unwindMovement(toward: child)
      )
    }
  }
}
