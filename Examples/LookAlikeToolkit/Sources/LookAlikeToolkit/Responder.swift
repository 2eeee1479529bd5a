/// What all objects of a window derive from, with the names that AppKit's has.
@MainActor
open class Responder {
  open weak var nextResponder: Responder?

  /// How often the toolkit was told that the state is to be written again.
  public private(set) var timesInvalidated = 0

  /// Makes a responder.
  public init() {}

  open class var restorableStateKeyPaths: [String] { [] }

  open func encodeRestorableState(with coder: Coder) {}
  open func restoreState(with coder: Coder) {}
  open func invalidateRestorableState() { timesInvalidated += 1 }
}

/// A window, with the names that AppKit's has.
@MainActor
open class Window: Responder {
  open var identifier: String?
  open var isRestorable = true
  open var title = ""
  open var contentViewController: ViewController?
}
