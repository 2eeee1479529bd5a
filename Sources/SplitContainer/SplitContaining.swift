public import RestorationCore

/// Two or three columns that collapse to one where there is no room for them.
///
/// ``SplitController`` is a ready-made one. A toolkit's own class adopts the protocol with five
/// properties. Two more need only be stored; a class that leaves them out always has its secondary
/// column on top when it is collapsed, which neither going back nor an unwind changes:
///
/// ```swift
/// final class AppSplit: Widget, SplitContaining {
///   var topSplitColumn = SplitColumn.secondary
///   var isSplitSecondaryPlaceholder = true
///
///   var restorableSecondary: (any Restorable)? {
///     get { detailPane.screen }
///     set { detailPane.screen = newValue as? Screen }
///   }
///
///   var isSplitCollapsed: Bool { width < 600 }
///   // … and restorablePrimary, restorableSupplementary and preferredSplitDisplayMode
/// }
/// ```
///
/// The columns stay what they are in both layouts: collapsing and expanding is a view on them, which
/// moves no node and changes none of these properties. ``shownSplitColumns`` is that view.
@MainActor
public protocol SplitContaining: RestorableContainer {
  /// What stands in the primary column.
  var restorablePrimary: (any Restorable)? { get set }

  /// What stands in the supplementary column; `nil` in a container of two columns.
  var restorableSupplementary: (any Restorable)? { get set }

  /// What stands in the secondary column.
  var restorableSecondary: (any Restorable)? { get set }

  /// How the columns are to be shown while there is room for them.
  ///
  /// It stays as it was set even if columns are missing for it; ``shownSplitDisplayMode`` is what
  /// they allow.
  var preferredSplitDisplayMode: SplitDisplayMode { get set }

  /// The column that the user was in last, which is on top when the split is collapsed.
  ///
  /// It stays as it was set in either layout; ``shownTopSplitColumn`` is what the columns allow.
  var topSplitColumn: SplitColumn { get set }

  /// Whether the secondary column holds nothing that the user chose, such as an invitation to choose
  /// something, so that it is not shown when the split is collapsed.
  var isSplitSecondaryPlaceholder: Bool { get set }

  /// Whether there is room for one column only.
  ///
  /// It is derived from the environment, and never saved.
  var isSplitCollapsed: Bool { get }
}

extension SplitContaining {
  /// The secondary column, whatever it is set to: a split that does not remember leaves it at that.
  public var topSplitColumn: SplitColumn {
    get { .secondary }
    set {}
  }

  /// Never a placeholder, whatever it is set to.
  public var isSplitSecondaryPlaceholder: Bool {
    get { false }
    set {}
  }
}

extension ContainerSlot {
  /// The primary column of a split container.
  public static let primary = ContainerSlot("primary")

  /// The supplementary column of a split container.
  public static let supplementary = ContainerSlot("supplementary")

  /// The secondary column of a split container.
  public static let secondary = ContainerSlot("secondary")
}
