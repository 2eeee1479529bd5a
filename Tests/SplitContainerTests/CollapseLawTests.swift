import RestorationCore
import RestorationTestSupport
import SplitContainer
import Testing

/// Collapsing and expanding is a view on the columns.
@MainActor @Suite("Collapsing and expanding")
struct CollapseLawTests {
  /// What a user can do to a split, in either layout.
  static let steps: [@MainActor (SplitController) -> Void] = [
    { $0.show(.primary) },
    { $0.show(.supplementary) },
    { $0.show(.secondary) },
    { $0.hide(.primary) },
    { $0.hide(.secondary) },
    { $0.setSecondary(Screen(restorationIdentifier: "chosen"), isPlaceholder: false) },
    { $0.setSecondary(Screen(restorationIdentifier: "none"), isPlaceholder: true) },
    { $0.setSupplementary(Screen(restorationIdentifier: "folder")) },
    { $0.columns[0]?.text += "." },
  ]

  @Test("Whatever was done before and in between, the round trip changes no byte, path or object.")
  func roundTripChangesNothing() throws {
    for isCollapsed in [false, true] {
      for first in Self.steps {
        for second in Self.steps {
          let harness = SplitApp().start()
          harness.root.setCollapsed(isCollapsed)
          first(harness.root)
          try expectRoundTripChangesNothing(harness)
          harness.root.setCollapsed(!isCollapsed)
          second(harness.root)
          try expectRoundTripChangesNothing(harness)
        }
      }
    }
  }

  @Test("What is done does not depend on how often the split was collapsed and expanded before.")
  func roundTripsAreForgotten() throws {
    for first in Self.steps {
      for second in Self.steps {
        let plain = SplitApp().start()
        let turned = SplitApp().start()
        for step in [first, second] {
          step(plain.root)
          turned.root.setCollapsed(true)
          turned.root.setCollapsed(false)
          step(turned.root)
        }
        #expect(try plain.archive().records == turned.archive().records)
      }
    }
  }

  private func expectRoundTripChangesNothing(
    _ harness: RestorationHarness<SplitController>
  ) throws {
    let root = harness.root
    let before = try harness.archive()
    let description = harness.treeDescription
    let columns = root.columns
    let shown = root.shownSplitColumns
    for _ in 0..<2 {
      root.setCollapsed(!root.isSplitCollapsed)
      #expect(harness.session.save().outcome == .nothingChanged)
      #expect(harness.treeDescription == description)
      #expect(zip(root.columns, columns).allSatisfy { $0 === $1 })
    }
    #expect(root.shownSplitColumns == shown)
    #expect(try harness.archive() == before)
  }
}
