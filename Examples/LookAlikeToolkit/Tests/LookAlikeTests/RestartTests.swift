import DrawerContainer
import LookAlikeRestoration
import LookAlikeToolkit
import RestorationCore
import RestorationTestSupport
import SplitContainer
import Testing

@MainActor @Suite("An app of the toolkit that is restarted")
struct RestartTests {
  private var registry: RestorationClassRegistry {
    var registry = RestorationClassRegistry()
    registry.register(Screen.self, named: "screen") { request, _ in
      Screen(restorationIdentifier: request.identifier)
    }
    registry.register(TrackedScreen.self, named: "tracked") { request, _ in
      TrackedScreen(restorationIdentifier: request.identifier)
    }
    registry.register(ZoomTransition.self, named: "zoom") { _, _ in ZoomTransition() }
    return registry
  }

  /// A window with tabs in the middle, of which one is a stack and one has columns, and drawers.
  private func start() -> RestorationHarness<MainWindowController> {
    RestorationHarness(registry: registry) { _ in
      let window = Window()
      window.identifier = "window"
      let controller = MainWindowController(window: window)
      let feed = LookAlikeToolkit.NavigationController(restorationIdentifier: "feed")
      feed.viewControllers = [Screen(restorationIdentifier: "articles")]
      let mail = ColumnsViewController(restorationIdentifier: "mail")
      mail.setViewController(Screen(restorationIdentifier: "folders"), for: .primary)
      let tabs = TabBarController(restorationIdentifier: "tabs")
      tabs.viewControllers = [feed, mail]
      controller.contentViewController = tabs
      controller.leading.contentViewController = Screen(restorationIdentifier: "menu")
      controller.trailing.contentViewController = TrackedScreen(restorationIdentifier: "help")
      return controller
    }
  }

  private func feed(
    _ harness: RestorationHarness<MainWindowController>
  ) throws -> LookAlikeToolkit.NavigationController {
    let tabs = try #require(harness.root.contentViewController as? TabBarController)
    return try #require(tabs.viewControllers?.first as? LookAlikeToolkit.NavigationController)
  }

  private func mail(
    _ harness: RestorationHarness<MainWindowController>
  ) throws -> ColumnsViewController {
    let tabs = try #require(harness.root.contentViewController as? TabBarController)
    return try #require(tabs.viewControllers?.last as? ColumnsViewController)
  }

  /// Does what a user does, so that something in every part of the tree differs from the launch.
  private func use(_ harness: RestorationHarness<MainWindowController>) throws {
    let tabs = try #require(harness.root.contentViewController as? TabBarController)
    for screen in [
      Screen(restorationIdentifier: "article"), TrackedScreen(restorationIdentifier: "article"),
    ] {
      screen.text = "text of a \(type(of: screen))"
      screen.note = "note of a \(type(of: screen))"
      try feed(harness).pushViewController(screen, animated: true)
    }
    let columns = try mail(harness)
    columns.setViewController(Screen(restorationIdentifier: "message"), for: .secondary)
    columns.preferredDisplayMode = .oneOverSecondary
    columns.topSplitColumn = .primary
    tabs.selectedViewController = columns
    harness.root.leading.open()
    (harness.root.trailing.contentViewController as? Screen)?.text = "help me"
  }

  /// Presents one sheet over another, with one transition for both.
  private func presentSheets(_ harness: RestorationHarness<MainWindowController>) throws {
    let presenter = try #require(try feed(harness).topViewController)
    let zoom = ZoomTransition()
    zoom.duration = 0.5
    harness.session.register(zoom, under: presenter)
    let sheets = ["sheet", "picker"].map { Screen(restorationIdentifier: $0) }
    for (sheet, presenter) in zip(sheets, [presenter, sheets[0]]) {
      sheet.modalPresentationStyle = .custom
      sheet.modalPresentationCapturesStatusBarAppearance = sheet === sheets[0]
      sheet.transitioningDelegate = zoom
      presenter.present(sheet, animated: true)
    }
  }

