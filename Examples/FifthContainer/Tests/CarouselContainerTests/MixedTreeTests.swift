import CarouselContainer
import DrawerContainer
import NavContainer
import RestorationCore
import RestorationTestSupport
import SplitContainer
import TabContainer
import Testing

@MainActor @Suite("A carousel among the four containers")
struct MixedTreeTests {
  private var registry: RestorationClassRegistry {
    var registry = RestorationClassRegistry()
    registry.registerTabController()
    registry.registerNavigationController()
    registry.registerDrawerController()
    registry.registerSplitController()
    registry.registerCarouselController()
    registry.register(Page.self, named: "page")
    return registry
  }

  private func container(_ kind: Int, holding child: any Restorable) -> RestorableController {
    let extra = Page(restorationIdentifier: "extra")
    extra.text = "beside \(child.restorationIdentifier ?? "")"
    switch kind {
    case 0:
      return CarouselController(restorationIdentifier: "carousel", pages: [extra, child])
    case 1:
      return CarouselController(restorationIdentifier: "carousel", pages: [extra], overlay: child)
    case 2:
      return TabController(restorationIdentifier: "tabs", tabs: [extra, child])
    case 3:
      let stack = NavigationController(restorationIdentifier: "stack", root: extra)
      stack.push(child)
      return stack
    case 4:
      return DrawerController(restorationIdentifier: "drawer", center: extra, leading: child)
    default:
      return SplitController(restorationIdentifier: "split", primary: extra, secondary: child)
    }
  }

  @Test("It holds each of them, and each of them holds it, three levels deep in every order.")
  func everyNesting() throws {
    for kinds in (0..<216).map({ [$0 / 36, $0 / 6 % 6, $0 % 6] }) {
      let leaf = Page(restorationIdentifier: "leaf")
      leaf.text = "deep"
      var isFirst = true
      let harness = RestorationHarness(registry: registry) { _ in
        defer { isFirst = false }
        guard isFirst else { return emptyContainer(kinds[2]) }
        var node: RestorableController = leaf
        for kind in kinds { node = container(kind, holding: node) }
        return node
      }
      let before = try harness.archive()
      let tree = harness.treeDescription
      let report = try harness.restartAndRestore()
      #expect(report.outcome == .restored, "\(kinds): \(report)")
      #expect(try harness.archive().records == before.records, "\(kinds)")
      #expect(leaves(below: harness.root).contains { $0.text == "deep" }, "\(kinds)")
      #expect(harness.treeDescription == tree, "\(kinds)")
    }
  }

  private func emptyContainer(_ kind: Int) -> RestorableController {
    switch kind {
    case 0, 1: CarouselController(restorationIdentifier: "carousel")
    case 2: TabController(restorationIdentifier: "tabs")
    case 3: NavigationController(restorationIdentifier: "stack")
    case 4: DrawerController(restorationIdentifier: "drawer")
    default: SplitController(restorationIdentifier: "split")
    }
  }

  /// All pages below a node, woken.
  private func leaves(below root: any Restorable) -> [Page] {
    var leaves: [Page] = []
    var pending = [root]
    while let next = pending.popLast() {
      next.loadRestorableStateIfNeeded()
      if let page = next as? Page { leaves.append(page) }
      if let container = next as? any RestorableContainer {
        pending += container.restorableChildren
      }
    }
    return leaves
  }
}
