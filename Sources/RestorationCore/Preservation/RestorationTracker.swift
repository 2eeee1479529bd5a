public import Observation

/// What tells the session that a node changed, one for each node that wants to be tracked.
///
/// ``RestorableController`` has one. A class of your own gets one with
/// `let restorationTracker: RestorationTracker? = RestorationTracker()`.
@MainActor
public final class RestorationTracker {
  // Each access to what is marked so is over before anything else can run: it is never passed
  // `inout`. The check that would say so costs more than the access.

  /// The node in the scene's table, while the object stands in a scene.
  @exclusivity(unchecked) package var node: LiveNode?

  /// The number that the object had in a scene before it left the tree.
  @exclusivity(unchecked) var formerNumber: FormerNumber?

  /// The walk that restored the object last, so that it stands for one record of it alone.
  @exclusivity(unchecked) var restoringWalk: UInt32 = 0

  /// Plain objects that are registered under this tracker's object and live as long as it does.
  @exclusivity(unchecked) package var registeredObjects: [any Restorable] = []

  /// What the object does for unwinds that it was told to answer from outside.
  var unwindHandlers: [UnwindAction: @MainActor (any Restorable, UnwindPlan) -> Void] = [:]

  /// What the object does with replies, by name; each says whether it takes the value.
  var replyHandlers: [String: @MainActor (any Restorable, Any) -> Bool] = [:]

  private lazy var observation = ObservationRegistrar()
  private var isObserved = false

  /// Makes a tracker for one object.
  public init() {}

  /// Whether the state of the node is still unread.
  public var isAsleep: Bool { node?.isAsleep ?? false }

  /// Marks the node as changed, as ``Restorable/invalidateRestorableState()`` does.
  ///
  /// It is for a toolkit whose own class has a method of that name, which hides the package's:
  ///
  /// ```swift
  /// override func invalidateRestorableState() {
  ///   super.invalidateRestorableState()
  ///   restorationTracker?.markChanged()
  /// }
  /// ```
  public func markChanged() {
    guard let node else { return }
    if node.isAsleep, !node.traits.isContainer, node.isMarked || node.hasSavedIdentifier {
      node.scene?.noteChangeOfSleeping(node)
    }
    node.markChanged()
  }

  /// Lets the node read its state now, if it is asleep.
  ///
  /// ``Restored`` properties do so by themselves. Call it before you change state that is written by
  /// hand on a node that may never have been shown: otherwise the change is overwritten when the
  /// node wakes.
  public func wake() {
    if let node, node.isAsleep { node.scene?.wake(node) }
  }
}

// MARK: - Observing restored properties

extension RestorationTracker: Observable {
  /// Names one restored property for the observation registrar; its value is never read.
  private subscript(property name: String) -> Bool { false }

  package func access(_ name: String) {
    isObserved = true
    observation.access(self, keyPath: \RestorationTracker.[property: name])
  }

  package func mutate(_ name: String, _ change: () -> Void) {
    guard isObserved else { return change() }
    observation.withMutation(of: self, keyPath: \RestorationTracker.[property: name], change)
  }
}
