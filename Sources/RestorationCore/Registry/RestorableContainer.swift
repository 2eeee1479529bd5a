/// A node that contains other nodes.
///
/// The four container modules adopt it for you. Adopt it yourself to write a container of a kind of
/// your own; a map with a legend, say:
///
/// ```swift
/// extension ContainerSlot {
///   static let map = ContainerSlot("map")
///   static let legend = ContainerSlot("legend")
/// }
///
/// final class MapContainer: RestorableController, RestorableContainer {
///   private(set) var map: (any Restorable)?
///   private(set) var legend: (any Restorable)?
///
///   func setLegend(_ legend: (any Restorable)?) {
///     updateChildren { self.legend = legend }
///   }
///
///   func encodeChildren(to encoder: ChildEncoder) {
///     encoder.encode(map, in: .map)
///     encoder.encode(legend, in: .legend)
///   }
///
///   func restoreChildren(from decoder: ChildDecoder) {
///     updateChildren {
///       map = decoder.node(in: .map, orKeep: map)
///       legend = decoder.node(in: .legend, orKeep: legend)
///     }
///   }
/// }
/// ```
///
/// A container makes each change of its children within ``updateChildren(_:)``, also in
/// ``restoreChildren(from:)``. Where its toolkit changes them, it calls
/// ``Restorable/invalidateRestorableState()`` afterwards.
///
/// The law that a container obeys: after ``restoreChildren(from:)``, ``encodeChildren(to:)`` lists
/// each child that it took, in the archive's order, and calling it again changes nothing.
/// `ContainerLaws` in `RestorationTestSupport` checks it.
@MainActor
public protocol RestorableContainer: Restorable {
  /// Lists all children in all slots, whether or not they were ever shown.
  ///
  /// It serves twice: on a save it says what to write, and on a restore it says what the launch
  /// already built, so that objects are matched before any is made.
  func encodeChildren(to encoder: ChildEncoder)

  /// Takes, slot by slot, the children that were found or made, and decides what to do about holes.
  ///
  /// A child that is already in place must stay as it is. Nothing may be animated.
  func restoreChildren(from decoder: ChildDecoder)

  /// Writes what the container remembers about its children: a selection, an open side.
  ///
  /// The keys never collide with those of ``Restorable/encodeRestorableState(to:)``. The default
  /// writes nothing.
  func encodeContainerState(to encoder: StateEncoder) throws

  /// Reads what ``encodeContainerState(to:)`` wrote, before anything is visible.
  ///
  /// The container has its children then, so that references to them can be read. If it asks for a
  /// node that is made later, such as one below a child, it is called once more when all nodes are
  /// there; so what it sets must not depend on how often it is called. The default reads nothing.
  func decodeContainerState(from decoder: StateDecoder) throws

  /// The children that can be seen now, so that their state is read at once.
  ///
  /// The default is all. The state of the others stays unread until they are first shown, referred to
  /// or asked for. That they are shown now is told by ``Restorable/invalidateRestorableState()``; the
  /// children of a container without a ``Restorable/restorationTracker`` are all read at once.
  var visibleRestorableChildren: [any Restorable] { get }

  /// The children in which the target of an unwind may be searched, in order; those left out are
  /// never found. The default is the children that can be seen, then the others as they are listed.
  ///
  /// It may depend on what is saved, never on the layout: a target must stay the same.
  var unwindSearchOrder: [any Restorable] { get }

  /// What the container does to show a child, such as "pop to list"; `nil` if nothing moves.
  ///
  /// It is for plans, and may depend on what is saved, never on the layout. The default is "show" and
  /// the child's name, unless the child can be seen.
  func unwindMovement(toward child: any Restorable) -> String?

  /// Shows a child on the way to an unwind's target, at once: the engine animates it.
  ///
  /// The default refuses, unless the child can be seen.
  func unwind(_ plan: UnwindPlan, toward child: any Restorable) -> NavigationOutcome

  /// Where the container sends unwinds, before its children are asked. The default is nowhere.
  var unwindRules: [UnwindRule] { get }

  /// Returns what puts the children back as they are now, for a transition that is cancelled.
  ///
  /// The default returns what does nothing.
  func captureArrangement() -> @MainActor () -> Void

  /// The children that a user who goes back may mean, the nearest first. The default is the children
  /// that can be seen, the last first.
  var backOrder: [any Restorable] { get }
}

// MARK: - Defaults

extension RestorableContainer {
  /// Writes nothing.
  public func encodeContainerState(to encoder: StateEncoder) throws {}

  /// Reads nothing.
  public func decodeContainerState(from decoder: StateDecoder) throws {}

  /// All children, in the order in which they are listed.
  public var visibleRestorableChildren: [any Restorable] { restorableChildren }

  /// All children in all slots, in the order in which they are listed.
  public var restorableChildren: [any Restorable] {
    let encoder = ChildEncoder()
    encodeChildren(to: encoder)
    // One slot is the rule, and its list need not be copied.
    if encoder.slots.count == 1, let slot = encoder.slots.first { return slot.children }
    return encoder.slots.flatMap(\.children)
  }
}
