import NavContainer
import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("A stack as a container")
struct NavigationLawsTests {
  @Test("A stack obeys the laws that every container obeys.")
  func laws() throws {
    let laws = ContainerLaws(
      slots: [.stack: 3],
      make: { NavigationController(restorationIdentifier: "stack") },
      fill: { stack, _, entries in stack.restorableStack = entries }
    )
    let violations = try laws.violations()
    #expect(violations == [])
  }
}
