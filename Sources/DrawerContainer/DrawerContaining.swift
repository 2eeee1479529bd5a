public import RestorationCore

/// A center with a drawer on either side, of which one at the most is open.
///
/// ``DrawerController`` is a ready-made one. A toolkit's own class adopts the protocol with four
/// properties:
///
/// ```swift
/// extension AppWindow: DrawerContaining {
///   var restorableCenter: (any Restorable)? {
///     get { content }
///     set { content = newValue as? Screen }
///   }
///
///   var restorableLeading: (any Restorable)? {
///     get { menu }
///     set { menu = newValue as? Screen }
///   }
///
///   var restorableTrailing: (any Restorable)? {
///     get { nil }
///     set {}
///   }
///
///   var openDrawerSide: DrawerSide? {
///     get { isMenuOpen ? .leading : nil }
///     set { isMenuOpen = newValue == .leading }
///   }
/// }
/// ```
///
/// The package sets these when it restores, and only to something else than is in place. Nothing may
/// be animated then.
@MainActor
public protocol DrawerContaining: RestorableContainer {
  /// What is shown between the drawers.
  var restorableCenter: (any Restorable)? { get set }

  /// The drawer on the leading side, open or not.
  var restorableLeading: (any Restorable)? { get set }

  /// The drawer on the trailing side, open or not.
  var restorableTrailing: (any Restorable)? { get set }

  /// The side whose drawer is open, or `nil` if both are closed.
  var openDrawerSide: DrawerSide? { get set }
}

extension ContainerSlot {
  /// The center of a drawer container.
  public static let center = ContainerSlot("center")

  /// The drawer on the leading side.
  public static let leading = ContainerSlot("leading")

  /// The drawer on the trailing side.
  public static let trailing = ContainerSlot("trailing")
}
