extension UnwindPlanner {
  /// The way from a container to where its first fitting rule leads.
  mutating func ruledDescent(
    from node: any Restorable,
    _ request: UnwindRequest
  ) -> [any Restorable]? {
    guard let container = node as? any RestorableContainer else {
      reportRules(for: node, request)
      return nil
    }
    for rule in container.unwindRules + (scene.unwindRules?(node) ?? [])
    where rule.applies(to: request.action) {
      guard let descent = descent(of: rule, from: container) else {
        report(rule, of: container)
        continue
      }
      if !holdsSource(descent[descent.count - 1]) { return descent }
    }
    return nil
  }

  private func descent(
    of rule: UnwindRule,
    from container: any RestorableContainer
  ) -> [any Restorable]? {
    guard let slot = rule.slot else {
      guard let child = child(of: container, rule.destination) else { return nil }
      return [container, child]
    }
    guard let occupant = occupant(of: slot, in: container) else { return nil }
    guard rule.destination != .occupant, let inner = occupant as? any RestorableContainer else {
      // A screen that stands in the slot without a stack around it is its own first and top.
      if case .child = rule.destination { return nil }
      return [container, occupant]
    }
    guard let child = child(of: inner, rule.destination) else { return nil }
    return [container, occupant, child]
  }

  private func occupant(
    of slot: ContainerSlot,
    in container: any RestorableContainer
  ) -> (any Restorable)? {
    let lists = ChildEncoder()
    container.encodeChildren(to: lists)
    return lists.slots.first { $0.slot == slot }?.children.first
  }

  private func child(
    of container: any RestorableContainer,
    _ destination: UnwindRule.Destination
  ) -> (any Restorable)? {
    switch destination {
    case .first: return container.restorableChildren.first
    case .top: return container.unwindSearchOrder.first
    case .child(let identifier):
      return container.restorableChildren.first {
        $0.restorationIdentifier?.hasSameBytes(as: identifier) == true
      }
    case .occupant: return nil
    }
  }

  /// Whether a node is the source, or contains it without a presentation between them.
  private func holdsSource(_ node: any Restorable) -> Bool {
    // Once the search has left a presentation, it has left what contains the source as well.
    presentedIndices.isEmpty && ascent.contains { $0 === node }
  }

  /// Reports the rules that are registered for a node that is no container.
  private mutating func reportRules(for node: any Restorable, _ request: UnwindRequest) {
    for rule in scene.unwindRules?(node) ?? [] where rule.applies(to: request.action) {
      diagnostics.append(
        RestorationDiagnostic(
          .unwindRule,
          at: scene.currentPath(of: node),
          "The unwind rule '\(rule)' leads nowhere: \(type(of: node)) contains nothing.",
          remedy: "The search went on without it; register the rule for the path of a container."
        )
      )
    }
  }

  private mutating func report(_ rule: UnwindRule, of container: any RestorableContainer) {
    diagnostics.append(
      RestorationDiagnostic(
        .unwindRule,
        at: scene.currentPath(of: container),
        "The unwind rule '\(rule)' of \(type(of: container)) leads to nothing that stands there.",
        remedy: "The search went on without it; correct the rule's slot or identifier."
      )
    )
  }
}
