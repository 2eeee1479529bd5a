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
      defer { world.end() }
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

/// Two apps, the first of them with two windows, whose nodes do something now and then when they are
/// asked.
@MainActor
private final class RestlessWorld {
  @MainActor
  struct Window {
    let app: TestApp
    let scene: String
    let store: RecordingStore
    let root: RestlessRow
    var isOpen = true

    func open() { app.restore(root, in: scene) }
  }

  private(set) var apps: [TestApp] = []
  private(set) var windows: [Window] = []

  private var random: SeededGenerator
  private var nextName = 0

  /// How much may be done from within callbacks still.
  private var unrest = 0

  /// Whether a tree is put together, when only navigation that waits may move nodes.
  private var isRestoring = false

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let stores = [RecordingStore(), RecordingStore()]
    apps = stores.map { TestApp($0, registry: .restless(in: self)) }
    for (app, scene) in [(0, "one"), (0, "two"), (1, "one")] {
      let root = RestlessRow("root", in: self)
      windows.append(Window(app: apps[app], scene: scene, store: stores[app], root: root))
      windows[windows.count - 1].open()
    }
    for _ in 0..<12 { addNode() }
  }

  /// Lets go of everything, which holds the world in turn.
  func end() {
    for row in nodes.compactMap({ $0 as? RestlessRow }) { row.items = [] }
    windows = []
    apps = []
  }

  /// Runs a body in which nodes do what they like, and stores refuse what they are handed now and then.
  func beRestless(_ body: () -> Void) {
    unrest = random.below(5)
    for window in windows where random.below(6) == 0 {
      window.store.failWrites(with: StateStoreError(.outOfSpace, "It is full."))
    }
    body()
    for window in windows { window.store.failWrites(with: nil) }
    unrest = 0
  }

  func openClosedWindows() {
    isRestoring = true
    defer { isRestoring = false }
    for index in windows.indices where !windows[index].isOpen {
      windows[index].isOpen = true
      windows[index].open()
    }
  }

  /// Saves until there is nothing to save any more.
  func settle() throws {
    openClosedWindows()
    for _ in 0..<4 where apps.contains(where: { $0.save().outcome != .nothingChanged }) {}
    for app in apps { #expect(app.save().outcome == .nothingChanged) }
  }

  func changeAtRest() {
    for _ in 0..<random.below(4) { change() }
    if random.below(4) == 0 { closeWindow() }
  }

  /// What a node does when it is asked for its state.
  func actOrFail() throws {
    if unrest > 0, random.below(30) == 0 { throw Mishap() }
    act()
  }

  /// What a node does when it is asked or told anything.
  func act() {
    guard unrest > 0, random.below(3) == 0 else { return }
    unrest -= 1
    switch random.below(12) {
    case 0: apps[random.below(apps.count)].save()
    case 1: eraseAll()
    case 2: closeWindow()
    case _ where isRestoring: changeNumber()
    default: change()
    }
  }

  private func eraseAll() {
    do {
      try apps[random.below(apps.count)].session.eraseAll()
    } catch {
      Issue.record(error)
    }
  }

  private func closeWindow() {
    let index = random.below(windows.count)
    windows[index].isOpen = false
    windows[index].app.session.close(scene: windows[index].scene)
  }
}

// MARK: - Changes

extension RestlessWorld {
  private var nodes: [any RestlessNode] { windows.flatMap { $0.root.withDescendants } }

  private func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[random.below(elements.count)]
  }

  private func change() {
    // A change asks containers for their children before and after it, which must not change then.
    let rest = unrest
    unrest = 0
    defer { unrest = rest }
    switch random.below(5) {
    case 0: addNode()
    case 1: removeNode()
    case 2: changeNumber()
    default: moveNode()
    }
  }

  private func addNode() {
    nextName += 1
    let name = "n\(nextName % 7)"
    let node: any RestlessNode =
      switch random.below(4) {
      case 0: RestlessRow(name, in: self)
      case 1: BareRestlessLeaf(name, in: self)
      default: RestlessLeaf(name, in: self)
      }
    put(node, somewhereIn: nodes)
  }

  private func removeNode() {
    let nodes = nodes
    guard nodes.count > 12, let node = pick(nodes) else { return }
    takeOut(node)
  }

  private func changeNumber() {
    guard let node = pick(nodes) else { return }
    node.number += 1
    node.invalidateRestorableState()
  }

  private func moveNode() {
    guard let node = pick(nodes), !windows.contains(where: { $0.root === node }) else { return }
    takeOut(node)
    put(node, somewhereIn: nodes)
  }

  /// Puts a node into a container, or presents it.
  private func put(_ node: any RestlessNode, somewhereIn nodes: [any RestlessNode]) {
    let controllers = nodes.compactMap { $0 as? RestorableController }
    guard let host = pick(controllers) else { return }
    if host.restorablePresentation == nil, random.below(4) == 0 {
      host.restorablePresentation = Presentation(of: node)
    } else if let row = host as? RestlessRow {
      row.updateChildren { row.items.insert(node, at: random.below(row.items.count + 1)) }
    } else {
      put(node, somewhereIn: windows.map(\.root))
    }
  }

  private func takeOut(_ node: any RestlessNode) {
    for other in nodes {
      if let row = other as? RestlessRow, row.items.contains(where: { $0 === node }) {
        row.updateChildren { row.items.removeAll { $0 === node } }
      }
      if let controller = other as? RestorableController, controller.presentedRestorable === node {
        controller.restorablePresentation = nil
      }
    }
  }
}

