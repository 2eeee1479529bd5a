import RestorationCore
import RestorationTestSupport
import Testing

/// Two apps, the first of them with two windows, whose nodes do something now and then when they are
/// asked.
@MainActor
final class RestlessWorld {
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
