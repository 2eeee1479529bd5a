public import RestorationCore

extension SplitContaining {
  /// The column that is on top when collapsed, then the others from the secondary one.
  public var unwindSearchOrder: [any Restorable] { columnUnwindOrder }

  /// Showing the column, unless it is shown in both layouts.
  public func unwindMovement(toward child: any Restorable) -> String? {
    columnMovement(toward: child)
  }

  /// Makes the child's column visible, and the one on top when collapsed.
  public func unwind(_ plan: UnwindPlan, toward child: any Restorable) -> NavigationOutcome {
    revealColumn(of: child)
  }

  /// Returns what puts the columns back, and how they were shown.
  public func captureArrangement() -> @MainActor () -> Void { captureColumns() }

  /// Whether the split is collapsed and a column stands before the one on top.
  public var canHandleBack: Bool { canLeaveTopColumn }

  /// Leaves the column on top of a collapsed split for the one before it.
  public func handleBack() -> NavigationOutcome { leaveTopColumn() }

  /// What the present layout shows, the column that the user was in last first.
  public var backOrder: [any Restorable] { columnBackOrder }
}

// MARK: - The work itself, for classes that override the above

extension SplitContaining {
  /// The column that is on top when collapsed, then the others from the secondary one; the same in
  /// both layouts.
  public var columnUnwindOrder: [any Restorable] {
    let top = shownTopSplitColumn
    let columns = [top] + SplitColumn.allCases.reversed().filter { $0 != top }
    return columns.compactMap(restorableColumn)
  }

  /// Showing the column, unless it is shown in both layouts.
  public func columnMovement(toward child: any Restorable) -> String? {
    guard let column = column(of: child), !isShownInBothLayouts(column) else { return nil }
    return "show the \(column) column"
  }

  /// Makes a column visible at once, and the one on top when collapsed.
  ///
  /// It does the same in both layouts, so that collapsing before or after makes no difference. A
  /// placeholder becomes what the user chose: a collapsed split would not show it otherwise. It is
  /// refused, and nothing is changed, if the column does not show: a split that remembers no column on
  /// top cannot show another one when it is collapsed.
  public func revealColumn(of child: any Restorable) -> NavigationOutcome {
    guard let column = column(of: child) else {
      return .refused("\(child.unwindName) stands in no column.")
    }
    let takeBack = captureColumns()
    if column == .secondary, isSplitSecondaryPlaceholder { isSplitSecondaryPlaceholder = false }
    if !columnsShownWhenExpanded.contains(column) {
      preferredSplitDisplayMode = displayMode(showing: column, true)
    }
    if topSplitColumn != column { topSplitColumn = column }
    guard shownSplitColumns.contains(column) else {
      takeBack()
      return .refused("\(unwindName) does not show its \(column) column, though it was told to.")
    }
    return .performed
  }

  /// Returns what puts the columns back, and how they were shown.
  ///
  /// Nodes that stand elsewhere by then are left there, and whether the split is collapsed stays as
  /// the host has it.
  public func captureColumns() -> @MainActor () -> Void {
    let (primary, supplementary, secondary) =
      (restorablePrimary, restorableSupplementary, restorableSecondary)
    let (mode, top) = (preferredSplitDisplayMode, topSplitColumn)
    let isPlaceholder = isSplitSecondaryPlaceholder
    return { [weak self] in
      guard let self else { return }
      if primary !== restorablePrimary, primary?.canJoin(self) ?? true {
        restorablePrimary = primary
      }
      if supplementary !== restorableSupplementary, supplementary?.canJoin(self) ?? true {
        restorableSupplementary = supplementary
      }
      if secondary !== restorableSecondary, secondary?.canJoin(self) ?? true {
        restorableSecondary = secondary
      }
      if isSplitSecondaryPlaceholder != isPlaceholder {
        isSplitSecondaryPlaceholder = isPlaceholder
      }
      if preferredSplitDisplayMode != mode { preferredSplitDisplayMode = mode }
      if topSplitColumn != top { topSplitColumn = top }
    }
  }

  /// Whether the split is collapsed and a column stands before the one on top.
  public var canLeaveTopColumn: Bool {
    isSplitCollapsed && columnBefore(shownTopSplitColumn) != nil
  }

  /// Leaves the column on top of a collapsed split for the one before it.
  ///
  /// It is refused in an expanded split, for the first column, and by a split that does not remember
  /// the column on top.
  public func leaveTopColumn() -> NavigationOutcome {
    performNavigation {
      guard self.isSplitCollapsed, let next = self.columnBefore(self.shownTopSplitColumn) else {
        return .refused("No column of \(self.unwindName) can be left.")
      }
      self.topSplitColumn = next
      guard self.topSplitColumn == next else {
        return .refused("\(self.unwindName) does not remember the column on top.")
      }
      return .performed
    }
  }

  /// What the present layout shows, the column that the user was in last first, then the others from
  /// the secondary one.
  public var columnBackOrder: [any Restorable] {
    let top = shownTopSplitColumn
    let shown = shownSplitColumns
    return (shown.filter { $0 == top } + shown.reversed().filter { $0 != top })
      .compactMap(restorableColumn)
  }

  private func column(of child: any Restorable) -> SplitColumn? {
    SplitColumn.allCases.first { restorableColumn($0) === child }
  }

  private func isShownInBothLayouts(_ column: SplitColumn) -> Bool {
    shownTopSplitColumn == column && topSplitColumn == column
      && columnsShownWhenExpanded.contains(column)
  }

  private func columnBefore(_ column: SplitColumn) -> SplitColumn? {
    SplitColumn.allCases.prefix { $0 != column }.last { restorableColumn($0) != nil }
  }
}
