public import LookAlikeToolkit
public import RestorationCore
public import TabContainer

extension TabBarController: TabContaining {
  /// The controllers of the tabs.
  public var restorableTabs: [any Restorable] {
    get { viewControllers ?? [] }
    set { setViewControllers(newValue.compactMap { $0 as? ViewController }, animated: false) }
  }

  /// The controller that is selected.
  public var selectedRestorableTab: (any Restorable)? {
    get { selectedViewController }
    set { selectedViewController = newValue as? ViewController }
  }
}
