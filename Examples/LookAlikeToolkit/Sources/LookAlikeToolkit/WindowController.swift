/// A controller of a window, with the names that AppKit's has.
@MainActor
open class WindowController: Responder {
  open var window: Window?

  open var contentViewController: ViewController? {
    get { window?.contentViewController }
    set { window?.contentViewController = newValue }
  }

  /// Makes a controller of a window.
  public init(window: Window?) {
    self.window = window
    super.init()
  }
}

/// A drawer of a window, with the names that AppKit's had.
@MainActor
open class Drawer: Responder {
  /// How far a drawer is open.
  public enum State: Int, Sendable { case closed, opening, open, closing }

  open private(set) var state = State.closed
  open var contentViewController: ViewController?
  open weak var parentWindow: Window?

  open func open() { state = .open }
  open func close() { state = .closed }
}

/// A window controller with a drawer on either side.
@MainActor
open class DrawerWindowController: WindowController {
  /// The drawer on the leading side.
  public let leading = Drawer()

  /// The drawer on the trailing side.
  public let trailing = Drawer()

  /// Whether either drawer is open, under a name that says less than it means.
  open var state: Drawer.State { leading.state == .open ? .open : trailing.state }
}
