import RestorationTestSupport
import SplitContainer
import Testing

@testable import RestorationCore

@MainActor @Suite("Unwinding in random trees")
struct RandomUnwindTests {
  @Test(
    "A plan is the same after a restart in the other layout, and carried out it reaches its target.",
    arguments: 0..<UInt64(4)
  )
  func laws(block: UInt64) throws {
    var plans = 0
    for seed in (block * 20)..<(block * 20 + 20) { plans += try check(seed) }
    #expect(plans > 100)
  }

  /// Asks for unwinds between nodes of the tree of a seed, and returns how many there were.
  private func check(_ seed: UInt64) throws -> Int {
    let wide = harness(seed)
    let narrow = harness(seed)
    let saved = try wide.savedState()
    try narrow.restore(from: saved)
    turnSplits(in: narrow.root)
    var random = SeededGenerator(seed: seed)
    let (before, after) = (nodes(of: wide.root), nodes(of: narrow.root))
    try #require(before.count == after.count)
    var plans = 0
    for _ in 0..<20 {
      let (source, target) = (random.below(before.count), random.below(before.count))
      let action = UnwindAction(rawValue: "to \(target)")
      before[target].onUnwind(action) { _, _ in }
      after[target].onUnwind(action) { _, _ in }
      let plan = before[source].unwindPlan(for: action)
      #expect(after[source].unwindPlan(for: action) == plan, "\(source) to \(target) in \(seed)")
      #expect(plan == nil || plan?.target.name == before[target].restorationIdentifier)
      if plan != nil { plans += 1 }
    }
    try carryOut(wide, narrow, before, after, &random, seed)
    return plans
  }

  /// Unwinds in both trees and collapses one of them before, and the other one after.
  private func carryOut(
    _ wide: RestorationHarness<RestorableController>,
    _ narrow: RestorationHarness<RestorableController>,
    _ before: [RestorableController],
    _ after: [RestorableController],
    _ random: inout SeededGenerator,
    _ seed: UInt64
  ) throws {
    for _ in 0..<6 {
      let (source, target) = (random.below(before.count), random.below(before.count))
      let action: UnwindAction = "arrive"
      before[target].onUnwind(action) { _, _ in }
      after[target].onUnwind(action) { _, _ in }
      let result = before[source].unwind(action)
      #expect(after[source].unwind(action) == result, "\(source) to \(target) in \(seed)")
      #expect(
        try arrangement(of: wide) == arrangement(of: narrow),
        "\(source) to \(target) in \(seed)"
      )
      switch result {
      // What an earlier unwind popped is a tree of its own.
      case .performed(let plan) where plan.scene.isEmpty: break
      case .performed(let plan): expectArrival(plan, wide.root, before)
      case .notFound: break
      default: Issue.record("\(source) to \(target) in \(seed): \(String(describing: result))")
      }
    }
  }

  /// The records without the state of the nodes themselves, which need not have been read.
  private func arrangement(
    of harness: RestorationHarness<RestorableController>
  ) throws -> [NodeNumber: NodeRecord] {
    try harness.archive().records.mapValues { record in
      var record = record
      record.state = NodeRecord.emptyState
      return record
    }
  }

  private func expectArrival(
    _ plan: UnwindPlan,
    _ root: RestorableController,
    _ all: [RestorableController]
  ) {
    var names = plan.descent.map(\.name)[...]
    var node = all.first { $0.restorationTracker?.node?.number == plan.commonAncestor.number }
    while let current = node {
      #expect(current.restorationIdentifier == names.first)
      names = names.dropFirst()
      #expect(current.presentedRestorable == nil, "\(plan)")
      guard !names.isEmpty else { break }
      let visible = (current as? any RestorableContainer)?.visibleRestorableChildren ?? []
      let number = plan.descent[plan.descent.count - names.count].number
      node = visible.compactMap { $0 as? RestorableController }
        .first { $0.restorationTracker?.node?.number == number }
    }
    #expect(names.isEmpty, "\(plan): not shown is \(names)")
  }

  // MARK: Trees

  private func harness(_ seed: UInt64) -> RestorationHarness<RestorableController> {
    var first: RandomTree?
    let harness = RestorationHarness(registry: RandomTree.registry) { session in
      let tree = RandomTree(seed: seed, session: session, rootOnly: first != nil)
      if first == nil { first = tree }
      return tree.root
    }
    first?.enliven()
    return harness
  }

  /// All controllers in an order that the archive decides.
  private func nodes(of root: RestorableController) -> [RestorableController] {
    var nodes: [RestorableController] = []
    var pending: [any Restorable] = [root]
    while let next = pending.popLast() {
      if let controller = next as? RestorableController { nodes.append(controller) }
      pending += (next as? any RestorableContainer)?.restorableChildren ?? []
      if let presented = (next as? any Presenting)?.restorablePresentation?.presented {
        pending.append(presented)
      }
    }
    return nodes
  }

  /// Collapses what is expanded, and the reverse.
  private func turnSplits(in root: RestorableController) {
    for case let split as SplitController in nodes(of: root) {
      split.setCollapsed(!split.isSplitCollapsed)
    }
  }
}
