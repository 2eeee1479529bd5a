/// A controller of one screen, with the names that UIKit's has.
@MainActor
open class ViewController {
  open var restorationIdentifier: String?
  open var restorationClass: (any ViewControllerRestoration.Type)?
  open var title: String?
  open var tabBarItem = TabBarItem()
  open lazy var view = View()

  open private(set) weak var parent: ViewController?
  open private(set) var children: [ViewController] = []

  open var modalPresentationStyle = ModalPresentationStyle.automatic
  open var modalPresentationCapturesStatusBarAppearance = false
  open weak var transitioningDelegate: (any ViewControllerTransitioningDelegate)?
  open private(set) var isBeingPresented = false
  open private(set) var isBeingDismissed = false
  open private(set) weak var presentingViewController: ViewController?
  private var presented: ViewController?

  /// How many changes were animated so far, by any controller.
  public private(set) static var animatedChanges = 0

  /// Makes a controller that stands nowhere yet.
  public required init(restorationIdentifier: String? = nil) {
    self.restorationIdentifier = restorationIdentifier
  }

  // MARK: Appearing

  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}

  // MARK: Containing

  open func addChild(_ childController: ViewController) {
    childController.removeFromParent()
    childController.parent = self
    children.append(childController)
  }

  open func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }

  // MARK: Presenting

  /// What this controller presents, or else one of its ancestors.
  open var presentedViewController: ViewController? { presented ?? parent?.presentedViewController }

  open func present(
    _ viewControllerToPresent: ViewController,
    animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    note(animated: flag)
    presented = viewControllerToPresent
    viewControllerToPresent.presentingViewController = self
    viewControllerToPresent.isBeingPresented = true
    viewControllerToPresent.viewWillAppear(flag)
    viewControllerToPresent.viewDidAppear(flag)
    viewControllerToPresent.isBeingPresented = false
    completion?()
  }

  /// Takes down what this controller presents, or else this controller itself.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    guard let presented else {
      presentingViewController?.dismiss(animated: flag, completion: completion)
      return
    }
    note(animated: flag)
    presented.isBeingDismissed = true
    presented.viewWillDisappear(flag)
    self.presented = nil
    presented.presentingViewController = nil
    presented.viewDidDisappear(flag)
    presented.isBeingDismissed = false
    completion?()
  }

  // MARK: The toolkit's own state restoration

  open func encodeRestorableState(with coder: Coder) {}
  open func decodeRestorableState(with coder: Coder) {}
  open func applicationFinishedRestoringState() {}

  /// Replaces all children at once.
  func setChildren(_ controllers: [ViewController], animated: Bool) {
    note(animated: animated)
    for child in children where !controllers.contains(where: { $0 === child }) {
      child.removeFromParent()
    }
    for controller in controllers where controller.parent !== self { addChild(controller) }
    children = controllers
  }

  func note(animated: Bool) {
    if animated { Self.animatedChanges += 1 }
  }
}

/// Makes controllers for the toolkit's own state restoration.
@MainActor
public protocol ViewControllerRestoration: AnyObject {
  static func viewController(
    withRestorationIdentifierPath identifierComponents: [String],
    coder: Coder
  ) -> ViewController?
}

/// What is seen of a controller.
@MainActor
open class View {
  open var tag = 0

  /// Makes a view.
  public init() {}
}

/// What a tab bar shows of a controller.
@MainActor
open class TabBarItem {
  open var title: String?

  /// Makes an item without a title.
  public init() {}
}
