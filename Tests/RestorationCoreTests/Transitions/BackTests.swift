import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Going back")
struct BackTests {
  /// A page that can go back by itself.
  final class Editor: Page {
    var isEnabled = true
    private(set) var phases: [BackGesture.Phase] = []

    override var canHandleBack: Bool { isEnabled }

    override func handleBack() -> NavigationOutcome {
      log.note("back \(name)")
      return .performed
    }

    override func backGestureDidChange(_ phase: BackGesture.Phase) { phases.append(phase) }
  }

  private func start(_ pages: [Page] = []) -> (UnwindApp, RestorationHarness<Pile>) {
    let app = UnwindApp()
    return (app, app.start(app.pile("root", [app.page("a")] + pages)))
  }

  @Test("P29: without a handler, back is not handled.")
  func unhandled() {
    #expect(!start().1.root.goBack())
  }

  @Test("P70: an inner stack pops first; at its root, the outer one does.")
  func innerFirst() {
    let inner = Pile("inner", [Page("x"), Page("y")])
    let (_, harness) = start([inner])
    #expect(harness.root.goBack() && inner.pages.count == 1)
    #expect(harness.root.goBack() && harness.root.pages.count == 1)
    #expect(!harness.root.goBack())
  }

  @Test("P61, P71: a child's own handler comes before its container's, if it is enabled.")
  func childFirst() {
    for isEnabled in [true, false] {
      let editor = Editor("editor")
      editor.isEnabled = isEnabled
      let (_, harness) = start([editor])
      #expect(harness.root.goBack())
      #expect(editor.log.events == (isEnabled ? ["back editor"] : []))
      #expect(harness.root.pages.count == (isEnabled ? 2 : 1))
    }
  }

  @Test("P60: what is not visible is not asked.")
  func hiddenIsNotAsked() {
    let editor = Editor("editor")
    let (_, harness) = start([editor])
    harness.root.show(harness.root.pages[0])
    let sheet = Page("sheet")
    harness.root.pages[0].unwindPresent(sheet)
    #expect(harness.root.goBack())
    #expect(editor.log.events == [] && harness.root.pages.count == 2)
    #expect(harness.page("sheet") == nil)
  }

  @Test("A sheet is dismissed once nothing in it goes back, before what is under it.")
  func sheet() {
    let (app, harness) = start([Page("b")])
    let sheet = app.pile("sheet", [app.page("s"), app.page("t")])
    harness.root.present(sheet)
    #expect(harness.root.goBack() && sheet.pages.count == 1)
    #expect(harness.root.goBack() && harness.root.presentedRestorable == nil)
    #expect(harness.root.goBack() && harness.root.pages.count == 1)
  }

  @Test("Who refuses at its turn leaves it to the next outwards.")
  func refusal() {
    final class Refuser: Page {
      override var canHandleBack: Bool { true }
    }
    let (_, harness) = start([Refuser("b")])
    #expect(harness.root.goBack() && harness.root.pages.count == 1)
  }

  @Test("P31: a gesture shows began, each progress, then exactly one of commit and cancel.")
  func gesture() {
    for commits in [true, false] {
      let editor = Editor("editor")
      let (_, harness) = start([editor])
      let gesture = BackGesture(in: harness.root)
      gesture.progress(0.25)
      gesture.progress(7)
      gesture.progress(.nan)
      if commits { #expect(gesture.commit()) } else { gesture.cancel() }
      gesture.cancel()
      gesture.progress(0.5)
      #expect(!gesture.commit() && !gesture.isActive)
      #expect(
        editor.phases == [.began, .moved(0.25), .moved(1), commits ? .committed : .cancelled]
      )
      #expect(editor.log.events == (commits ? ["back editor"] : []))
    }
  }

  @Test("A gesture that is cancelled half way has changed nothing; committed, it goes back.")
  func gestureOnContainer() throws {
    for commits in [true, false] {
      let (app, harness) = start([Page("b")])
      harness.root.present(app.page("sheet"))
      let archive = try harness.archive()
      let gesture = BackGesture(in: harness.root)
      #expect(gesture.isActive)
      gesture.progress(0.5)
      #expect(try harness.archive() == archive)
      if commits { #expect(gesture.commit()) } else { gesture.cancel() }
      #expect((harness.page("sheet") == nil) == commits)
      if !commits { #expect(try harness.archive() == archive) }
    }
  }

  @Test("P32: a handler that goes away in mid gesture sees a cancel, and another one takes over.")
  func handlerGoes() {
    let (inner, outer) = (Editor("inner"), Editor("outer"))
    let (_, harness) = start([outer])
    outer.present(inner)
    let gesture = BackGesture(in: harness.root)
    inner.isEnabled = false
    outer.dismissPresented()
    gesture.progress(0.5)
    gesture.progress(0.6)
    #expect(inner.phases == [.began, .cancelled])
    #expect(outer.phases == [.began, .moved(0.5), .moved(0.6)])
    outer.isEnabled = false
    #expect(!gesture.commit())
    #expect(outer.phases.last == .cancelled && !outer.log.events.contains("back outer"))
  }

  @Test("P33: a new handler in mid gesture leaves it with the old one.")
  func handlerComes() {
    let late = Editor("late")
    late.isEnabled = false
    let inner = Pile("inner", [late])
    let (_, harness) = start([inner])
    let gesture = BackGesture(in: harness.root)
    late.isEnabled = true
    gesture.progress(0.5)
    #expect(gesture.commit() && late.phases == [])
    #expect(harness.root.pages.count == 1)
  }
}

extension Restorable {
  fileprivate func unwindPresent(_ page: Page) {
    (self as? RestorableController)?.present(page)
  }
}
