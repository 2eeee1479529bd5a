import DrawerContainer
import LookAlikeRestoration
import LookAlikeToolkit
import NavContainer
import RestorationCore
import RestorationTestSupport
import SplitContainer
import TabContainer
import Testing

@MainActor @Suite("A toolkit with UIKit's and AppKit's names adopts everything")
struct AdoptionTests {
  private func window() -> MainWindowController {
    let window = Window()
    window.identifier = "window"
    return MainWindowController(window: window)
  }

  /// What the laws say of a container that is filled with children of a toolkit.
  private func violations<Container: RestorableContainer, Child: Screen>(
    _ slots: [ContainerSlot: Int],
    of child: Child.Type,
    keepsUnknownChildren: Bool = false,
    make: @escaping @MainActor () -> Container,
    fill: @escaping @MainActor (Container, ContainerSlot, [any Restorable]) -> Void
  ) throws -> [String] {
    let laws = ContainerLaws(
      slots: slots,
      keepsUnknownChildren: keepsUnknownChildren,
      make: make,
      makeChild: { child.init(restorationIdentifier: $0) },
      fill: fill
    )
    return try laws.violations()
  }

  @Test(
    "Tabs, stack, columns and drawers obey the laws, with and without trackers.",
    arguments: [Screen.self, TrackedScreen.self]
  )
  func laws(child: Screen.Type) throws {
    if child == Screen.self {
      try checkLaws(of: Screen.self)
    } else {
      try checkLaws(of: TrackedScreen.self)
    }
  }

  private func checkLaws<Child: Screen>(of child: Child.Type) throws {
    let tabs = try violations(
      [.tabs: 3],
      of: child,
      keepsUnknownChildren: true,
      make: { TabBarController(restorationIdentifier: "tabs") },
      fill: { $0.restorableTabs = $2 }
    )
    let trackedTabs = try violations(
      [.tabs: 3],
      of: child,
      keepsUnknownChildren: true,
      make: { TrackedTabs(restorationIdentifier: "tabs") },
      fill: { $0.restorableTabs = $2 }
    )
    let stack = try violations(
      [.stack: 3],
      of: child,
      make: { LookAlikeToolkit.NavigationController(restorationIdentifier: "stack") },
      fill: { $0.restorableStack = $2 }
    )
    let columns = try violations(
      [.primary: 1, .supplementary: 1, .secondary: 1],
      of: child,
      make: { ColumnsViewController(restorationIdentifier: "columns") },
      fill: { columns, slot, children in
        switch slot {
        case .primary: columns.restorablePrimary = children.first
        case .supplementary: columns.restorableSupplementary = children.first
        default: columns.restorableSecondary = children.first
        }
      }
    )
    let drawers = try violations(
      [.center: 1, .leading: 1, .trailing: 1],
      of: child,
      make: window,
      fill: { window, slot, children in
        switch slot {
        case .center: window.restorableCenter = children.first
        case .leading: window.restorableLeading = children.first
        default: window.restorableTrailing = children.first
        }
      }
    )
    #expect(tabs == [] && trackedTabs == [] && stack == [] && columns == [] && drawers == [])
  }

  @Test("A presentation comes back in its style, whichever it is, and is not animated.")
  func presentation() throws {
    let animated = ViewController.animatedChanges
    for style in ModalPresentationStyle.allCases {
      for capturesStatusBar in [false, true] {
        var registry = RestorationClassRegistry()
        registry.register(Screen.self, named: "screen") { request, _ in
          Screen(restorationIdentifier: request.identifier)
        }
        let harness = RestorationHarness(registry: registry) { _ in
          Screen(restorationIdentifier: "root")
        }
        let sheet = Screen(restorationIdentifier: "sheet")
        sheet.modalPresentationStyle = style
        sheet.modalPresentationCapturesStatusBarAppearance = capturesStatusBar
        sheet.text = "kept"
        harness.root.present(sheet, animated: false)
        #expect(try harness.restartAndRestore().outcome == .restored)
        let restored = try #require(harness.root.presentedViewController as? Screen)
        #expect(restored.presentingViewController === harness.root && restored.text == "kept")
        #expect(restored.modalPresentationStyle == style && restored.timesAppeared == 1)
        #expect(restored.modalPresentationCapturesStatusBarAppearance == capturesStatusBar)
      }
    }
    #expect(ViewController.animatedChanges == animated)
  }

  @Test("A child does not claim what its ancestor presents, and a launch's sheet is used again.")
  func ancestorsPresentation() throws {
    let harness = RestorationHarness { _ in
      let tabs = TabBarController(restorationIdentifier: "tabs")
      tabs.viewControllers = [Screen(restorationIdentifier: "tab")]
      tabs.present(Screen(restorationIdentifier: "sheet"), animated: false)
      return tabs
    }
    #expect(try harness.restartAndRestore().outcome == .restored)
    let tab = try #require(harness.root.selectedViewController)
    #expect(tab.presentedViewController != nil && tab.restorablePresentation == nil)
    #expect((harness.root.presentedViewController as? Screen)?.timesAppeared == 1)
    harness.root.dismiss(animated: false)
    let saved = try harness.savedState()
    try harness.restore(from: saved)
    #expect(harness.root.presentedViewController == nil)
  }

  @Test("Every display mode of a split is saved, and restored.")
  func displayModes() throws {
    for mode in SplitViewController.DisplayMode.allCases {
      let harness = RestorationHarness { _ in
        ColumnsViewController(restorationIdentifier: "columns")
      }
      harness.root.preferredDisplayMode = mode
      #expect("\(harness.root.preferredSplitDisplayMode)" == "\(mode)")
      try harness.restartAndRestore()
      #expect(harness.root.preferredDisplayMode == mode)
    }
  }

  @Test("A class with names of its own for other types keeps them, and its state.")
  func takenNames() throws {
    let harness = RestorationHarness { _ in PlayerScreen(restorationIdentifier: "player") }
    harness.root.state = .playing
    harness.root.note = "from the toolkit's own code"
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(harness.root.state == .playing && harness.root.presentation.slides == 3)
    #expect(harness.root.note == "from the toolkit's own code")
    #expect(harness.root.timesFinished == 1)
  }
}
