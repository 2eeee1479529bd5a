import RestorationCore

/// What a tree looks like after an unwind, worked out from the rules alone.
struct ReferenceUnwind {
  private(set) var tree: Blueprint

  init(_ tree: Blueprint, from source: String, to target: String) {
    self.tree = tree
    let up = tree.path(to: source) ?? []
    let down = tree.path(to: target) ?? []
    let shared = zip(up, down).prefix { $0.label == $1.label }.count
    dismissAscent(up, from: shared - 1)
    for depth in (shared - 1)..<down.count {
      clear(down[depth].label)
      if depth + 1 < down.count { reveal(down[depth + 1].label, in: down[depth].label) }
    }
  }

  /// Takes down the presentation nearest to the root between the common ancestor and the source.
  private mutating func dismissAscent(_ path: [Blueprint], from depth: Int) {
    for (presenter, next) in zip(path[depth...], path[(depth + 1)...])
    where presenter.presented.contains(where: { $0.label == next.label }) {
      clear(presenter.label)
      return
    }
  }

  private mutating func clear(_ label: String) {
    tree.change(label) { $0.presented = [] }
  }

  private mutating func reveal(_ child: String, in container: String) {
    tree.change(container) { node in
      guard let index = node.children.firstIndex(where: { $0.node.label == child }) else { return }
      let slot = node.children[index].slot.name
      switch node.kind {
      case .screen: break
      case .tabs: node.front = index
      case .stack: node.children.removeLast(node.children.count - 1 - index)
      case .drawer: node.front = ["center", "leading", "trailing"].firstIndex(of: slot) ?? 0
      case .split:
        node.front = ["primary", "supplementary", "secondary"].firstIndex(of: slot) ?? 2
        // What is revealed has been chosen, or a collapsed split would not show it.
        if slot == "secondary" { node.isPlaceholder = false }
      }
    }
  }
}
