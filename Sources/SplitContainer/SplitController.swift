public import RestorationCore

/// A ready-made split without a user interface.
///
/// ```swift
/// let split = SplitController(
///   restorationIdentifier: "mail", primary: FolderList(), secondary: NoMessage(),
///   isSecondaryPlaceholder: true)
/// split.setSecondary(MessageScreen(), isPlaceholder: false)
/// split.setCollapsed(true)  // the message is on top
/// split.show(.primary)      // and now the folders are
/// ```
///
/// For a split that the launch does not build, the class is registered with
/// `registry.registerSplitController()`.
///
/// Each method that navigates answers with `performed` if it changed something, and is refused, with
/// the reason, if there is nothing to do.
@MainActor
open class SplitController: RestorableController, SplitContaining, RestorationClass {
  private var primary: (any Restorable)?
  private var supplementary: (any Restorable)?
  private var secondary: (any Restorable)?
  private var displayMode: SplitDisplayMode
  private var topColumn = SplitColumn.secondary
  private var secondaryIsPlaceholder: Bool
  private var isCollapsed = false

  /// Makes an expanded split.
  ///
  /// - Parameters:
  ///   - restorationIdentifier: Its name among its siblings; `nil` leaves it out of archives.
  ///   - primary: What stands in the primary column.
  ///   - supplementary: What stands in the supplementary column; `nil` for two columns.
  ///   - secondary: What stands in the secondary column.
  ///   - isSecondaryPlaceholder: Whether the user did not choose what stands there.
  ///   - preferredDisplayMode: How the columns are to be shown.
  public init(
    restorationIdentifier: String? = nil,
    primary: (any Restorable)? = nil,
    supplementary: (any Restorable)? = nil,
    secondary: (any Restorable)? = nil,
    isSecondaryPlaceholder: Bool = false,
    preferredDisplayMode: SplitDisplayMode = .automatic
  ) {
    displayMode = preferredDisplayMode
    secondaryIsPlaceholder = isSecondaryPlaceholder
    super.init(restorationIdentifier: restorationIdentifier)
    if let primary { restorablePrimary = primary }
    if let supplementary { restorableSupplementary = supplementary }
    if let secondary { restorableSecondary = secondary }
  }

  open override class var tracksChanges: Bool { self == SplitController.self }

  // MARK: Columns

  /// What stands in the primary column.
  ///
  /// Setting it takes effect at once.
  open var restorablePrimary: (any Restorable)? {
    get { primary }
    set {
      guard newValue !== primary else { return }
      updateChildren { primary = newValue }
    }
  }

  /// What stands in the supplementary column; `nil` for two columns.
  ///
  /// Setting it takes effect at once.
  open var restorableSupplementary: (any Restorable)? {
    get { supplementary }
    set {
      guard newValue !== supplementary else { return }
      updateChildren { supplementary = newValue }
    }
  }

  /// What stands in the secondary column.
  ///
  /// Setting it takes effect at once, and leaves ``isSplitSecondaryPlaceholder`` as it is.
  open var restorableSecondary: (any Restorable)? {
    get { secondary }
    set {
      guard newValue !== secondary else { return }
      updateChildren { secondary = newValue }
    }
  }

  // MARK: Layout

  /// How the columns are to be shown while there is room for them.
  ///
  /// Setting it takes effect at once.
  open var preferredSplitDisplayMode: SplitDisplayMode {
    get { displayMode }
    set {
      guard newValue != displayMode else { return }
      updateChildren { displayMode = newValue }
    }
  }

  /// The column that the user was in last, which is on top when the split is collapsed.
  ///
  /// It is the secondary one at first. Setting it takes effect at once.
  open var topSplitColumn: SplitColumn {
    get { topColumn }
    set {
      guard newValue != topColumn else { return }
      updateChildren { topColumn = newValue }
    }
  }

  /// Whether the secondary column holds nothing that the user chose.
  ///
  /// Setting it takes effect at once.
  open var isSplitSecondaryPlaceholder: Bool {
    get { secondaryIsPlaceholder }
    set {
      guard newValue != secondaryIsPlaceholder else { return }
      updateChildren { secondaryIsPlaceholder = newValue }
    }
  }

  /// Whether there is room for one column only; the host sets it with ``setCollapsed(_:)``.
  open var isSplitCollapsed: Bool { isCollapsed }

  /// Collapses or expands the split, as the host's layout has it.
  ///
  /// No node moves, and what is saved stays the same. It takes effect at once, during a restore too.
  open func setCollapsed(_ isCollapsed: Bool) {
    guard isCollapsed != self.isCollapsed else { return }
    updateChildren { self.isCollapsed = isCollapsed }
  }

  // MARK: Restoring

  /// Lists the columns.
  open func encodeChildren(to encoder: ChildEncoder) { encodeColumns(to: encoder) }

  /// Takes the restored columns.
  open func restoreChildren(from decoder: ChildDecoder) { restoreColumns(from: decoder) }

  /// Writes how the columns are shown.
  open func encodeContainerState(to encoder: StateEncoder) throws {
    try encodeSplitLayout(to: encoder)
  }

  /// Reads how the columns are shown.
  open func decodeContainerState(from decoder: StateDecoder) throws {
    try decodeSplitLayout(from: decoder)
  }

  /// What the present layout shows.
  open var visibleRestorableChildren: [any Restorable] { visibleColumns }

  // MARK: Unwinding and going back

  /// The children in which an unwind's target is searched, in order.
  open var unwindSearchOrder: [any Restorable] { columnUnwindOrder }

  /// What is done to show a child; `nil` if nothing moves.
  open func unwindMovement(toward child: any Restorable) -> String? {
    columnMovement(toward: child)
  }

  /// Shows a child on the way to an unwind's target.
  open func unwind(_ plan: UnwindPlan, toward child: any Restorable) -> NavigationOutcome {
    revealColumn(of: child)
  }

  /// Returns what puts the children back as they are now.
  open func captureArrangement() -> @MainActor () -> Void { captureColumns() }

  open override var canHandleBack: Bool { canLeaveTopColumn }

  open override func handleBack() -> NavigationOutcome { leaveTopColumn() }

  /// The children that a user who goes back may mean, the nearest first.
  open var backOrder: [any Restorable] { columnBackOrder }

  /// Makes a split with nothing in it, with the identifier that was saved.
  open class func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    SplitController(restorationIdentifier: request.identifier)
  }
}

// MARK: - Registering the class

extension RestorationClassRegistry {
  /// Registers ``SplitController``, so that one which the launch does not build is made again.
  ///
  /// - Parameter name: The name to record.
  public mutating func registerSplitController(named name: String = "SplitController") {
    register(SplitController.self, named: name)
  }
}
