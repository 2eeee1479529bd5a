import RestorationCore
import RestorationTestSupport
import SplitContainer
import Testing

@MainActor @Suite("A split as a container")
struct SplitLawsTests {
  @Test(
    "A split obeys the laws that every container obeys, in both layouts.",
    arguments: [false, true]
  )
  func laws(isCollapsed: Bool) throws {
    let laws = ContainerLaws(
      slots: [.primary: 1, .supplementary: 1, .secondary: 1],
      make: {
        let split = SplitController(restorationIdentifier: "split")
        split.setCollapsed(isCollapsed)
        return split
      },
      fill: { split, slot, children in
        switch slot {
        case .primary: split.restorablePrimary = children.first
        case .supplementary: split.restorableSupplementary = children.first
        default: split.restorableSecondary = children.first
        }
      }
    )
    let violations = try laws.violations()
    #expect(violations == [])
  }
}
