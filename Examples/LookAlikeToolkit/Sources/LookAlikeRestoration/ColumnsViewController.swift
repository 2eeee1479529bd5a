public import LookAlikeToolkit
public import RestorationCore
public import SplitContainer

/// The toolkit's split with the two things that it does not remember by itself.
open class ColumnsViewController: SplitViewController, SplitContaining {
  /// The column that the user was in last.
  public var topSplitColumn = SplitColumn.secondary

  /// Whether the user chose nothing yet.
  public var isSplitSecondaryPlaceholder = false

  /// The controller of the primary column.
  public var restorablePrimary: (any Restorable)? {
    get { viewController(for: .primary) }
    set { setViewController(newValue as? ViewController, for: .primary) }
  }

  /// The controller of the supplementary column.
  public var restorableSupplementary: (any Restorable)? {
    get { viewController(for: .supplementary) }
    set { setViewController(newValue as? ViewController, for: .supplementary) }
  }

  /// The controller of the secondary column.
  public var restorableSecondary: (any Restorable)? {
    get { viewController(for: .secondary) }
    set { setViewController(newValue as? ViewController, for: .secondary) }
  }

  /// The toolkit's display mode by the name that is saved.
  public var preferredSplitDisplayMode: SplitDisplayMode {
    get { SplitDisplayMode(rawValue: "\(preferredDisplayMode)") ?? .automatic }
    set {
      preferredDisplayMode =
        DisplayMode.allCases.first { "\($0)" == newValue.rawValue } ?? .automatic
    }
  }

  /// Whether the toolkit shows one column.
  public var isSplitCollapsed: Bool { isCollapsed }
}
