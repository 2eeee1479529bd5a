import DrawerContainer
import RestorationCore
import Testing

/// The lines of the module's documentation.
@MainActor
@Suite("Documentation of the drawer container")
struct DocumentationExamples {
  @Test("The example of the documentation does what it says.")
  func example() {
    let store = InMemoryStateStore()
    final class InboxScreen: RestorableController {}

    final class MenuScreen: RestorableController {
      @Restored("expanded") var expandedSections: Set<String> = []
    }

    @MainActor
    func makeDrawer() -> DrawerController {
      DrawerController(
        restorationIdentifier: "root",
        center: InboxScreen(restorationIdentifier: "inbox"),
        leading: MenuScreen(restorationIdentifier: "menu")
      )
    }

    let session = RestorationSession(store: store)
    let drawer = makeDrawer()  // as on every launch: built in code, nothing restored yet
    session.restore(drawer, in: "main")

    drawer.open(.leading)
    session.save()

    let restored = makeDrawer()
    let report = RestorationSession(store: store).restore(restored, in: "main")
    #expect(report.outcome == .restored)
    #expect(restored.openDrawerSide == .leading)
  }

  @Test("A container that the launch does not build is registered with a line.")
  func registers() {
    var registry = RestorationClassRegistry()
    registry.registerDrawerController()
    #expect(registry.diagnostics.isEmpty)
  }
}
