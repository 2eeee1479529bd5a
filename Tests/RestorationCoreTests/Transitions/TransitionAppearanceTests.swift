import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Appearance in transitions")
struct TransitionAppearanceTests {
  private func start() -> (ManualTransitionCoordinator, Pile, Page, Page) {
    let coordinator = ManualTransitionCoordinator()
    let app = UnwindApp(coordinator: coordinator)
    let a = app.page("a")
    let harness = app.start(app.pile("root", [a]))
    self.keeper.harness = harness
    harness.root.appear()
    _ = a.takeCallbacks()
    return (coordinator, harness.root, a, app.page("b"))
  }

  private final class Keeper {
    var harness: RestorationHarness<Pile>?
  }

  private let keeper = Keeper()

  @Test("Callbacks come once for each transition: the first half when it begins, then the second.")
  func finished() {
    let (coordinator, root, a, b) = start()
    root.add(b)
    #expect(a.takeCallbacks() == ["willDisappear"] && b.takeCallbacks() == ["willAppear"])
    #expect(a.appearance == .disappearing && b.appearance == .appearing)
    coordinator.finish()
    #expect(a.takeCallbacks() == ["didDisappear"] && b.takeCallbacks() == ["didAppear"])
    root.remove()
    coordinator.finish()
    #expect(a.callbacks == ["willAppear", "didAppear"])
    #expect(b.callbacks == ["willDisappear", "didDisappear"])
  }

  @Test("A cancelled transition is followed by the opposite pair.")
  func cancelled() {
    let (coordinator, root, a, b) = start()
    root.add(b)
    coordinator.cancel()
    #expect(a.callbacks == ["willDisappear", "willAppear", "didAppear"])
    #expect(b.callbacks == ["willAppear", "willDisappear", "didDisappear"])
    #expect(a.appearance == .appeared && b.appearance == .disappeared)
  }

  @Test("A sheet leaves its presenter shown; what covers it hides it.")
  func presented() {
    for covers in [false, true] {
      let (coordinator, root, a, b) = start()
      a.present(b, style: covers ? .fullScreen : .formSheet)
      coordinator.finish()
      #expect(b.takeCallbacks() == ["willAppear", "didAppear"])
      #expect(a.takeCallbacks() == (covers ? ["willDisappear", "didDisappear"] : []))
      root.dismiss(b)
      coordinator.cancel()
      #expect(a.takeCallbacks().count == (covers ? 3 : 0))
      #expect(a.appearance == (covers ? .disappeared : .appeared) && b.appearance == .appeared)
    }
  }

  @Test("A change in the middle of a transition leaves the halves of the others in place.")
  func changeInTheMiddle() {
    let (coordinator, root, a, b) = start()
    let c = Page("c")
    root.add(b)
    root.restorablePresentation = Presentation(of: c, style: .popover)
    #expect(b.callbacks == ["willAppear"] && c.callbacks == ["willAppear", "didAppear"])
    coordinator.finish()
    #expect(b.callbacks == ["willAppear", "didAppear"])
    #expect(a.callbacks == ["willDisappear", "didDisappear"])
  }

  @Test(
    "A scene that is closed or restored in an appearance callback has its transition end.",
    arguments: ["willAppear", "didAppear", "willDisappear", "didDisappear"],
    [true, false]
  )
  func endsItsScene(callback: String, closes: Bool) throws {
    for finishes in [true, false] {
      let (coordinator, root, a, b) = start()
      let harness = try #require(keeper.harness)
      harness.session.save()
      a.present(b, style: .fullScreen)
      coordinator.finish()
      var outcomes: [TransitionOutcome] = []
      for page in [a, b] {
        page.onAppearance = { name in
          guard name == callback else { return }
          for page in [a, b] { page.onAppearance = nil }
          if closes {
            harness.session.close(scene: "main")
          } else {
            harness.session.restore(root, in: "main")
          }
        }
      }
      a.dismissPresented()
      a.afterTransitions { outcomes.append($0) }
      _ = finishes ? coordinator.finish() : coordinator.cancel()
      #expect(coordinator.running == nil && outcomes.count == 1)
      #expect(harness.session.transitionQueue(of: "main")?.isIdle ?? true)
      #expect(a.appearance == .appeared || a.appearance == .disappeared)
      #expect(b.appearance == .appeared || b.appearance == .disappeared)
      guard callback == "didDisappear", finishes else { continue }
      #expect(outcomes == [.finished] && a.appearance == .appeared)
    }
  }

  @Test(
    "A save in an appearance callback writes the change that is under way.",
    arguments: ["willAppear", "didAppear", "willDisappear", "didDisappear"]
  )
  func savesInCallback(callback: String) throws {
    let changes: [(Pile, Page, Page) -> Void] = [
      { root, _, b in root.add(b) },
      { _, a, b in a.present(b, style: .fullScreen) },
    ]
    for change in changes {
      let (coordinator, root, a, b) = start()
      let harness = try #require(keeper.harness)
      harness.session.save()
      var outcomes: [SaveReport.Outcome] = []
      for page in [a, b] {
        page.onAppearance = {
          if $0 == callback { outcomes.append(harness.session.save().outcome) }
        }
      }
      change(root, a, b)
      coordinator.finish()
      #expect(outcomes == [.saved])
      #expect(harness.session.save().outcome == .nothingChanged)
    }
  }
}
