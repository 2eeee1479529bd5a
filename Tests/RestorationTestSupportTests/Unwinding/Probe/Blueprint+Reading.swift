import DrawerContainer
import NavContainer
import RestorationCore
import SplitContainer
import TabContainer

extension Blueprint {
  /// Reads a live tree back.
  @MainActor
  init(of node: any ProbeNode) {
    self.init(kind: Self.kind(of: node), label: node.label)
    let lists = ChildEncoder()
    (node as? any RestorableContainer)?.encodeChildren(to: lists)
    children = lists.slots.flatMap { slot in
      slot.children.compactMap { $0 as? any ProbeNode }
        .map { Child(slot: slot.slot, node: Blueprint(of: $0)) }
    }
    if let presentation = node.restorablePresentation,
      let sheet = presentation.presented as? any ProbeNode
    {
      var presented = Blueprint(of: sheet)
      presented.style = presentation.style
      self.presented = [presented]
    }
    readState(of: node)
  }

  @MainActor
  private mutating func readState(of node: any ProbeNode) {
    switch node {
    case let tabs as ProbeTabs:
      front = tabs.selectedIndex ?? 0
    case let drawer as ProbeDrawer:
      front = [nil, .leading, .trailing].firstIndex(of: drawer.openDrawerSide) ?? 0
    case let split as ProbeSplit:
      front = SplitColumn.allCases.firstIndex(of: split.topSplitColumn) ?? 2
      isPlaceholder = split.isSplitSecondaryPlaceholder
    default:
      break
    }
  }

  @MainActor
  private static func kind(of node: any ProbeNode) -> Kind {
    switch node {
    case is ProbeTabs: .tabs
    case is ProbeStack: .stack
    case is ProbeDrawer: .drawer
    case is ProbeSplit: .split
    default: .screen
    }
  }
}