  @Test("A whole tree comes back: stack, columns, drawers, selection, state of both kinds.")
  func tree() throws {
    let harness = start()
    try use(harness)
    let animated = ViewController.animatedChanges
    for _ in 0..<3 {
      let report = try harness.restartAndRestore()
      #expect(report.outcome == .restored && report.diagnostics == [])
    }
    #expect(ViewController.animatedChanges == animated)
    let screens = try feed(harness).viewControllers.compactMap { $0 as? Screen }
    #expect(screens.map(\.restorationIdentifier) == ["articles", "article", "article"])
    #expect(screens.map(\.text) == ["", "text of a Screen", "text of a TrackedScreen"])
    #expect(screens.map(\.note) == [nil, "note of a Screen", "note of a TrackedScreen"])
    #expect(screens.map(\.timesFinished) == [1, 1, 1])
    let columns = try mail(harness)
    #expect(columns.viewController(for: .secondary)?.restorationIdentifier == "message")
    #expect(columns.preferredDisplayMode == .oneOverSecondary && columns.topSplitColumn == .primary)
    let tabs = try #require(harness.root.contentViewController as? TabBarController)
    #expect(tabs.selectedViewController === columns && tabs.selectedIndex == 1)
    #expect(harness.root.leading.state == .open && harness.root.trailing.state == .closed)
  }

  @Test("Sheets come back over who presented them, with style, status bar and one transition.")
  func sheets() throws {
    let harness = start()
    try use(harness)
    try presentSheets(harness)
    for _ in 0..<2 { #expect(try harness.restartAndRestore().outcome == .restored) }
    let presenter = try #require(try feed(harness).topViewController as? TrackedScreen)
    let sheet = try #require(presenter.presentedViewController as? Screen)
    let picker = try #require(sheet.presentedViewController as? Screen)
    #expect(sheet.presentingViewController === presenter)
    #expect(picker.presentingViewController === sheet)
    #expect([sheet, picker].map(\.restorationIdentifier) == ["sheet", "picker"])
    #expect([sheet, picker].allSatisfy { $0.modalPresentationStyle == .custom })
    #expect(sheet.modalPresentationCapturesStatusBarAppearance)
    #expect(!picker.modalPresentationCapturesStatusBarAppearance)
    let zoom = try #require(sheet.transitioningDelegate as? ZoomTransition)
    #expect(zoom === picker.transitioningDelegate && zoom.transitionDuration() == 0.5)
    #expect(harness.session.registeredObjects(under: presenter).contains { $0 === zoom })
  }

  @Test(
    "A drawer that was never open keeps its state, and reads it when the window says it opened."
  )
  func sleepingDrawer() throws {
    let harness = start()
    try use(harness)
    for _ in 0..<2 { try harness.restartAndRestore() }
    let help = try #require(harness.root.trailing.contentViewController as? TrackedScreen)
    #expect(help.tracker.isAsleep)
    harness.root.trailing.open()
    harness.root.leading.close()
    harness.root.invalidateRestorableState()
    #expect(!help.tracker.isAsleep && help.text == "help me")
    #expect(harness.root.timesInvalidated == 1)
  }
}

@MainActor @Suite("A toolkit's own invalidateRestorableState()")
struct InvalidationTests {
  @Test("It hides the package's where it is not overridden; that costs no state.")
  func hidden() throws {
    let harness = RestorationHarness { _ in Panel() }
    harness.session.save()
    var changes = 0
    harness.session.treeDidChange = { _ in changes += 1 }
    harness.root.text = "a"
    harness.root.invalidateRestorableState()
    #expect(harness.root.timesInvalidated == 1 && changes == 0)
    (harness.root as any Restorable).invalidateRestorableState()
    harness.root.restorationTracker?.markChanged()
    #expect(harness.root.timesInvalidated == 1 && changes == 2)
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(harness.root.text == "a")
    harness.root.text = "b"
    try harness.restartAndRestore()
    #expect(harness.root.text == "b")
  }

  @Test("Overridden, one call tells the toolkit and the session.")
  func overridden() {
    let window = Window()
    window.identifier = "window"
    let controller = MainWindowController(window: window)
    let session = RestorationSession(store: .inMemory)
    session.restore(controller, in: "main")
    session.save()
    var changes = 0
    session.treeDidChange = { _ in changes += 1 }
    controller.invalidateRestorableState()
    #expect(controller.timesInvalidated == 1 && changes == 1)
  }
}
