import RestorationCore
import TabContainer
import Testing

/// The lines of the module's documentation.
@MainActor
@Suite("Documentation of the tab container")
struct DocumentationExamples {
  @Test("The example of the documentation does what it says.")
  func example() {
    let store = InMemoryStateStore()
    final class FeedScreen: RestorableController {
      @Restored("scroll") var scrollOffset = 0.0
    }

    func makeTabs() -> TabController {
      let names = ["unread", "starred", "archive"]
      return TabController(
        restorationIdentifier: "feeds",
        tabs: names.map { FeedScreen(restorationIdentifier: $0) }
      )
    }

    let session = RestorationSession(store: store)
    let tabs = makeTabs()  // as on every launch: built in code, nothing restored yet
    session.restore(tabs, in: "main")

    tabs.select(identifier: "starred")
    tabs.move(from: 1, to: 0)  // the user drags the tab to the front
    session.save()

    let restored = makeTabs()
    let report = RestorationSession(store: store).restore(restored, in: "main")
    #expect(report.outcome == .restored && report.sleepingNodes == 2)
    #expect(restored.restorableTabs.identifiers == ["starred", "unread", "archive"])
    #expect(restored.selection == "starred")
  }

  @Test("A container that the launch does not build is registered with a line.")
  func registers() {
    var registry = RestorationClassRegistry()
    registry.registerTabController()
    #expect(registry.diagnostics.isEmpty)
  }
}
