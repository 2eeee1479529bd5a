/// A node of the tree: a controller, a container of controllers, or a plain object.
///
/// Adopt it in any class; only an identifier is needed. Everything else has a default:
///
/// ```swift
/// final class PlayerScreen: Restorable {
///   let restorationIdentifier: String? = "player"
///   let restorationTracker: RestorationTracker? = RestorationTracker()
///   @Restored("position") var position = 0.0
/// }
/// ```
///
/// The tracker lets a change start a save. Without one the state is still saved and restored, with
/// the saves that the app or another node asks for.
///
/// A class that derives from ``RestorableController`` has all of this, and tells the session of its
/// changes besides. The names are chosen so that a `UIViewController` or a widget of another
/// toolkit can adopt the protocol as it is.
///
/// What a class adopts in an extension its subclasses cannot override. Where a toolkit's own base
/// class adopts the protocol, write the methods there and let them call what can be overridden, such
/// as `encodeRestorableState(with:)`; otherwise adopt it in each class of yours.
@MainActor
public protocol Restorable: AnyObject, Sendable {
  /// The node's name among its siblings.
  ///
  /// A node whose identifier is `nil` or empty is left out, with everything below it. Identifiers
  /// need not be unique: several entries of a stack may share one.
  var restorationIdentifier: String? { get }

  /// Writes state that is not kept in ``Restored`` properties.
  ///
  /// The default writes nothing.
  ///
  /// Nothing of the package's needs a call to `super`.
  ///
  /// - Parameter encoder: The coder of this node alone; no other node's keys are in it.
  /// - Throws: Any error. The node then keeps the state that was saved last, and the report says so.
  func encodeRestorableState(to encoder: StateEncoder) throws

  /// Reads what ``encodeRestorableState(to:)`` wrote.
  ///
  /// The default reads nothing.
  ///
  /// It runs after the node was attached to its parent and its ``Restored`` properties were set. The
  /// parent's own state was read before, unless a reference woke this node first.
  ///
  /// - Parameter decoder: The coder of this node alone.
  /// - Throws: Any error. The node stays as it is then, and the report says so.
  func decodeRestorableState(from decoder: StateDecoder) throws

  /// Tells the node that it and everything visible below it has its state back.
  ///
  /// It is called on children before their parents, so a parent can wire callbacks into children
  /// that are complete. A node that is asleep gets it when it wakes.
  func didFinishRestoring()

  /// Whether the node is left out of archives, so that what it covers is restored in its place.
  ///
  /// The default is `false`.
  var isRestorationTransient: Bool { get }

  /// Whether this class promises to mark every change that it makes to its state and children.
  ///
  /// The default is `false`: each save then asks every instance again, so a change that was not
  /// marked costs time and no state. A class that returns `true` is asked only after
  /// ``invalidateRestorableState()`` or a write to a ``Restored`` property. It takes effect for
  /// nodes that have a ``restorationTracker``.
  static var tracksChanges: Bool { get }

  /// What tells the session that this node changed; `nil`, the default, if it has none.
  ///
  /// A class that does not derive from ``RestorableController`` opts in with one line:
  ///
  /// ```swift
  /// let restorationTracker: RestorationTracker? = RestorationTracker()
  /// ```
  var restorationTracker: RestorationTracker? { get }

  /// What the node does for each unwind that it answers. The default is nothing.
  ///
  /// ```swift
  /// var unwindActions: [UnwindAction: UnwindHandler] {
  ///   [.addedFirstTemplate: { plan in self.showTemplates() }]
  /// }
  /// ```
  ///
  /// ``onUnwind(_:perform:)`` adds to it from outside.
  var unwindActions: [UnwindAction: UnwindHandler] { get }

  /// Whether the node answers an unwind, for itself alone and never for a child.
  ///
  /// It is asked once at the most in a search. The default is whether it has a handler for the action.
  func canPerformUnwind(_ request: UnwindRequest) -> Bool

  /// Does what the unwind is for, on its target and before anything moves. The default runs the
  /// handler for the action, if there is one.
  ///
  /// Navigation that it asks for waits for the end of the unwind.
  func performUnwind(_ plan: UnwindPlan)

  /// Lets the source of an unwind get ready, before the target's action runs. The default does
  /// nothing.
  func prepareForUnwind(_ plan: UnwindPlan)

  /// Whether the source lets a user's gesture unwind. The default is `true`.
  ///
  /// Unwinds that no gesture began do not ask.
  func shouldUnwind(_ plan: UnwindPlan) -> Bool

  /// Whether the node has something to do if the user goes back. The default is `false`.
  var canHandleBack: Bool { get }

  /// Goes back, if the node can be seen and nothing nearer to the user handled it. The default is
  /// refused.
  func handleBack() -> NavigationOutcome

  /// Tells the node how the gesture goes on that will have it go back, or not. The default does
  /// nothing.
  func backGestureDidChange(_ phase: BackGesture.Phase)
}

// MARK: - Defaults

extension Restorable {
  /// Writes nothing.
  public func encodeRestorableState(to encoder: StateEncoder) throws {}

  /// Reads nothing.
  public func decodeRestorableState(from decoder: StateDecoder) throws {}

  /// Does nothing.
  public func didFinishRestoring() {}

  /// Is not transient.
  public var isRestorationTransient: Bool { false }

  /// Promises nothing.
  public static var tracksChanges: Bool { false }

  /// Has no tracker.
  public var restorationTracker: RestorationTracker? { nil }
}

// MARK: - Marking changes

extension Restorable {
  /// Marks the node's state and its list of children as changed, so that the next save asks for it.
  ///
  /// It also asks the session to save soon, if the session saves by itself. A node without a
  /// ``restorationTracker`` is asked at every save anyway. Where a class has a method of this name
  /// from its toolkit, as every `NSResponder` has, that one is called instead: let it call
  /// ``RestorationTracker/markChanged()``.
  public func invalidateRestorableState() {
    restorationTracker?.markChanged()
  }
}

// MARK: - Waking

extension Restorable {
  /// Reads the node's saved state now, if that was put off because the node was not visible.
  ///
  /// A node is read when it is first shown, when something refers to it, and when one of its
  /// ``Restored`` properties is used. Call this before using other state of a node that may never
  /// have been shown; it does nothing on a node that is awake.
  public func loadRestorableStateIfNeeded() {
    restorationTracker?.wake()
  }
}
