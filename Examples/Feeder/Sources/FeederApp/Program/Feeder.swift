import DrawerContainer
import NavContainer
import RestorationCore
import SplitContainer
import TabContainer

/// The app: a tree of screens that is built in code at each launch, and the keys that change it.
@MainActor
final class Feeder {
  let session: RestorationSession
  let drawer: DrawerController
  let tabs: TabController
  let reading = ReadingSplit(identifier: "reading", list: ArticleList())
  let starred = ReadingSplit(identifier: "starred", list: ArticleList(isStarredOnly: true))
  let search = NavigationController(
    restorationIdentifier: "search",
    root: SearchScreen(),
    stackHolePolicy: .skip
  )
  let slide = SlideTransition()
  let library: any ReadingLibrary

  /// The window, which is no part of what is saved.
  private(set) var size: Size

  /// What there is to say about the last key.
  private(set) var message = ""

  /// Told of each unwind that has ended, if anybody wants to know.
  var didUnwind: (@MainActor (UnwindResult) -> Void)?

  /// Whether the user asked to leave.
  private(set) var isDone = false

  init(
    library: any ReadingLibrary,
    store: any StateStore,
    size: Size,
    configuration: SessionConfiguration
  ) {
    self.library = library
    self.size = size
    tabs = TabController(restorationIdentifier: "tabs", tabs: [reading, starred, search])
    drawer = DrawerController(restorationIdentifier: "feeder", center: tabs, leading: SourceList())
    var context = RestorationContext()
    context.library = library
    session = RestorationSession(
      store: store,
      registry: Self.registry,
      context: context,
      configuration: configuration
    )
    session.register(slide, under: drawer)
    session.diagnosticHandler = { [weak self] in self?.say($0.message) }
    resize(to: size)
  }

  private static var registry: RestorationClassRegistry {
    var registry = RestorationClassRegistry()
    registry.register(ArticleScreen.self, named: "article")
    registry.register(ArticleList.self, named: "list")
    registry.register(NoteSheet.self, named: "note") { _, _ in NoteSheet() }
    registry.register(TagPicker.self, named: "tags") { _, _ in TagPicker() }
    registry.register(AddFeedForm.self, named: "add-feed") { _, _ in AddFeedForm() }
    registry.register(HelpSheet.self, named: "help") { _, _ in HelpSheet() }
    return registry
  }

  /// Brings everything back, and shows it.
  func launch() -> RestorationReport {
    let report = session.restore(drawer, in: "main")
    answerUnwinds()
    drawer.beginAppearanceTransition(isAppearing: true)
    drawer.endAppearanceTransition()
    // What was restored can be drawn; a kill from now on is no fault of it.
    _ = picture()
    session.markStable()
    return report
  }

  /// Lays the tree out for a window of another size.
  func resize(to size: Size) {
    self.size = size
    reading.setCollapsed(size.isCompact)
    starred.setCollapsed(size.isCompact)
  }

  /// Takes what the user did.
  func take(_ input: Input) {
    switch input {
    case .key(let key): press(key)
    case .resize(let size): resize(to: size)
    }
  }

  private func press(_ key: Key) {
    message = ""
    do {
      if key == .control("g") { return try unwind(.home) }
      let screen = focusedScreen
      if try screen?.handle(key, self) == true { return }
      if screen?.isModal != true { try pressAnywhere(key) }
    } catch {
      message = "\(error)"
    }
  }

  func say(_ text: String) {
    message = text
  }

  func say(_ outcome: NavigationOutcome) {
    if case .refused(let reason) = outcome { message = reason }
  }
}

// MARK: - Where the user is

extension Feeder {
  /// The split of the selected tab, if it has one.
  var split: ReadingSplit? { tabs.selectedRestorableTab as? ReadingSplit }

  /// The stack that the user is in.
  var focusedStack: NavigationController { split?.focusedStack ?? search }

  /// The node that presents nothing and takes keys first.
  var focusedScreen: (any Screen)? {
    var node: (any Restorable)? = drawer
    if drawer.presentedRestorable == nil {
      node = drawer.openDrawerSide == nil ? focusedStack.topRestorable : drawer.restorableLeading
    }
    while let presented = (node as? any Presenting)?.restorablePresentation?.presented {
      node = presented
    }
    return node as? any Screen
  }
}

// MARK: - Keys that mean the same everywhere

extension Feeder {
  private func pressAnywhere(_ key: Key) throws {
    switch key {
    case .character("q"), .control("c"): isDone = true
    case .character("?"): focusedScreen?.present(HelpSheet(), style: .formSheet)
    case .character("1"), .character("2"), .character("3"): selectTab(key)
    case .character("f"), .character("0"): say(drawer.open(.leading))
    case .character("a"): drawer.present(AddFeedForm(), style: .formSheet)
    case .character("/"): startSearch()
    case .character("H"): try unwind(.home)
    case .tab: selectNextColumn()
    case .backTab: selectNextTab()
    case .left, .character("h"): showList()
    case .escape: goBack()
    default: message = "That key does nothing here; ? shows those that do."
    }
  }

  private func selectTab(_ key: Key) {
    guard case .character(let digit) = key, let number = digit.wholeNumberValue else { return }
    drawer.close()
    tabs.select(tabs.restorableTabs[number - 1])
  }

  func selectNextTab() {
    let next = ((tabs.selectedIndex ?? 0) + 1) % tabs.restorableTabs.count
    tabs.select(tabs.restorableTabs[next])
  }

  private func startSearch() {
    drawer.close()
    tabs.select(search)
    search.popToRoot()
    (search.topRestorable as? SearchScreen)?.isEditing = true
  }

  /// Goes to the other column where there are two, and to the next tab where there is one.
  private func selectNextColumn() {
    guard let split, !split.isSplitCollapsed else { return selectNextTab() }
    guard !split.isSplitSecondaryPlaceholder else {
      return say("Nothing is open beside the list; Enter opens an article.")
    }
    split.show(split.topSplitColumn == .primary ? .secondary : .primary)
  }

  private func showList() {
    guard let split else { return goBack() }
    say(split.show(.primary))
  }

  private func goBack() {
    // Of two columns that are shown, the one that the user is in goes back, and no other.
    let place: any Restorable = drawer.openDrawerSide == nil ? focusedStack : drawer
    guard place.goBack() else {
      return say("There is nothing to go back to; q quits.")
    }
    if let split, split.isSplitSecondaryPlaceholder, split.topSplitColumn != .primary {
      split.show(.primary)
    }
  }
}

// MARK: - After a launch

extension Feeder {
  /// Says what of the last time did not come back.
  func welcome(_ report: RestorationReport) {
    guard let first = report.diagnostics.first else { return }
    guard report.outcome != .unavailable else {
      message = "This window keeps no place, since what is saved cannot be read. \(first.message)"
      return
    }
    let others = report.diagnostics.count - 1
    message = first.message + (others > 0 ? " (and \(others) more)" : "")
  }
}
