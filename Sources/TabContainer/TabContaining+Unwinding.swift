public import RestorationCore

extension TabContaining {
  /// The selected tab, then the others in order.
  public var unwindSearchOrder: [any Restorable] { tabUnwindOrder }

  /// Selecting the tab, unless it is selected.
  public func unwindMovement(toward child: any Restorable) -> String? {
    tabMovement(toward: child)
  }

  /// Selects the tab.
  public func unwind(_ plan: UnwindPlan, toward child: any Restorable) -> NavigationOutcome {
    revealTab(child)
  }

  /// Returns what puts tabs and selection back.
  public func captureArrangement() -> @MainActor () -> Void { captureTabs() }

  /// Whether going back selects the first tab: it does if so set, and another one is selected.
  public var canHandleBack: Bool { canGoBackToFirstTab }

  /// Selects the first tab, if so set.
  public func handleBack() -> NavigationOutcome { goBackToFirstTab() }

  /// The selected tab alone.
  public var backOrder: [any Restorable] { visibleTabs }

  /// Tabs do nothing.
  public var backSelectsFirstTab: Bool { false }
}

// MARK: - The work itself, for classes that override the above

extension TabContaining {
  /// The selected tab, then the others in order.
  public var tabUnwindOrder: [any Restorable] {
    let selected = selectedRestorableTab
    return visibleTabs + restorableTabs.filter { $0 !== selected }
  }

  /// Selecting the tab, unless it is selected.
  public func tabMovement(toward child: any Restorable) -> String? {
    child === selectedRestorableTab ? nil : "select \(child.unwindName)"
  }

  /// Selects a tab at once, if it is not selected.
  public func revealTab(_ tab: any Restorable) -> NavigationOutcome {
    guard restorableTabs.contains(where: { $0 === tab }) else {
      return .refused("\(tab.unwindName) is no tab.")
    }
    if selectedRestorableTab !== tab { selectedRestorableTab = tab }
    return .performed
  }

  /// Returns what puts tabs and selection back, without tabs that stand elsewhere by then.
  public func captureTabs() -> @MainActor () -> Void {
    let tabs = restorableTabs
    let selected = selectedRestorableTab
    return { [weak self] in
      guard let self else { return }
      let kept = tabs.filter { $0.canJoin(self) }
      if !kept.elementsEqual(restorableTabs, by: { $0 === $1 }) { restorableTabs = kept }
      guard selectedRestorableTab !== selected else { return }
      guard let selected else {
        selectedRestorableTab = nil
        return
      }
      if kept.contains(where: { $0 === selected }) { selectedRestorableTab = selected }
    }
  }

  /// Whether going back would select the first tab.
  public var canGoBackToFirstTab: Bool {
    guard backSelectsFirstTab, let first = restorableTabs.first else { return false }
    return selectedRestorableTab !== first
  }

  /// Selects the first tab, if so set; it is refused otherwise.
  public func goBackToFirstTab() -> NavigationOutcome {
    performNavigation {
      guard self.canGoBackToFirstTab, let first = self.restorableTabs.first else {
        return .refused("Going back does nothing in the tabs of \(self.unwindName).")
      }
      self.selectedRestorableTab = first
      return .performed
    }
  }
}
