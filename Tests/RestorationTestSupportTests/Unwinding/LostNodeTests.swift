import RestorationCore
import RestorationTestSupport
import Testing

/// Unwinding in trees of which something does not come back.
@MainActor @Suite("Unwinding past what did not come back")
struct LostNodeTests {
  nonisolated static let fates: [Blueprint.Fate] = [.unnamed, .transient, .declined]

  @Test(
    "Plans are those of the tree without the nodes that did not come back.",
    arguments: fates
  )
  func losses(fate: Blueprint.Fate) throws {
    for index in stride(from: fate.offset, to: Nestings.chains.count, by: 24) {
      let tree = Nestings.blueprint(of: index, filling: 1)
      let labels = Array(tree.labels.dropFirst())
      guard !labels.isEmpty else { continue }
      try check(tree, losing: labels[index % labels.count], fate)
    }
  }

  private func check(_ tree: Blueprint, losing label: String, _ fate: Blueprint.Fate) throws {
    var saved = tree
    saved.change(label) { $0.fate = fate }
    let expected = tree.without(label, fate)
    let app = ProbeApp(saved)
    try app.restart()
    #expect(app.blueprint == expected.withoutRules, "\(label) \(fate) in \(tree)")
    let reference = ProbeApp(expected)
    let labels = expected.labels
    for number in stride(from: 0, to: labels.count * labels.count, by: 7) {
      let (source, target) = (labels[number / labels.count], labels[number % labels.count])
      let search = app.search(from: try app.node(source), answering: [target])
      let wanted = reference.search(from: try reference.node(source), answering: [target])
      #expect(search.asked == wanted.asked, "\(source) to \(target) in \(expected)")
      #expect(
        search.plan.map(PlanWithoutNumbers.init) == wanted.plan.map(PlanWithoutNumbers.init),
        "\(source) to \(target) in \(expected)"
      )
    }
  }
}

/// A plan without the numbers of nodes, which differ between two trees.
private struct PlanWithoutNumbers: Equatable {
  let ascent: [String]
  let descent: [String]
  let movements: [String?]

  init(_ plan: UnwindPlan) {
    ascent = plan.ascent.map { "\($0.slot.name):\($0.name)" }
    descent = plan.descent.map { "\($0.slot.name):\($0.name)" }
    movements = plan.steps.map {
      "\($0.kind) \($0.parent.name) \($0.child.name)" + ($0.movement ?? "")
    }
  }
}

extension Blueprint.Fate {
  fileprivate var offset: Int { LostNodeTests.fates.firstIndex(of: self) ?? 0 }
}

extension Blueprint {
  /// The tree that is left if a node does not come back, as the contracts have it.
  ///
  /// What is below it goes with it. A stack is cut at a node that cannot be made, and closes over
  /// one that was never saved. Tabs select what is left, a drawer without its node is closed, and a
  /// split keeps its layout; but without its node a column is no placeholder that was saved.
  fileprivate func without(_ label: String, _ fate: Fate) -> Blueprint {
    var copy = self
    for parent in labels { copy.change(parent) { $0.loseChild(label, fate) } }
    return copy
  }

  private mutating func loseChild(_ label: String, _ fate: Fate) {
    presented.removeAll { $0.label == label }
    guard let index = children.firstIndex(where: { $0.node.label == label }) else { return }
    let slot = children[index].slot.name
    children.remove(at: index)
    switch kind {
    case .screen: break
    case .stack:
      if fate == .declined { children.removeLast(children.count - index) }
    case .tabs:
      if front > index { front -= 1 }
      front = min(front, max(0, children.count - 1))
    case .drawer:
      if ["center", "leading", "trailing"].firstIndex(of: slot) == front { front = 0 }
    case .split:
      if slot == "secondary", fate == .declined { isPlaceholder = false }
    }
  }
}
