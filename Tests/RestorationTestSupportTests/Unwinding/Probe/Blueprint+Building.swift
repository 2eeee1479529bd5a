import DrawerContainer
import NavContainer
import RestorationCore
import SplitContainer
import TabContainer

extension Blueprint {
  /// Builds the tree, with all that it presents.
  @MainActor
  func build(in world: ProbeWorld) -> any ProbeNode {
    let node = makeNode(in: world)
    fill(node, in: world)
    if let sheet = presented.first {
      node.restorablePresentation = Presentation(of: sheet.build(in: world), style: sheet.style)
    }
    return node
  }

  /// Makes the node alone, as a launch does that builds nothing below it.
  @MainActor
  func makeNode(in world: ProbeWorld) -> any ProbeNode {
    let identifier = fate == .unnamed ? nil : label
    if fate == .declined { world.declining.insert(label) }
    let node = kind.make(label, identifier: identifier, in: world)
    node.isRestorationTransient = fate == .transient
    if let rule {
      node.unwindRules = [rule.value]
      world.rules[label] = node.unwindRules
    }
    return node
  }

  @MainActor
  private func fill(_ node: any ProbeNode, in world: ProbeWorld) {
    let nodes = children.map { $0.node.build(in: world) }
    func occupant(of slot: ContainerSlot) -> (any ProbeNode)? {
      children.firstIndex { $0.slot == slot }.map { nodes[$0] }
    }
    switch node {
    case let tabs as ProbeTabs:
      tabs.restorableTabs = nodes
      if nodes.indices.contains(front) { tabs.selectedRestorableTab = nodes[front] }
    case let stack as ProbeStack:
      stack.restorableStack = nodes
    case let drawer as ProbeDrawer:
      drawer.restorableCenter = occupant(of: .center)
      drawer.restorableLeading = occupant(of: .leading)
      drawer.restorableTrailing = occupant(of: .trailing)
      drawer.openDrawerSide = [nil, .leading, .trailing][front]
    case let split as ProbeSplit:
      split.restorablePrimary = occupant(of: .primary)
      split.restorableSupplementary = occupant(of: .supplementary)
      split.restorableSecondary = occupant(of: .secondary)
      split.topSplitColumn = SplitColumn.allCases[front]
      split.isSplitSecondaryPlaceholder = isPlaceholder
    default:
      break
    }
  }
}

extension Blueprint.Kind {
  @MainActor
  func make(_ label: String, identifier: String?, in world: ProbeWorld) -> any ProbeNode {
    switch self {
    case .screen: ProbeScreen(label, identifier: identifier, in: world)
    case .tabs: ProbeTabs(label, identifier: identifier, in: world)
    case .stack: ProbeStack(label, identifier: identifier, in: world)
    case .drawer: ProbeDrawer(label, identifier: identifier, in: world)
    case .split: ProbeSplit(label, identifier: identifier, in: world)
    }
  }
}

extension Blueprint.Rule {
  var value: UnwindRule {
    isTop ? .toTop(of: slot, for: .probe) : .toFirst(of: slot, for: .probe)
  }
}
