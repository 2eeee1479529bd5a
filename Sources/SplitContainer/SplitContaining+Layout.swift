public import RestorationCore

// MARK: - What the present layout shows

extension SplitContaining {
  /// What stands in a column, shown or not.
  public func restorableColumn(_ column: SplitColumn) -> (any Restorable)? {
    switch column {
    case .primary: restorablePrimary
    case .supplementary: restorableSupplementary
    case .secondary: restorableSecondary
    }
  }

  /// The column that is on top when the split is collapsed.
  ///
  /// It is ``topSplitColumn``, or the nearest one before it if that is empty or a placeholder, or
  /// else the first one after it.
  public var shownTopSplitColumn: SplitColumn {
    let columns = SplitColumn.allCases
    let index = columns.firstIndex(of: topSplitColumn) ?? 0
    let candidates = columns[...index].reversed() + columns[(index + 1)...]
    return candidates.first(where: holdsChosenNode)
      ?? candidates.first { restorableColumn($0) != nil } ?? topSplitColumn
  }

  /// The preferred mode, as far as the columns allow it; never ``SplitDisplayMode/automatic``.
  ///
  /// A mode that shows more columns than there are gives way to one that shows fewer. Buttons that
  /// change the mode are to be derived from it.
  public var shownSplitDisplayMode: SplitDisplayMode {
    let preferred = preferredSplitDisplayMode
    let available = columnsBeforeSecondary.count
    // A secondary column without anything in it is no reason to hide what is there.
    let wanted = restorableSecondary == nil ? available : preferred.shownBeforeSecondary
    guard preferred == .automatic || wanted > available || restorableSecondary == nil else {
      return preferred
    }
    return preferred.showing(min(wanted, available))
  }

  /// The columns that hold something and can be seen in the present layout, in their order.
  public var shownSplitColumns: [SplitColumn] {
    guard isSplitCollapsed else { return columnsShownWhenExpanded }
    return [shownTopSplitColumn].filter { restorableColumn($0) != nil }
  }

  /// The columns that hold something and can be seen while there is room for them.
  var columnsShownWhenExpanded: [SplitColumn] {
    let before = columnsBeforeSecondary.suffix(shownSplitDisplayMode.shownBeforeSecondary)
    return (before + [.secondary]).filter { restorableColumn($0) != nil }
  }

  /// The nodes that can be seen in the present layout, in the order of their columns.
  public var visibleColumns: [any Restorable] {
    shownSplitColumns.compactMap(restorableColumn)
  }

  /// The columns before the secondary one that hold something.
  private var columnsBeforeSecondary: [SplitColumn] {
    [.primary, .supplementary].filter { restorableColumn($0) != nil }
  }

  private func holdsChosenNode(_ column: SplitColumn) -> Bool {
    restorableColumn(column) != nil && !(column == .secondary && isSplitSecondaryPlaceholder)
  }
}

extension SplitContaining {
  /// The mode that shows a column of an expanded split as well, or hides it.
  func displayMode(showing column: SplitColumn, _ isShown: Bool) -> SplitDisplayMode {
    let columns = columnsBeforeSecondary
    guard let index = columns.firstIndex(of: column) else { return preferredSplitDisplayMode }
    // Columns are shown from the secondary one outwards.
    let distance = columns.count - index
    return shownSplitDisplayMode.showing(isShown ? distance : distance - 1)
  }
}
