/// A tab of a tab bar controller, as in iOS 18.
@MainActor
open class Tab {
  /// The name of the tab.
  public let identifier: String

  /// What the tab shows.
  public private(set) var viewController: ViewController?

  /// Makes a tab.
  public init(identifier: String, viewController: ViewController?) {
    self.identifier = identifier
    self.viewController = viewController
  }
}

/// A controller of several others, with the names that UIKit's has.
@MainActor
open class TabBarController: ViewController {
  /// Whether tabs stand in a bar or beside the content.
  public enum Mode: Sendable { case automatic, tabBar, tabSidebar }

  open var mode = Mode.automatic
  private weak var selected: ViewController?

  open var viewControllers: [ViewController]? {
    get { children }
    set { setViewControllers(newValue, animated: false) }
  }

  /// Replaces the controllers, and selects the first, whatever was selected.
  open func setViewControllers(_ viewControllers: [ViewController]?, animated: Bool) {
    setChildren(viewControllers ?? [], animated: animated)
    selected = children.first
  }

  open var selectedViewController: ViewController? {
    get { selected }
    set { selected = newValue }
  }

  open var selectedIndex: Int {
    get { children.firstIndex { $0 === selected } ?? Int.max }
    set { selected = children[newValue] }
  }

  open var tabs: [Tab] {
    get { children.map { Tab(identifier: $0.restorationIdentifier ?? "", viewController: $0) } }
    set { viewControllers = newValue.compactMap(\.viewController) }
  }

  open var selectedTab: Tab? {
    get { tabs.first { $0.viewController === selected } }
    set { selected = newValue?.viewController }
  }
}
