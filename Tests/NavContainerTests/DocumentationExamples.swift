import NavContainer
import RestorationCore
import Testing

/// The lines of the module's documentation.
@MainActor
@Suite("Documentation of the navigation container")
struct DocumentationExamples {
  @Test("The example of the documentation does what it says.")
  func example() {
    let store = InMemoryStateStore()
    final class FolderScreen: RestorableController, RestorationClass {
      @Restored("scroll") var scrollOffset = 0.0

      static func makeRestorable(
        for request: RestorationRequest,
        from decoder: StateDecoder
      ) throws -> (any Restorable)? {
        FolderScreen(restorationIdentifier: request.identifier)
      }
    }

    var registry = RestorationClassRegistry()
    registry.register(FolderScreen.self, named: "folder")

    let session = RestorationSession(store: store, registry: registry)
    let root = FolderScreen(restorationIdentifier: "home")
    let files = NavigationController(restorationIdentifier: "files", root: root)
    session.restore(files, in: "main")

    files.push(FolderScreen(restorationIdentifier: "folder"))
    files.push(FolderScreen(restorationIdentifier: "folder"))  // each keeps a state of its own
    session.save()

    let restored = NavigationController(
      restorationIdentifier: "files",
      root: FolderScreen(restorationIdentifier: "home")
    )
    RestorationSession(store: store, registry: registry).restore(restored, in: "main")
    #expect(restored.identifiers == ["home", "folder", "folder"])
  }

  @Test("A container that the launch does not build is registered with a line.")
  func registers() {
    var registry = RestorationClassRegistry()
    registry.registerNavigationController()
    #expect(registry.diagnostics.isEmpty)
  }
}
