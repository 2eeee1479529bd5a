public import RestorationCore

/// Several nodes of which one is shown: a tab bar, a row of pages, a notebook.
///
/// ``TabController`` is a ready-made one. A toolkit's own class adopts the protocol with two
/// properties:
///
/// ```swift
/// extension AppTabBar: TabContaining {
///   var restorableTabs: [any Restorable] {
///     get { pages }
///     set { setPages(newValue.compactMap { $0 as? Page }) }
///   }
///
///   var selectedRestorableTab: (any Restorable)? {
///     get { currentPage }
///     set { currentPage = newValue as? Page }
///   }
/// }
/// ```
///
/// Tabs are told apart by their identifiers, since the user may reorder them. Two that share one are
/// diagnosed.
@MainActor
public protocol TabContaining: RestorableContainer {
  /// The tabs, in the order in which the user sees them.
  ///
  /// The package sets it when it restores. A tab that is in the old and the new list stays as it is.
  var restorableTabs: [any Restorable] { get set }

  /// The tab that is shown, or `nil` if none is.
  ///
  /// The package sets it when it restores, to one of ``restorableTabs`` or `nil`. Nothing may be
  /// animated then.
  var selectedRestorableTab: (any Restorable)? { get set }

  /// Whether a user who goes back, and finds nothing to go back to in the selected tab, gets to the
  /// first one. The default is `false`.
  var backSelectsFirstTab: Bool { get }
}

extension ContainerSlot {
  /// The tabs of a tab container, its only slot.
  public static let tabs = ContainerSlot.only
}
