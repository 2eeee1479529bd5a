import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Being told of saves")
struct SaveHandlerTests {
  @Test("The save handler is told of each save that the session makes by itself, and of no other.")
  func ownSaves() {
    let scheduling = ManualScheduling()
    var configuration = SessionConfiguration()
    configuration.scheduling = scheduling
    let session = RestorationSession(store: .inMemory, configuration: configuration)
    var outcomes: [SaveReport.Outcome] = []
    session.saveHandler = { outcomes.append($0.outcome) }
    let root = RestorableController(restorationIdentifier: "root")
    session.restore(root, in: "main")
    scheduling.run()
    #expect(outcomes == [.saved])
    session.save()
    #expect(outcomes == [.saved])
    root.present(RestorableController(restorationIdentifier: "sheet"))
    scheduling.run()
    #expect(outcomes == [.saved, .saved])
  }

  @Test(
    "A restored text of other bytes is saved though it counts as equal, by a class that tracks."
  )
  func otherBytes() throws {
    let harness = RestorationHarness { _ in TrackedText(restorationIdentifier: "root") }
    harness.root.text = "\u{E9}"
    harness.session.save()
    harness.root.text = "e\u{301}"
    try harness.restartAndRestore()
    #expect(harness.root.text.utf8.elementsEqual("e\u{301}".utf8))
  }
}

private final class TrackedText: RestorableController {
  @Restored("text") var text = ""

  override class var tracksChanges: Bool { true }
}