// MARK: - Nodes

@MainActor
private protocol RestlessNode: Restorable {
  var number: Int { get set }
}

extension RestlessNode {
  /// What stands directly below this node.
  private var below: [any RestlessNode] {
    let items = (self as? RestlessRow)?.items ?? []
    let presented = (self as? RestorableController)?.presentedRestorable as? any RestlessNode
    return items + [presented].compactMap { $0 }
  }

  /// This node and all that stand below it.
  var withDescendants: [any RestlessNode] { [self] + below.flatMap(\.withDescendants) }

  /// One line for each node, with its depth, its identifier and its number.
  var outline: [String] { outline(depth: 0) }

  private func outline(depth: Int) -> [String] {
    ["\(depth) \(type(of: self)) \(restorationIdentifier ?? "") \(number)"]
      + below.flatMap { $0.outline(depth: depth + 1) }
  }
}

private final class RestlessLeaf: RestorableController, RestlessNode {
  var number = 0
  private var world: RestlessWorld?

  convenience init(_ identifier: String?, in world: RestlessWorld?) {
    self.init(restorationIdentifier: identifier)
    self.world = world
  }

  override class var tracksChanges: Bool { true }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encode(number, forKey: "number")
    try world?.actOrFail()
  }

  override func decodeRestorableState(from decoder: StateDecoder) throws {
    number = try decoder.decode(forKey: "number")
    world?.act()
  }
}

/// One without a tracker.
private final class BareRestlessLeaf: RestlessNode {
  let restorationIdentifier: String?
  var number = 0
  private let world: RestlessWorld?

  init(_ identifier: String?, in world: RestlessWorld?) {
    restorationIdentifier = identifier
    self.world = world
  }

  func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encode(number, forKey: "number")
    try world?.actOrFail()
  }

  func decodeRestorableState(from decoder: StateDecoder) throws {
    number = try decoder.decode(forKey: "number")
    world?.act()
  }
}

private final class RestlessRow: RestorableController, RestorableContainer, RestlessNode {
  var items: [any RestlessNode] = []
  var number = 0
  private var world: RestlessWorld?

  convenience init(_ identifier: String?, in world: RestlessWorld?) {
    self.init(restorationIdentifier: identifier)
    self.world = world
  }

  override class var tracksChanges: Bool { true }

  func encodeChildren(to encoder: ChildEncoder) {
    encoder.encode(items)
    world?.act()
  }

  func restoreChildren(from decoder: ChildDecoder) {
    guard let children = decoder.objects() else { return }
    updateChildren { items = children.compactMap { $0 as? any RestlessNode } }
    world?.act()
  }

  override func didFinishRestoring() { world?.act() }

  func encodeContainerState(to encoder: StateEncoder) throws {
    encoder.encode(number, forKey: "number")
    try world?.actOrFail()
  }

  func decodeContainerState(from decoder: StateDecoder) throws {
    number = try decoder.decode(forKey: "number")
    world?.act()
  }

  var visibleRestorableChildren: [any Restorable] { items }
}

extension RestorationClassRegistry {
  fileprivate static func restless(in world: RestlessWorld?) -> RestorationClassRegistry {
    var registry = RestorationClassRegistry()
    registry.register(RestlessLeaf.self, named: "leaf") { [weak world] request, _ in
      world?.act()
      return RestlessLeaf(request.identifier, in: world)
    }
    registry.register(BareRestlessLeaf.self, named: "bare") { [weak world] request, _ in
      world?.act()
      return BareRestlessLeaf(request.identifier, in: world)
    }
    registry.register(RestlessRow.self, named: "row") { [weak world] request, _ in
      world?.act()
      return RestlessRow(request.identifier, in: world)
    }
    return registry
  }
}
