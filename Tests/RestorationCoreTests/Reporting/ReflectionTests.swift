import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("What a debugger shows")
struct ReflectionTests {
  @Test("A controller in a scene, its session, and what stands between them can be dumped.")
  func dumps() throws {
    let app = UnwindApp()
    let harness = app.start(app.pile("root", [app.page("a")]))
    harness.session.save()
    let scene = try #require(harness.root.liveScene)
    let node = try #require(scene.node(for: harness.root))
    let tracker = try #require(harness.root.restorationTracker)
    for (value, expected) in [
      (harness.root, "restorationIdentifier"), (harness.session, "RestorationSession"),
      (scene, "name: \"main\""), (node, "number: "), (tracker, "RestorationTracker"),
    ] as [(Any, String)] {
      var text = ""
      dump(value, to: &text)
      #expect(text.contains(expected))
    }
  }
}
