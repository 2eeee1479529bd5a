import RestorationCore
import RestorationTestSupport

/// All nestings of the four containers to a depth, with presentations in all places between them.
///
/// A nesting is a chain of containers, each inside the one before it or presented by it, or by
/// another child of it; each has two children, so that there is another way to go at each level. How
/// the containers are filled is drawn by the number of a filling.
struct Nestings {
  static let depth = 4
  static let maximumPresentations = 3

  /// The chains, each with the links that are presentations.
  static let chains: [Chain] = (0...depth).flatMap { length in
    kinds(length).flatMap { kinds in
      (0..<(1 << length)).filter { $0.nonzeroBitCount <= maximumPresentations }
        .map { Chain(kinds: kinds, presentations: $0) }
    }
  }

  /// The first nesting of the greatest depth.
  static let firstDeepest = chains.firstIndex { $0.kinds.count == depth } ?? chains.count

  struct Chain: Sendable {
    let kinds: [Blueprint.Kind]

    /// A bit for each link from a container to what follows it.
    let presentations: Int
  }

  private static func kinds(_ length: Int) -> [[Blueprint.Kind]] {
    (0..<length).reduce([[]]) { chains, _ in
      chains.flatMap { chain in Blueprint.Kind.containers.map { chain + [$0] } }
    }
  }

  /// The tree of a chain in one filling.
  static func blueprint(of index: Int, filling: Int) -> Blueprint {
    let chain = chains[index]
    var random = SeededGenerator(seed: UInt64(filling * chains.count + index))
    var presentations = chain.presentations.nonzeroBitCount
    var node = Blueprint.screen("end")
    for level in chain.kinds.indices.reversed() {
      let isPresented = chain.presentations >> level & 1 == 1
      var layer = Layer(kind: chain.kinds[level], level: level)
      if !isPresented, presentations < maximumPresentations, random.below(3) == 0 {
        // A sheet beside the way, on the child that the chain does not go through.
        presentations += 1
        layer.aside = .screen("aside\(level)")
      }
      node = layer.blueprint(around: node, isPresented: isPresented, &random)
    }
    return node
  }
}

/// One container of a chain, with its two children.
private struct Layer {
  let kind: Blueprint.Kind
  let level: Int
  var aside: Blueprint?

  func blueprint(
    around inner: Blueprint,
    isPresented: Bool,
    _ random: inout SeededGenerator
  ) -> Blueprint {
    let place = random.below(isPresented ? 3 : 2)
    var children = [Blueprint.screen("left\(level)"), .screen("right\(level)")]
    if !isPresented { children[place] = inner }
    if let aside { children[1 - place].presented = [aside] }
    if isPresented, place < 2 { children[place].presented = [inner] }
    var container = container(children, &random)
    if isPresented, place == 2 { container.presented = [inner] }
    if random.below(4) == 0 { container.rule = rule(of: container, &random) }
    return container
  }

  private func container(
    _ children: [Blueprint],
    _ random: inout SeededGenerator
  ) -> Blueprint {
    let label = "\(kind)\(level)"
    let slots = self.slots(&random)
    var node = Blueprint(kind: kind, label: label)
    node.children = zip(slots, children).map {
      Blueprint.Child(slot: $0.isEmpty ? .only : ContainerSlot($0), node: $1)
    }
    switch kind {
    case .screen, .stack: break
    case .tabs: node.front = random.below(2)
    case .drawer:
      let open = ["", "leading", "trailing"].firstIndex { slots.contains($0) } ?? 0
      node.front = random.below(2) * open
    case .split:
      node.front = random.below(3)
      node.isPlaceholder = slots.contains("secondary") && random.below(3) == 0
    }
    return node
  }

  private func slots(_ random: inout SeededGenerator) -> [String] {
    let choices: [[String]] =
      switch kind {
      case .screen, .tabs, .stack: [["", ""]]
      case .drawer: [["center", "leading"], ["center", "trailing"], ["leading", "trailing"]]
      case .split:
        [["primary", "secondary"], ["supplementary", "secondary"], ["primary", "supplementary"]]
      }
    return choices[random.below(choices.count)]
  }

  private func rule(of container: Blueprint, _ random: inout SeededGenerator) -> Blueprint.Rule {
    let slots = container.children.map(\.slot).filter { $0 != .only }
    let slot = slots.isEmpty || random.below(2) == 0 ? nil : slots[random.below(slots.count)]
    return Blueprint.Rule(slot: slot, isTop: random.below(2) == 0)
  }
}
