/// A controller of a stack of others, with the names that UIKit's has.
@MainActor
open class NavigationController: ViewController {
  open var isNavigationBarHidden = false

  open var viewControllers: [ViewController] {
    get { children }
    set { setViewControllers(newValue, animated: false) }
  }

  open var topViewController: ViewController? { children.last }
  open var visibleViewController: ViewController? { presentedViewController ?? topViewController }

  open func setViewControllers(_ viewControllers: [ViewController], animated: Bool) {
    setChildren(viewControllers, animated: animated)
  }

  open func pushViewController(_ viewController: ViewController, animated: Bool) {
    setViewControllers(children + [viewController], animated: animated)
  }

  @discardableResult
  open func popViewController(animated: Bool) -> ViewController? {
    guard children.count > 1, let top = children.last else { return nil }
    setViewControllers(children.dropLast(), animated: animated)
    return top
  }
}
