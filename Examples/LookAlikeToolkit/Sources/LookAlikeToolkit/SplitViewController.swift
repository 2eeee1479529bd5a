/// A controller of two or three columns, with the names that UIKit's has.
@MainActor
open class SplitViewController: ViewController {
  /// The columns from the leading side.
  public enum Column: Int, CaseIterable, Sendable { case primary, supplementary, secondary }

  /// Which columns are shown, and how.
  public enum DisplayMode: Int, CaseIterable, Sendable {
    case automatic, secondaryOnly, oneBesideSecondary, oneOverSecondary
    case twoBesideSecondary, twoOverSecondary, twoDisplaceSecondary
  }

  open var preferredDisplayMode = DisplayMode.automatic
  open var displayMode: DisplayMode {
    preferredDisplayMode == .automatic ? .oneBesideSecondary : preferredDisplayMode
  }

  /// How wide the window is, which decides whether the columns collapse.
  open var width = 1_000
  open var isCollapsed: Bool { width < 600 }

  private var columns: [Column: ViewController] = [:]

  open var viewControllers: [ViewController] { children }

  open func viewController(for column: Column) -> ViewController? { columns[column] }

  open func setViewController(_ viewController: ViewController?, for column: Column) {
    columns[column] = viewController
    setChildren(Column.allCases.compactMap { columns[$0] }, animated: false)
  }

  open func show(_ column: Column) { preferredDisplayMode = .oneBesideSecondary }
  open func hide(_ column: Column) { preferredDisplayMode = .secondaryOnly }
}
