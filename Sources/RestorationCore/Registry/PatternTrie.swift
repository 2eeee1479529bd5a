/// Patterns of paths, as a tree of their components from the root down.
///
/// Every name, slot and ordinal that some pattern asks for has a number; all others share one, so
/// that paths that no pattern can tell apart look the same.
struct PatternTrie {
  /// A component of a path as far as the patterns can tell, or a component of a pattern.
  struct Symbol: Hashable {
    var identifier: Int32
    var slot: Int32
    var ordinal: Int32

    /// Stands for a part that no pattern asks for.
    static let other: Int32 = 0

    /// Stands for a part that a pattern leaves open; no path has it.
    static let any: Int32 = -1
  }

  private struct Edge: Hashable {
    let source: Int32
    let symbol: Symbol
  }

  private struct Node {
    /// The node behind a `**` that follows.
    var gap: Int32?

    /// Whether the node stands behind a `**`, and so stays alive whatever comes.
    let staysAlive: Bool

    /// The specificity of the pattern that ends here, if one does.
    var specificity: [UInt8]?
  }

  private var nodes = [Node(gap: nil, staysAlive: false, specificity: nil)]
  private var edges: [Edge: Int32] = [:]
  private var identifiers: [ExactString: Int32] = [:]
  private var slots: [ContainerSlot: Int32] = [:]
  private var ordinals: [Int: Int32] = [:]

  /// Adds a pattern and returns the node at which it ends, the same one for an equal pattern.
  ///
  /// - Complexity: O(*n*) in the number of the pattern's components.
  mutating func insert(_ pattern: IdentifierPath.Pattern) -> Int32 {
    var node: Int32 = 0
    for component in pattern.components {
      switch component {
      case .anyComponents:
        node = insertGap(after: node)
      case .one(let identifier, let slot, let ordinal):
        let symbol = Symbol(
          identifier: identifier.map { number(of: $0, in: \.identifiers) } ?? Symbol.any,
          slot: slot.map { number(of: $0, in: \.slots) } ?? Symbol.any,
          ordinal: ordinal.map { number(of: $0, in: \.ordinals) } ?? Symbol.any
        )
        node = insertEdge(Edge(source: node, symbol: symbol))
      }
    }
    nodes[Int(node)].specificity = pattern.specificity
    return node
  }

  /// The node at the root, and the one behind a `**` there.
  var start: [Int32] {
    [0] + (nodes[0].gap.map { [$0] } ?? [])
  }

  /// Translates a component of a path.
  func symbol(for component: IdentifierPath.Component) -> Symbol {
    Symbol(
      identifier: identifiers[ExactString(component.identifier)] ?? Symbol.other,
      slot: slots[component.slot] ?? Symbol.other,
      ordinal: ordinals[component.ordinal] ?? Symbol.other
    )
  }

  /// Returns the nodes, in order, that a component leads to from any of the given ones.
  ///
  /// - Complexity: O(*n* log *n*) in the number of nodes given.
  func successors(of sources: [Int32], by symbol: Symbol) -> [Int32] {
    var targets: Set<Int32> = []
    for source in sources {
      if nodes[Int(source)].staysAlive { targets.insert(source) }
      for general in symbol.generalizations {
        guard let target = edges[Edge(source: source, symbol: general)] else { continue }
        targets.insert(target)
        if let gap = nodes[Int(target)].gap { targets.insert(gap) }
      }
    }
    return targets.sorted()
  }

  /// Returns the node at which the most specific pattern ends, if one ends at any of the given ones.
  ///
  /// - Complexity: O(*n*) in the number of nodes given.
  func mostSpecific(of candidates: [Int32]) -> Int32? {
    var best: (node: Int32, specificity: [UInt8])?
    for candidate in candidates {
      guard let specificity = nodes[Int(candidate)].specificity else { continue }
      if let best, !best.specificity.lexicographicallyPrecedes(specificity) { continue }
      best = (candidate, specificity)
    }
    return best?.node
  }
}

// MARK: - Growing

extension PatternTrie {
  private mutating func number<Part: Hashable>(
    of part: Part,
    in table: WritableKeyPath<PatternTrie, [Part: Int32]>
  ) -> Int32 {
    if let number = self[keyPath: table][part] { return number }
    let number = Int32(self[keyPath: table].count + 1)
    self[keyPath: table][part] = number
    return number
  }

  private mutating func insertEdge(_ edge: Edge) -> Int32 {
    if let target = edges[edge] { return target }
    let target = append(staysAlive: false)
    edges[edge] = target
    return target
  }

  private mutating func insertGap(after node: Int32) -> Int32 {
    if let gap = nodes[Int(node)].gap { return gap }
    let gap = append(staysAlive: true)
    nodes[Int(node)].gap = gap
    return gap
  }

  private mutating func append(staysAlive: Bool) -> Int32 {
    nodes.append(Node(gap: nil, staysAlive: staysAlive, specificity: nil))
    return Int32(nodes.count - 1)
  }
}

extension PatternTrie.Symbol {
  /// The eight components of patterns that match this component of a path.
  fileprivate var generalizations: [PatternTrie.Symbol] {
    [identifier, Self.any].flatMap { identifier in
      [slot, Self.any].flatMap { slot in
        [ordinal, Self.any].map { ordinal in
          PatternTrie.Symbol(identifier: identifier, slot: slot, ordinal: ordinal)
        }
      }
    }
  }
}
