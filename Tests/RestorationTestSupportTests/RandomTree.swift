import DrawerContainer
import Foundation
import NavContainer
import RestorationCore
import RestorationTestSupport
import SplitContainer
import TabContainer

/// A random tree of all four containers, with presentations, nodes that share identifiers,
/// references, cycles and plain objects.
@MainActor
final class RandomTree {
  let root: RestorableController
  private(set) var nodes: [RestorableController] = []
  private(set) var objects: [Note] = []
  private var random: SeededGenerator
  private let session: RestorationSession

  /// Builds the tree of a seed: its root alone, as a launch that builds nothing else, or all of it.
  init(seed: UInt64, session: RestorationSession, rootOnly: Bool) {
    random = SeededGenerator(seed: seed)
    self.session = session
    root = Self.container(random.below(4), "root")
    guard !rootOnly else { return }
    fill(root, depth: 0)
  }

  static var registry: RestorationClassRegistry {
    var registry = RestorationClassRegistry()
    registry.registerTabController()
    registry.registerNavigationController()
    registry.registerDrawerController()
    registry.registerSplitController()
    registry.register(Leaf.self, named: "leaf")
    registry.register(Note.self, named: "note")
    return registry
  }

  private static func container(_ kind: Int, _ identifier: String) -> RestorableController {
    switch kind {
    case 0: TabController(restorationIdentifier: identifier)
    case 1: NavigationController(restorationIdentifier: identifier)
    case 2: DrawerController(restorationIdentifier: identifier)
    default: SplitController(restorationIdentifier: identifier)
    }
  }
}

// MARK: - Structure

extension RandomTree {
  private func node(depth: Int, identifier: String? = nil) -> RestorableController {
    // A small alphabet, so that siblings and cousins share identifiers.
    let identifier = identifier ?? ["a", "b", "c/d", "é", "e\u{301}", "*"][random.below(6)]
    guard depth < 3, random.below(5) > 1 else {
      let leaf = Leaf(restorationIdentifier: identifier)
      nodes.append(leaf)
      return leaf
    }
    let container = Self.container(random.below(4), identifier)
    fill(container, depth: depth)
    return container
  }

  private func fill(_ container: RestorableController, depth: Int) {
    nodes.append(container)
    switch container {
    case let tabs as TabController:
      tabs.restorableTabs = (0..<random.below(4)).map {
        node(depth: depth + 1, identifier: "tab\($0)")
      }
      if !tabs.restorableTabs.isEmpty {
        tabs.selectedRestorableTab = tabs.restorableTabs[random.below(tabs.restorableTabs.count)]
      }
    case let stack as NavigationController:
      stack.restorableStack = (0..<random.below(4)).map { _ in node(depth: depth + 1) }
    case let drawer as DrawerController:
      drawer.restorableCenter = maybeNode(depth)
      drawer.restorableLeading = maybeNode(depth)
      drawer.restorableTrailing = maybeNode(depth)
      if random.below(2) == 0 { drawer.open(random.below(2) == 0 ? .leading : .trailing) }
    case let split as SplitController:
      split.setCollapsed(random.below(2) == 0)
      split.restorablePrimary = maybeNode(depth)
      split.restorableSupplementary = maybeNode(depth)
      split.restorableSecondary = maybeNode(depth)
      split.isSplitSecondaryPlaceholder = random.below(3) == 0
      split.topSplitColumn = [.primary, .supplementary, .secondary][random.below(3)]
    default:
      break
    }
  }

  private func maybeNode(_ depth: Int) -> RestorableController? {
    random.below(4) == 0 ? nil : node(depth: depth + 1)
  }
}

// MARK: - State, presentations and references

extension RandomTree {
  /// Gives every node state, presents sheets, registers objects, and refers to and fro.
  func enliven() {
    for presenter in nodes where random.below(5) == 0 { present(from: presenter) }
    for parent in nodes where random.below(6) == 0 { register(below: parent) }
    let targets: [any Restorable] = nodes + objects
    for case let leaf as Leaf in nodes {
      leaf.change(&random)
      leaf.first = random.below(3) == 0 ? nil : targets[random.below(targets.count)]
      leaf.others = (0..<random.below(4)).map { _ in targets[random.below(targets.count)] }
      leaf.named = ["x": leaf, "y": targets[random.below(targets.count)]]
    }
    for note in objects {
      note.text = "note \(random.below(100))"
      note.target = targets[random.below(targets.count)]
    }
  }

  private func present(from presenter: RestorableController) {
    let styles: [PresentationStyle] = [.fullScreen, .formSheet, .popover, .custom]
    let sheet = node(depth: 2)
    let own = Note(identifier: "transition")
    let delegates: [(any TransitionDelegate)?] = [nil, own, own]
    let delegate = delegates[random.below(3)]
    if delegate != nil { register(own, below: presenter) }
    presenter.present(
      sheet,
      style: styles[random.below(4)],
      capturesStatusBarAppearance: random.below(2) == 0,
      transitionDelegate: delegate
    )
  }

  private func register(below parent: RestorableController) {
    for index in 0...random.below(2) { register(Note(identifier: "note\(index)"), below: parent) }
  }

  private func register(_ note: Note, below parent: RestorableController) {
    session.register(note, under: parent)
    objects.append(note)
  }
}

/// A leaf with state of every kind and references to anywhere.
final class Leaf: RestorableController, RestorationClass {
  @Restored("text") var text = ""
  @Restored("number") var number: Int?
  @Restored("ratio") var ratio = 0.0
  @Restored("date") var date = Date(timeIntervalSinceReferenceDate: 0)
  @Restored("names") var names: Set<String> = []
  @Restored("counts") var counts: [String: [Int]] = [:]
  @Restored("choice") var choice = Choice.none
  var first: (any Restorable)?
  var others: [any Restorable] = []
  var named: [String: any Restorable] = [:]

  enum Choice: Codable, Equatable {
    case none
    case range(from: Int, to: Int)
    indirect case nested(Choice)
  }

  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    Leaf(restorationIdentifier: request.identifier)
  }

  func change(_ random: inout SeededGenerator) {
    text = ["", "text", "e\u{301}", "\u{0}", "水"][random.below(5)]
    number = random.below(2) == 0 ? nil : Int(truncatingIfNeeded: random.next())
    ratio = Double(bitPattern: random.next())  // any bits, those of NaN included
    date = Date(timeIntervalSinceReferenceDate: Double(random.below(1_000_000)) / 7)
    names = Set((0..<random.below(5)).map { _ in "name\(random.below(20))" })
    counts = ["b": [random.below(9)], "a": [], "aa": [1, 2]]
    choice =
      [.none, .range(from: 1, to: random.below(9)), .nested(.nested(.none))][random.below(3)]
  }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encodeReference(first, forKey: "first")
    encoder.encodeReferences(others, forKey: "others")
    encoder.encodeReferences(named, forKey: "named")
  }

  override func decodeRestorableState(from decoder: StateDecoder) throws {
    first = try decoder.decodeReference(forKey: "first")
    others = try decoder.decodeReferences(forKey: "others")
    named = try decoder.decodeReferences(forKey: "named")
  }
}

/// A plain object with state and a reference.
final class Note: TransitionDelegate, RestorationClass {
  let restorationIdentifier: String?
  @Restored("text") var text = ""
  weak var target: (any Restorable)?

  init(identifier: String) {
    restorationIdentifier = identifier
  }

  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    Note(identifier: request.identifier)
  }

  func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encodeReference(target, forKey: "target")
  }

  func decodeRestorableState(from decoder: StateDecoder) throws {
    target = try decoder.decodeReference(forKey: "target")
  }
}
