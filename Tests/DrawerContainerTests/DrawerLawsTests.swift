import DrawerContainer
import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("A drawer as a container")
struct DrawerLawsTests {
  @Test("A drawer obeys the laws that every container obeys.")
  func laws() throws {
    let laws = ContainerLaws(
      slots: [.center: 1, .leading: 1, .trailing: 1],
      make: { DrawerController(restorationIdentifier: "drawer") },
      fill: { drawer, slot, children in
        switch slot {
        case .center: drawer.restorableCenter = children.first
        case .leading: drawer.restorableLeading = children.first
        default: drawer.restorableTrailing = children.first
        }
      }
    )
    let violations = try laws.violations()
    #expect(violations == [])
  }
}
