import RestorationCore
import SplitContainer
import Testing

/// The lines of the module's documentation.
@MainActor
@Suite("Documentation of the split container")
struct DocumentationExamples {
  @Test(
    "The example of the documentation does what it says, in any two windows.",
    arguments: [[1_000, 400], [400, 1_000], [400, 400]]
  )
  func example(widths: [Int]) {
    let windowWidth = widths[0]
    let store = InMemoryStateStore()
    final class MessageScreen: RestorableController, RestorationClass {
      static func makeRestorable(
        for request: RestorationRequest,
        from decoder: StateDecoder
      ) throws -> (any Restorable)? {
        MessageScreen(restorationIdentifier: request.identifier)
      }
    }

    var registry = RestorationClassRegistry()
    registry.register(MessageScreen.self, named: "message")

    let session = RestorationSession(store: store, registry: registry)
    let mail = SplitController(
      restorationIdentifier: "mail",
      primary: RestorableController(restorationIdentifier: "folders"),
      secondary: RestorableController(restorationIdentifier: "nothing chosen"),
      isSecondaryPlaceholder: true
    )
    mail.setCollapsed(windowWidth < 600)
    session.restore(mail, in: "main")

    mail.setSecondary(MessageScreen(restorationIdentifier: "message"), isPlaceholder: false)
    session.save()

    let restored = SplitController(
      restorationIdentifier: "mail",
      primary: RestorableController(restorationIdentifier: "folders"),
      secondary: RestorableController(restorationIdentifier: "nothing chosen"),
      isSecondaryPlaceholder: true
    )
    restored.setCollapsed(widths[1] < 600)
    RestorationSession(store: store, registry: registry).restore(restored, in: "main")
    #expect(restored.restorableSecondary is MessageScreen)
    #expect(restored.shownSplitColumns.last == .secondary)
  }

  @Test("A container that the launch does not build is registered with a line.")
  func registers() {
    var registry = RestorationClassRegistry()
    registry.registerSplitController()
    #expect(registry.diagnostics.isEmpty)
  }
}
