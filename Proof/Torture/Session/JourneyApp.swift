import DrawerContainer
import NavContainer
import RestorationCore
import TabContainer

/// The app that makes a journey: a drawer around tabs of stacks.
@MainActor
final class JourneyApp {
  let session: RestorationSession

  /// The step that was saved last, or that is being saved.
  private(set) var savedStep = 0

  private var step = 0
  private let stacks: [NavigationController]
  private let tabs: TabController
  private let drawer: DrawerController

  init(_ store: any StateStore, savesAutomatically: Bool) {
    stacks = (0..<3).map { index in
      NavigationController(restorationIdentifier: "stack\(index)", root: PageScreen(name: index))
    }
    tabs = TabController(restorationIdentifier: "tabs", tabs: stacks)
    drawer = DrawerController(
      restorationIdentifier: "app",
      center: tabs,
      leading: PageScreen(name: -1)
    )
    var registry = RestorationClassRegistry()
    registry.register(PageScreen.self, named: "page")
    registry.register(NoteSheet.self, named: "note") { _, _ in NoteSheet() }
    var configuration = SessionConfiguration()
    configuration.savesAutomatically = savesAutomatically
    configuration.saveDelay = .milliseconds(1)
    // It dies again and again, through no fault of its own.
    configuration.launchLimits = nil
    session = RestorationSession(store: store, registry: registry, configuration: configuration)
    session.configuration.encodeAppState = { [weak self] encoder, _ in
      guard let self else { return }
      savedStep = step
      encoder.encode(step, forKey: "step")
    }
    session.configuration.decodeAppState = { [weak self] decoder, _ in
      self?.step = try decoder.decode(forKey: "step")
    }
  }

  /// Brings back where the user was, and tells which step that is.
  ///
  /// - Throws: What is wrong with it, in one line.
  func launch(seed: UInt64, in range: ClosedRange<Int>) throws -> Int {
    let report = session.restore(drawer, in: "main")
    guard report.diagnostics.isEmpty else {
      throw Loss(message: "\(report)".replacing("\n", with: " "))
    }
    guard range.contains(step) else {
      throw Loss(message: "Expected step \(range), found step \(step).")
    }
    let journey = Journey(seed: seed, step: step)
    guard position == "\(journey)" else {
      throw Loss(message: "Expected \(journey), found \(position)")
    }
    return step
  }

  /// Takes the user to where a journey leads.
  func go(to journey: Journey) {
    step = journey.step
    for (stack, pages) in zip(stacks, journey.stacks) {
      let screens = stack.restorableStack.compactMap { $0 as? PageScreen }
      stack.setStack(
        pages.map { page in
          screens.first { $0.name == page.name } ?? PageScreen(name: page.name)
        }
      )
      for (screen, page) in zip(stack.restorableStack, pages) {
        (screen as? PageScreen)?.show(page)
      }
    }
    tabs.select(stacks[journey.selected])
    if journey.isDrawerOpen { drawer.open(.leading) } else { drawer.close() }
    // The step itself belongs to no node.
    session.setNeedsSave()
  }

  /// Where the user is, in the words of a journey.
  private var position: String {
    let texts = stacks.map { stack in
      stack.restorableStack.map { ($0 as? PageScreen)?.text ?? "?" }.joined(separator: " ")
    }
    return "step \(step), tab \(tabs.selectedIndex ?? -1)"
      + "\(drawer.openDrawerSide == .leading ? ", drawer" : ""): "
      + texts.joined(separator: " | ")
  }
}

/// A screen with a number, and perhaps a sheet over it.
final class PageScreen: RestorableController, RestorationClass {
  let name: Int
  @Restored("value") private var value = 0

  init(name: Int) {
    self.name = name
    super.init(restorationIdentifier: "page")
  }

  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    PageScreen(name: try decoder.decode(forKey: "name"))
  }

  override class var tracksChanges: Bool { true }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encode(name, forKey: "name")
  }

  fileprivate func show(_ page: Journey.Page) {
    if value != page.value { value = page.value }
    guard let note = page.note else {
      dismissPresented()
      return
    }
    let sheet = presentedRestorable as? NoteSheet ?? NoteSheet()
    if sheet.text != note { sheet.text = note }
    if presentedRestorable == nil { present(sheet, style: .formSheet) }
  }

  fileprivate var text: String {
    "\(name)=\(value)" + ((presentedRestorable as? NoteSheet).map { "(\($0.text))" } ?? "")
  }
}

/// A sheet with a text.
final class NoteSheet: RestorableController {
  @Restored("text") var text = ""

  init() {
    super.init(restorationIdentifier: "note")
  }

  override class var tracksChanges: Bool { true }
}
