import RestorationCore

/// The search for the target of an unwind, written down from the rules alone, as plainly as can be.
///
/// It works on a blueprint, so it shares nothing with the planner.
struct ReferenceSearch {
  let tree: Blueprint
  let answering: Set<String>

  /// Which nodes were asked, in order.
  private(set) var asked: [String] = []
  private var target: String?
  private var source: [Blueprint] = []

  init(_ tree: Blueprint, answering: Set<String>) {
    self.tree = tree
    self.answering = answering
  }

  /// The label of the target, or `nil` if nobody answers.
  mutating func run(from label: String) -> String? {
    source = tree.path(to: label) ?? []
    for depth in source.indices.dropLast().reversed() where target == nil {
      search(source[depth], without: source[depth + 1].label)
    }
    return target
  }

  /// Searches a container's children in order, then asks itself.
  private mutating func search(_ node: Blueprint, without branch: String) {
    if let ruled = ruledTarget(of: node) {
      target = ruled
      return
    }
    for child in node.searchOrder where child.label != branch && target == nil {
      search(child, without: branch)
    }
    guard target == nil else { return }
    asked.append(node.label)
    if answering.contains(node.label) { target = node.label }
  }

  /// Where a rule of the node leads, unless it is the source or contains it.
  private func ruledTarget(of node: Blueprint) -> String? {
    guard let rule = node.rule else { return nil }
    var container = node
    if let slot = rule.slot {
      guard let occupant = node.children.first(where: { $0.slot == slot })?.node else { return nil }
      container = occupant
    }
    let end = rule.isTop ? container.searchOrder.first : container.children.first?.node
    let target = end?.label ?? (container.kind == .screen ? container.label : nil)
    guard let target, !containers.contains(target) else { return nil }
    return target
  }

  /// The source and what contains it, up to the node that is presented with it inside.
  private var containers: [String] {
    var labels: [String] = []
    for depth in source.indices.reversed() {
      labels.append(source[depth].label)
      guard depth > 0,
        source[depth - 1].presented.isEmpty
          || source[depth - 1].presented[0].label != source[depth].label
      else { break }
    }
    return labels
  }
}

extension Blueprint {
  /// The children in the order in which the table of containers has them searched.
  var searchOrder: [Blueprint] {
    switch kind {
    case .screen: []
    case .tabs:
      children.indices.sorted { ($0 != front, $0) < ($1 != front, $1) }.map { children[$0].node }
    case .stack: children.reversed().map(\.node)
    case .drawer:
      occupants([
        "center", front == 2 ? "trailing" : "leading", front == 2 ? "leading" : "trailing",
      ])
    case .split: occupants([topColumn, "secondary", "supplementary", "primary"])
    }
  }

  private func occupants(_ slots: [String]) -> [Blueprint] {
    var nodes: [Blueprint] = []
    for slot in slots {
      for child in children where child.slot.name == slot {
        if !nodes.contains(where: { $0.label == child.node.label }) { nodes.append(child.node) }
      }
    }
    return nodes
  }

  /// The column that is on top when collapsed: never an empty one, nor a placeholder if another is
  /// there; the nearest before it takes its place, or else the first after it.
  private var topColumn: String {
    let columns = ["primary", "supplementary", "secondary"]
    let candidates = columns[...front].reversed() + columns[(front + 1)...]
    let filled = candidates.filter { column in children.contains { $0.slot.name == column } }
    return filled.first { $0 != "secondary" || !isPlaceholder } ?? filled.first ?? columns[front]
  }
}

private func < (lhs: (Bool, Int), rhs: (Bool, Int)) -> Bool {
  lhs.0 == rhs.0 ? lhs.1 < rhs.1 : !lhs.0
}
