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

    @MainActor
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

  @Test("A tab that was closed stays away, if the launch does not build it.")
  func closedTab() {
    let store = InMemoryStateStore()
    final class FeedScreen: RestorableController {}
    func launch() -> (RestorationSession, TabController) {
      var registry = RestorationClassRegistry()
      registry.register(FeedScreen.self, named: "feed") { request, _ in
        FeedScreen(restorationIdentifier: request.identifier)
      }

      let session = RestorationSession(store: store, registry: registry)
      let tabs = TabController(restorationIdentifier: "feeds")
      if session.restore(tabs, in: "main").restoredNodes == 0 {
        for name in ["unread", "starred"] {
          tabs.insert(FeedScreen(restorationIdentifier: name))
        }
      }
      return (session, tabs)
    }

    let (session, tabs) = launch()
    #expect(tabs.restorableTabs.identifiers == ["unread", "starred"])
    tabs.remove(tabs.restorableTabs[1])
    session.save()
    #expect(launch().1.restorableTabs.identifiers == ["unread"])
  }

  @Test("A container that the launch does not build is registered with a line.")
  func registers() {
    var registry = RestorationClassRegistry()
    registry.registerTabController()
    #expect(registry.diagnostics.isEmpty)
  }
}
