public import DrawerContainer
public import LookAlikeToolkit
public import RestorationCore

/// A window with drawers, in a hierarchy that has `invalidateRestorableState()` for itself.
open class MainWindowController: DrawerWindowController, DrawerContaining {
  /// Tells the session of changes.
  public let restorationTracker: RestorationTracker? = RestorationTracker()

  /// The identifier of the window.
  public var restorationIdentifier: String? { window?.identifier }

  /// Tells both: the toolkit, whose method this is, and the session.
  open override func invalidateRestorableState() {
    super.invalidateRestorableState()
    restorationTracker?.markChanged()
  }

  /// What the window shows.
  public var restorableCenter: (any Restorable)? {
    get { contentViewController }
    set { contentViewController = newValue as? ViewController }
  }

  /// What the leading drawer shows.
  public var restorableLeading: (any Restorable)? {
    get { leading.contentViewController }
    set { leading.contentViewController = newValue as? ViewController }
  }

  /// What the trailing drawer shows.
  public var restorableTrailing: (any Restorable)? {
    get { trailing.contentViewController }
    set { trailing.contentViewController = newValue as? ViewController }
  }

  /// The side whose drawer is open.
  public var openDrawerSide: DrawerSide? {
    get { leading.state == .open ? .leading : trailing.state == .open ? .trailing : nil }
    set {
      if newValue == .leading { leading.open() } else { leading.close() }
      if newValue == .trailing { trailing.open() } else { trailing.close() }
    }
  }
}
