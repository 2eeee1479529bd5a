public import RestorationCore

// MARK: - Showing and hiding columns

extension SplitController {
  /// Makes a column visible, and the one on top when the split is collapsed.
  ///
  /// It is refused if nothing stands in the column, if a collapsed split would show a placeholder,
  /// and if the column is shown, and on top when collapsed, already.
  @discardableResult
  public func show(_ column: SplitColumn) -> NavigationOutcome {
    performNavigation { self.reveal(column) }
  }

  /// Hides a column, if it is shown.
  ///
  /// In a collapsed split that leaves the column on top for the one before it. It is refused for a
  /// column that is not shown, for the secondary one of an expanded split, and for the first one of
  /// a collapsed split.
  @discardableResult
  public func hide(_ column: SplitColumn) -> NavigationOutcome {
    performNavigation { self.conceal(column) }
  }

  private func reveal(_ column: SplitColumn) -> NavigationOutcome {
    guard restorableColumn(column) != nil else {
      return .refused("Nothing stands in the \(column) column.")
    }
    if isSplitCollapsed, column == .secondary, isSplitSecondaryPlaceholder {
      return .refused(
        "The secondary column holds a placeholder, which is not shown when collapsed."
      )
    }
    let isShown = shownSplitColumns.contains(column)
    guard !isShown || topSplitColumn != column else {
      return .refused("The \(column) column is shown already.")
    }
    if !isSplitCollapsed, !isShown {
      preferredSplitDisplayMode = displayMode(showing: column, true)
    }
    topSplitColumn = column
    return .performed
  }

  private func conceal(_ column: SplitColumn) -> NavigationOutcome {
    guard shownSplitColumns.contains(column) else {
      return .refused("The \(column) column is not shown.")
    }
    if isSplitCollapsed { return leave(column) }
    guard column != .secondary else {
      return .refused("The secondary column of an expanded split is always shown.")
    }
    guard restorableSecondary != nil else {
      return .refused("Nothing stands in the secondary column that could be shown instead.")
    }
    preferredSplitDisplayMode = displayMode(showing: column, false)
    if !shownSplitColumns.contains(topSplitColumn) { topSplitColumn = .secondary }
    return .performed
  }

  private func leave(_ column: SplitColumn) -> NavigationOutcome {
    let before = SplitColumn.allCases.prefix { $0 != column }
    guard let next = before.last(where: { restorableColumn($0) != nil }) else {
      return .refused("No column stands before the \(column) one.")
    }
    topSplitColumn = next
    return .performed
  }
}

// MARK: - Replacing what is in place

extension SplitController {
  /// Puts a node, or nothing, into the primary column.
  ///
  /// It is refused if it stands there already.
  @discardableResult
  public func setPrimary(_ node: (any Restorable)?) -> NavigationOutcome {
    performNavigation {
      guard self.restorablePrimary !== node else {
        return .refused("It stands in the primary column already.")
      }
      self.restorablePrimary = node
      return .performed
    }
  }

  /// Puts a node, or nothing, into the supplementary column.
  ///
  /// It is refused if it stands there already.
  @discardableResult
  public func setSupplementary(_ node: (any Restorable)?) -> NavigationOutcome {
    performNavigation {
      guard self.restorableSupplementary !== node else {
        return .refused("It stands in the supplementary column already.")
      }
      self.restorableSupplementary = node
      return .performed
    }
  }

  /// Puts a node, or nothing, into the secondary column.
  ///
  /// A chosen node puts the column on top as well. It is refused if the node stands there already,
  /// as the same kind of node.
  ///
  /// - Parameters:
  ///   - node: The node that the user chose, or a placeholder.
  ///   - isPlaceholder: Whether it is not shown when the split is collapsed; the column before it
  ///     is then.
  /// - Returns: Whether it was carried out.
  @discardableResult
  public func setSecondary(
    _ node: (any Restorable)?,
    isPlaceholder: Bool
  ) -> NavigationOutcome {
    performNavigation {
      let isChosen = node != nil && !isPlaceholder
      guard
        self.restorableSecondary !== node || self.isSplitSecondaryPlaceholder != isPlaceholder
          || (isChosen && self.topSplitColumn != .secondary)
      else { return .refused("It stands in the secondary column already.") }
      self.placeInSecondary(node, isPlaceholder)
      return .performed
    }
  }

  private func placeInSecondary(_ node: (any Restorable)?, _ isPlaceholder: Bool) {
    // In this order nothing appears that is hidden again at once when the split is collapsed.
    if isPlaceholder { isSplitSecondaryPlaceholder = true }
    restorableSecondary = node
    guard !isPlaceholder else { return }
    isSplitSecondaryPlaceholder = false
    if node != nil { topSplitColumn = .secondary }
  }
}
