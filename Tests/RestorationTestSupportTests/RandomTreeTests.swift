import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Random trees")
struct RandomTreeTests {
  @Test(
    "Saving, restoring and saving gives the same records, for random trees of all containers.",
    arguments: 0..<10
  )
  func roundTrips(block: UInt64) throws {
    for seed in (block * 100)..<(block * 100 + 100) {
      try check(seed, rootOnly: seed.isMultiple(of: 2))
    }
  }

  /// Restarts the tree of a seed, some of them several times, and compares the archives.
  private func check(_ seed: UInt64, rootOnly: Bool) throws {
    var first: RandomTree?
    let harness = RestorationHarness(registry: RandomTree.registry) { session in
      // The first run builds everything; the launches after it build as much as is asked for.
      let tree = RandomTree(seed: seed, session: session, rootOnly: rootOnly && first != nil)
      if first == nil { first = tree }
      return tree.root
    }
    first?.enliven()
    let before = try harness.archive()
    let tree = harness.treeDescription
    for _ in 0..<(seed.isMultiple(of: 10) ? 3 : 1) {
      let report = try harness.restartAndRestore()
      #expect(report.outcome == .restored, "seed \(seed): \(report)")
      loadAll(harness.root, harness.session)
      #expect(harness.treeDescription == tree, "seed \(seed)")
      let after = try harness.archive()
      #expect(after.records == before.records, "seed \(seed)")
      #expect(after.root == before.root && after.nextNumber == before.nextNumber, "seed \(seed)")
    }
  }

  /// Wakes every node, so that each one writes its own state again.
  private func loadAll(_ root: any Restorable, _ session: RestorationSession) {
    var pending = [root]
    while let next = pending.popLast() {
      next.loadRestorableStateIfNeeded()
      if let container = next as? any RestorableContainer {
        pending += container.restorableChildren
      }
      if let presenter = next as? any Presenting, let sheet = presenter.restorablePresentation {
        pending.append(sheet.presented)
      }
      pending += session.registeredObjects(under: next)
    }
  }
}
