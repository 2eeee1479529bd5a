public import RestorationCore

/// A stack of nodes of which the top one is shown.
///
/// ``NavigationController`` is a ready-made one. A toolkit's own class adopts the protocol with one
/// property:
///
/// ```swift
/// extension AppNavigator: NavigationContaining {
///   var restorableStack: [any Restorable] {
///     get { screens }
///     set { setScreens(newValue.compactMap { $0 as? Screen }, animated: false) }
///   }
/// }
/// ```
///
/// Several entries may share an identifier; each keeps its own state.
@MainActor
public protocol NavigationContaining: RestorableContainer {
  /// The entries from the root to the top.
  ///
  /// The package sets it when it restores. An entry that is in the old and the new stack stays as it
  /// is, and nothing may be animated.
  var restorableStack: [any Restorable] { get set }

  /// What happens where an entry cannot be made again. The default is ``StackHolePolicy/cut``.
  var stackHolePolicy: StackHolePolicy { get }
}

extension NavigationContaining {
  /// Cuts the stack at the first hole.
  public var stackHolePolicy: StackHolePolicy { .cut }
}

extension ContainerSlot {
  /// The stack of a navigation container, its only slot.
  public static let stack = ContainerSlot.only
}
