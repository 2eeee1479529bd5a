public import LookAlikeToolkit
public import NavContainer
public import RestorationCore

// The package has a NavigationController too, so the module's name says which one is meant.
extension LookAlikeToolkit.NavigationController: NavigationContaining {
  /// The controllers of the stack.
  public var restorableStack: [any Restorable] {
    get { viewControllers }
    set { setViewControllers(newValue.compactMap { $0 as? ViewController }, animated: false) }
  }
}
