import RestorationCore
import RestorationTestSupport
import TabContainer
import Testing

@MainActor @Suite("Tabs as a container")
struct TabLawsTests {
  @Test("A tab container obeys the laws that every container obeys.")
  func laws() throws {
    let laws = ContainerLaws(
      slots: [.tabs: 3],
      keepsUnknownChildren: true,
      make: { TabController(restorationIdentifier: "tabs") },
      fill: { controller, _, tabs in controller.restorableTabs = tabs }
    )
    let violations = try laws.violations()
    #expect(violations == [])
  }
}
