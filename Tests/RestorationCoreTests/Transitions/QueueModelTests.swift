import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("The transition queue against a model")
struct QueueModelTests {
  @Test(
    "Each follow-up runs once and in order, whatever is cancelled or asked for in the middle.",
    arguments: 1...UInt64(24)
  )
  func followsTheModel(seed: UInt64) throws {
    let run = QueueRun(seed: seed)
    for step in 0..<600 {
      try run.takeStep()
      try #require(run.differences == [], "step \(step) of seed \(seed)")
    }
    run.settle()
    #expect(run.differences == [] && run.eventCount > 100)
  }
}

/// One random run of the queue beside its model.
@MainActor
final class QueueRun {
  private var random: SeededGenerator
  private var model = QueueModel()
  private let coordinator = ManualTransitionCoordinator()
  private let harness: RestorationHarness<Pile>
  private var pages: [Int: Page] = [:]
  private var events: [String] = []
  private var nextID = 1
  private var archiveDiffers = false

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let app = UnwindApp(coordinator: coordinator)
    let first = app.page("0")
    first.answered = [.home]
    harness = app.start(app.pile("root", [first]))
    pages[0] = first
    harness.root.appear()
  }

  var eventCount: Int { events.count }

  /// What is not as the model has it; empty if all is.
  var differences: [String] {
    var differences: [String] = []
    let root = harness.root
    if root.pages.map(\.unwindName) != model.tree.pages.map(String.init) {
      differences.append("the pages are \(root.pages.map(\.unwindName)), not \(model.tree.pages)")
    }
    if root.front?.unwindName != "\(model.tree.front)" {
      differences.append("in front is \(root.front?.unwindName ?? ""), not \(model.tree.front)")
    }
    if root.presentedRestorable?.unwindName != model.tree.sheet.map({ "\($0)" }) {
      differences.append("the sheet is not \(model.tree.sheet ?? -1)")
    }
    // What came before was compared before.
    if events.count != model.events.count || events.suffix(50) != model.events.suffix(50) {
      differences.append("\(events) is not \(model.events)")
    }
    if (coordinator.running != nil) != model.isRunning { differences.append("what runs differs") }
    if archiveDiffers { differences.append("a save has other nodes than the tree") }
    return differences + appearanceFaults
  }

  private var appearanceFaults: [String] {
    pages.values.compactMap { page in
      let shown = page === harness.root.front || page === harness.root.presentedRestorable
      guard page.appearance.isShown == shown else { return "\(page.name) is \(page.appearance)" }
      if !model.isRunning, page.appearance != (shown ? .appeared : .disappeared) {
        return "\(page.name) is \(page.appearance) at rest"
      }
      return page.hasBalancedCallbacks ? nil : "\(page.name) was told \(page.callbacks)"
    }
  }

  func takeStep() throws {
    switch random.below(12) {
    case 0...3: finish()
    case 4: cancel()
    case 5: try save()
    default: ask(command(depth: 0))
    }
  }

  func settle() {
    while model.isRunning { finish() }
  }

  // MARK: Doing the same to both

  private func finish() {
    model.end(.finished)
    coordinator.finish()
  }

  private func cancel() {
    model.end(.cancelled)
    coordinator.cancel()
  }

  private func save() throws {
    let saved = try harness.archive().records.values.map(\.identifier).sorted()
    let tree = model.tree
    let expected = ["root"] + (tree.pages + [tree.sheet].compactMap(\.self)).map(String.init)
    archiveDiffers = saved != expected.sorted()
  }

  private func ask(_ command: QueueModel.Command) {
    model.ask(command)
    perform(command)
  }

  private func perform(_ command: QueueModel.Command) {
    let root = harness.root
    switch command {
    case .push(let id): root.add(page(id))
    case .pop: root.remove()
    case .show(let id): root.show(page(id))
    case .present(let id): root.present(page(id))
    case .dismissPresented: root.dismissPresented()
    case .dismiss(let id, let follow):
      root.dismiss(page(id)) { [unowned self] outcome in events.append("\(follow) \(outcome)") }
    case .follow(let id, let asks):
      root.afterTransitions { [unowned self] outcome in
        events.append("\(id) \(outcome)")
        for command in asks { perform(command) }
      }
    case .unwind(let id, let source):
      let request = UnwindRequest(.home, from: page(source))
      harness.session.unwind(request, in: "main") { [unowned self] result in
        events.append("\(id) \(Self.text(of: result))")
      }
    }
  }

  private static func text(of result: UnwindResult) -> String {
    switch result {
    case .performed: "performed"
    case .vetoed: "vetoed"
    case .notFound: "notFound"
    case .interrupted(_, let steps, _): "interrupted after \(steps)"
    }
  }

  // MARK: Choosing

  private func command(depth: Int) -> QueueModel.Command {
    switch random.below(depth > 1 ? 8 : 11) {
    case 0: .push(id())
    case 1: .pop
    case 2: .show(model.tree.pages[random.below(model.tree.pages.count)])
    case 3, 4: .present(id())
    case 5: .dismissPresented
    case 6: .dismiss(someSheet(), follow: id())
    case 7: .unwind(id(), from: someSheet())
    default:
      .follow(id(), thenAsk: (0..<random.below(3)).map { _ in command(depth: depth + 1) })
    }
  }

  /// The sheet that stands now, or one that stood or will.
  private func someSheet() -> Int {
    if let sheet = model.tree.sheet, random.below(4) > 0 { return sheet }
    return model.isRunning ? nextID - 1 : max(0, nextID - random.below(4))
  }

  private func id() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  private func page(_ id: Int) -> Page {
    if let known = pages[id] { return known }
    let page = Page("\(id)")
    pages[id] = page
    return page
  }
}

extension Page {
  /// Whether each half was followed by its other half or by the opposite direction.
  fileprivate var hasBalancedCallbacks: Bool {
    var state = "didDisappear"
    let followers = [
      "didDisappear": ["willAppear"], "willAppear": ["didAppear", "willDisappear"],
      "didAppear": ["willDisappear"], "willDisappear": ["didDisappear", "willAppear"],
    ]
    for callback in callbacks {
      guard followers[state]?.contains(callback) == true else { return false }
      state = callback
    }
    return true
  }
}
