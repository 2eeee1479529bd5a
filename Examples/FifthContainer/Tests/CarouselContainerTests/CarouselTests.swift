import CarouselContainer
import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("A carousel that is restored")
struct CarouselTests {
  private func start() -> RestorationHarness<CarouselController> {
    var registry = RestorationClassRegistry()
    registry.register(Page.self, named: "page")
    return RestorationHarness(registry: registry) { _ in
      CarouselController(
        restorationIdentifier: "tour",
        pages: [Page(restorationIdentifier: "welcome")],
        overlay: Page(restorationIdentifier: "controls")
      )
    }
  }

  private func fill(_ carousel: CarouselController, _ identifiers: String...) {
    carousel.restorablePages += identifiers.map { identifier in
      let page = Page(restorationIdentifier: identifier)
      page.text = "text of \(identifier)"
      return page
    }
  }

  private func pages(_ carousel: CarouselController) -> [String] {
    carousel.restorablePages.compactMap(\.restorationIdentifier)
  }

  @Test("The current page and the overlay come back as they were.", arguments: [false, true])
  func restores(isOverlayShown: Bool) throws {
    let harness = start()
    fill(harness.root, "a", "b")
    #expect(harness.root.turnForward() == .performed)
    if isOverlayShown { harness.root.showOverlay() }
    let report = try harness.restartAndRestore()
    #expect(report.outcome == .restored)
    #expect(pages(harness.root) == ["welcome", "a", "b"])
    #expect(harness.root.currentRestorablePage?.restorationIdentifier == "a")
    #expect(harness.root.isRestorableOverlayShown == isOverlayShown)
    #expect(report.sleepingNodes == (isOverlayShown ? 2 : 3))
  }

  @Test("A page that was never shown keeps its state, and reads it when it is turned to.")
  func sleeps() throws {
    let harness = start()
    fill(harness.root, "a")
    for _ in 0..<3 { try harness.restartAndRestore() }
    let page = try #require(harness.root.restorablePages.last as? Page)
    #expect(page.restorationTracker?.isAsleep == true)
    harness.root.turnForward()
    #expect(page.restorationTracker?.isAsleep == false)
    #expect(page.text == "text of a")
  }

  @Test("A page that is gone leaves the row; the one before it is shown, or else the first.")
  func holes() throws {
    for (names, current) in [(["gone", "b"], "welcome"), (["a", "gone", "b"], "a")] {
      let harness = start()
      for name in names { fill(harness.root, name) }
      let gone = harness.root.restorablePages.first { $0.restorationIdentifier == "gone" }
      harness.root.currentRestorablePage = gone
      let report = try harness.restartAndRestore()
      #expect(report.outcome == .partial)
      #expect(pages(harness.root) == ["welcome"] + names.filter { $0 != "gone" })
      #expect(harness.root.currentRestorablePage?.restorationIdentifier == current)
    }
  }

  @Test("Navigation is refused where there is nothing to do, and waits for the end of a restore.")
  func navigation() throws {
    let carousel = CarouselController(restorationIdentifier: "empty")
    for step in [carousel.turnForward(), carousel.turnBack(), carousel.showOverlay()] {
      guard case .refused = step else {
        Issue.record("\(step)")
        continue
      }
    }
    final class Impatient: RestorableController {
      var onFinish: @MainActor () -> Void = {}
      override func didFinishRestoring() { onFinish() }
    }
    var outcomes: [NavigationOutcome] = []
    let harness = RestorationHarness { _ in
      let page = Impatient(restorationIdentifier: "impatient")
      let next = Page(restorationIdentifier: "next")
      let root = CarouselController(restorationIdentifier: "tour", pages: [page, next])
      page.onFinish = { [weak root] in
        if let root { outcomes.append(root.turnForward()) }
      }
      return root
    }
    try harness.restartAndRestore()
    #expect(outcomes == [.deferred])
    #expect(harness.root.currentRestorablePage?.restorationIdentifier == "next")
  }

  @Test("Turning a page lets one disappear and the other appear, once each.")
  func appearance() throws {
    let harness = start()
    fill(harness.root, "a")
    try harness.restartAndRestore()
    harness.root.beginAppearanceTransition(isAppearing: true)
    harness.root.endAppearanceTransition()
    harness.root.turnForward()
    let callbacks = harness.root.restorablePages.compactMap { ($0 as? Page)?.callbacks }
    #expect(callbacks == [["didAppear", "didDisappear"], ["didAppear"]])
  }
}
