import RestorationCore

/// A tree as a value: what is built, what a reference search works on, and what a live tree is
/// compared with.
struct Blueprint: Equatable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case screen
    case tabs
    case stack
    case drawer
    case split

    static let containers: [Kind] = [.tabs, .stack, .drawer, .split]
  }

  /// Whether a node comes back after a save, and if not, why.
  enum Fate: String, CaseIterable, Sendable {
    case kept
    case unnamed
    case transient
    case declined
  }

  struct Child: Equatable, Sendable {
    var slot: ContainerSlot
    var node: Blueprint
  }

  var kind: Kind
  var label: String
  var children: [Child] = []

  /// The index of the selected tab; the open side, where 1 is leading and 2 trailing; the column on
  /// top, from 0 for the primary.
  var front = 0

  /// Whether the secondary column holds nothing that was chosen.
  var isPlaceholder = false

  /// What the node presents: nothing or a single node.
  var presented: [Blueprint] = []

  /// How it is presented itself.
  var style = PresentationStyle.automatic
  var fate = Fate.kept

  /// Where the node sends all unwinds, if it is a container with a rule.
  var rule: Rule?

  struct Rule: Equatable, Sendable {
    var slot: ContainerSlot?
    var isTop: Bool
  }
}

// MARK: - Building blueprints

extension Blueprint {
  static func screen(_ label: String) -> Blueprint { Blueprint(kind: .screen, label: label) }

  static func tabs(_ label: String, selected: Int = 0, _ tabs: Blueprint...) -> Blueprint {
    let children = tabs.map { Child(slot: .only, node: $0) }
    return Blueprint(kind: .tabs, label: label, children: children, front: selected)
  }

  static func stack(_ label: String, _ entries: Blueprint...) -> Blueprint {
    Blueprint(
      kind: .stack,
      label: label,
      children: entries.map { Child(slot: .only, node: $0) }
    )
  }

  static func drawer(
    _ label: String,
    center: Blueprint? = nil,
    leading: Blueprint? = nil,
    trailing: Blueprint? = nil,
    open: Int = 0
  ) -> Blueprint {
    let slots: [(ContainerSlot, Blueprint?)] = [
      ("center", center), ("leading", leading), ("trailing", trailing),
    ].map { (ContainerSlot($0.0), $0.1) }
    return Blueprint(kind: .drawer, label: label, children: present(slots), front: open)
  }

  static func split(
    _ label: String,
    primary: Blueprint? = nil,
    supplementary: Blueprint? = nil,
    secondary: Blueprint? = nil,
    top: Int = 2,
    isPlaceholder: Bool = false
  ) -> Blueprint {
    let slots: [(ContainerSlot, Blueprint?)] = [
      ("primary", primary), ("supplementary", supplementary), ("secondary", secondary),
    ].map { (ContainerSlot($0.0), $0.1) }
    return Blueprint(
      kind: .split,
      label: label,
      children: present(slots),
      front: top,
      isPlaceholder: isPlaceholder
    )
  }

  private static func present(_ slots: [(ContainerSlot, Blueprint?)]) -> [Child] {
    slots.compactMap { slot, node in node.map { Child(slot: slot, node: $0) } }
  }

  func presenting(_ node: Blueprint) -> Blueprint {
    var copy = self
    copy.presented = [node]
    return copy
  }
}

// MARK: - Walking

extension Blueprint {
  /// What stands directly below: children, then what is presented.
  var below: [Blueprint] { children.map(\.node) + presented }

  /// All labels, parents first.
  var labels: [String] { [label] + below.flatMap(\.labels) }

  /// The nodes from this one down to another, or `nil` if it does not stand here.
  func path(to label: String) -> [Blueprint]? {
    if self.label == label { return [self] }
    for node in below {
      if let rest = node.path(to: label) { return [self] + rest }
    }
    return nil
  }

  /// Changes a node, wherever it stands.
  mutating func change(_ label: String, _ body: (inout Blueprint) -> Void) {
    if self.label == label { body(&self) }
    for index in children.indices { children[index].node.change(label, body) }
    for index in presented.indices { presented[index].change(label, body) }
  }

  /// The same tree with every presentation in one style.
  func styled(_ style: PresentationStyle) -> Blueprint {
    var copy = self
    for label in labels {
      copy.change(label) { node in
        for index in node.presented.indices { node.presented[index].style = style }
      }
    }
    return copy
  }
}
