import RestorationCore
import RestorationTestSupport
import Testing

/// A toolkit's window that counts how often its sheet is set.
@MainActor
private final class SheetWindow: Presenting {
  let restorationIdentifier: String? = "window"
  private(set) var timesSet = 0
  var restorablePresentation: Presentation? {
    didSet { timesSet += 1 }
  }

  init(_ presentation: Presentation?) {
    restorablePresentation = presentation
  }
}

private final class Zoom: TransitionDelegate {
  let restorationIdentifier: String? = "zoom"
}

@MainActor @Suite("A presentation that is in place already")
struct PresentationInPlaceTests {
  /// A window whose launch presents a sheet, with a transition at hand.
  private func start(_ launched: Bool = true) -> RestorationHarness<SheetWindow> {
    var registry = RestorationClassRegistry()
    registry.register(RestorableController.self, named: "sheet") { request, _ in
      RestorableController(restorationIdentifier: request.identifier)
    }
    return RestorationHarness(registry: registry) { session in
      let sheet = RestorableController(restorationIdentifier: "sheet")
      let window = SheetWindow(launched ? Presentation(of: sheet, style: .formSheet) : nil)
      session.register(Zoom(), under: window)
      return window
    }
  }

  @Test("It is not set again.")
  func inPlace() throws {
    let harness = start()
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(harness.root.timesSet == 0)
    harness.session.restore(harness.root, in: harness.scene)
    #expect(harness.root.timesSet == 0)
  }

  @Test("It is set once where the saved one differs in anything.")
  func differs() throws {
    let zoom: (RestorationHarness<SheetWindow>) -> (any TransitionDelegate)? = { harness in
      harness.session.registeredObjects(under: harness.root).first as? any TransitionDelegate
    }
    for index in 0..<3 {
      let harness = start()
      switch index {
      case 0: harness.root.restorablePresentation?.style = .popover
      case 1: harness.root.restorablePresentation?.capturesStatusBarAppearance = true
      default: harness.root.restorablePresentation?.transitionDelegate = zoom(harness)
      }
      #expect(try harness.restartAndRestore().outcome == .restored)
      #expect(harness.root.timesSet == 1)
      let presentation = try #require(harness.root.restorablePresentation)
      #expect((presentation.style == .popover) == (index == 0))
      #expect(presentation.capturesStatusBarAppearance == (index == 1))
      #expect(presentation.transitionDelegate === (index == 2 ? zoom(harness) : nil))
    }
  }

  @Test("It is set to nothing once, if nothing was presented.")
  func dismissed() throws {
    let harness = start()
    harness.root.restorablePresentation = nil
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(harness.root.timesSet == 1 && harness.root.restorablePresentation == nil)
  }

  @Test("One that the launch did not build is set once.")
  func made() throws {
    let saved = try start().savedState()
    let harness = start(false)
    #expect(try harness.restore(from: saved).outcome == .restored)
    #expect(harness.root.timesSet == 1 && harness.root.restorablePresentation != nil)
  }
}
