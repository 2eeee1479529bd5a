import RestorationCore
import RestorationTestSupport
import Testing

/// Contracts 5 and 11: whatever the app does while it is asked, the next saves have the trees as they
/// are.
@MainActor
@Suite("Random calls from within callbacks")
struct RandomReentrancyTests {
  @Test("Whatever nodes do while they are asked or told, later saves have the trees as they are.")
  func anything() throws {
    for seed in 0..<40 as Range<UInt64> {
      let world = RestlessWorld(seed: seed)
      for step in 0..<30 {
        world.changeAtRest()
        world.beRestless {
          world.openClosedWindows()
          for app in world.apps { app.save() }
        }
        try world.settle()
        for window in world.windows { try check(window, "seed \(seed), step \(step)") }
      }
    }
  }

  /// Checks that a window is saved as it is, and comes back so.
  private func check(_ window: RestlessWorld.Window, _ place: Comment) throws {
    let archive = try #require(try window.store.archive(window.scene), place)
    #expect(archive.records.count == window.root.outline.count, place)
    let copy = RestlessRow("root", in: nil)
    TestApp(window.store, registry: .restless(in: nil)).restore(copy, in: window.scene)
    #expect(copy.outline == window.root.outline, place)
  }
}
