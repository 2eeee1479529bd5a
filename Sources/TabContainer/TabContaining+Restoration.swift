public import RestorationCore

extension TabContaining {
  /// Lists the tabs.
  public func encodeChildren(to encoder: ChildEncoder) {
    encodeTabs(to: encoder)
  }

  /// Takes the restored tabs.
  public func restoreChildren(from decoder: ChildDecoder) {
    restoreTabs(from: decoder)
  }

  /// Writes which tab is selected.
  public func encodeContainerState(to encoder: StateEncoder) throws {
    encodeTabSelection(to: encoder)
  }

  /// Selects the tab that was selected.
  public func decodeContainerState(from decoder: StateDecoder) throws {
    try decodeTabSelection(from: decoder)
  }

  /// The selected tab alone.
  public var visibleRestorableChildren: [any Restorable] { visibleTabs }
}

// MARK: - The work itself, for classes that override the above

extension TabContaining {
  /// Lists the tabs in their order, shown or not.
  public func encodeTabs(to encoder: ChildEncoder) {
    encoder.encode(restorableTabs, in: .tabs, identifiersAreUnique: true)
  }

  /// Puts the tabs into the user's order.
  ///
  /// Where a saved tab did not come back, the tab that the launch built under its identifier takes
  /// its place, or else nothing does. A tab whose identifier was not saved at all, as one that is
  /// new in this version of the app, stays behind the tab that it follows at launch, or in front if
  /// it is the first.
  ///
  /// - Complexity: O(*n*²) in the number of tabs.
  public func restoreTabs(from decoder: ChildDecoder) {
    guard let saved = decoder.children(in: .tabs) else { return }
    let tabs = TabOrder(launch: restorableTabs).merged(with: saved)
    guard !tabs.elementsEqual(restorableTabs, by: { $0 === $1 }) else { return }
    let selected = selectedRestorableTab
    restorableTabs = tabs
    // A toolkit may select another tab when its tabs are set.
    if let selected, isTab(selected) { selectIfNeeded(selected) }
  }

  /// Writes a reference to the selected tab.
  ///
  /// A selected tab that takes no part in restoration leaves nothing to write.
  public func encodeTabSelection(to encoder: StateEncoder) {
    if let selected = selectedRestorableTab {
      let identifier = selected.restorationIdentifier ?? ""
      guard !identifier.isEmpty, !selected.isRestorationTransient else { return }
    }
    encoder.encodeReference(selectedRestorableTab, forKey: .selectedTab)
  }

  /// Selects the tab that was selected, or, if it is gone, the nearest in the saved order.
  ///
  /// Where there was no tab to select, those that the launch built have the one selected that it
  /// selected, or else the first.
  ///
  /// - Throws: `StateCodingError` if what was saved is no reference to a node.
  public func decodeTabSelection(from decoder: StateDecoder) throws {
    switch try decoder.referenceStatus(forKey: .selectedTab) {
    case .absent:
      break
    case .null:
      let hadTabs = decoder.restoredChildren?.children(in: .tabs)?.isEmpty == false
      selectIfNeeded(hadTabs ? nil : selectedRestorableTab ?? restorableTabs.first)
    case .restored:
      if let tab: any Restorable = try decoder.decodeReference(forKey: .selectedTab), isTab(tab) {
        selectIfNeeded(tab)
      }
    case .notRestored(let number):
      let saved = decoder.restoredChildren?.children(in: .tabs) ?? []
      guard let index = saved.firstIndex(where: { $0.number == number }) else { return }
      if let tab = nearestTab(to: index, in: saved) { selectIfNeeded(tab) }
    }
  }

  /// The selected tab alone, or nothing.
  public var visibleTabs: [any Restorable] { selectedRestorableTab.map { [$0] } ?? [] }
}

// MARK: - Selecting

extension TabContaining {
  private func selectIfNeeded(_ tab: (any Restorable)?) {
    if selectedRestorableTab !== tab { selectedRestorableTab = tab }
  }

  private func isTab(_ node: any Restorable) -> Bool {
    restorableTabs.contains { $0 === node }
  }

  /// The tab that stands where a saved one stood, or nearest to it; of two that are equally near,
  /// the following one, as when a tab is closed.
  private func nearestTab(to index: Int, in saved: [RestoredChild]) -> (any Restorable)? {
    saved.indices
      .sorted { (abs($0 - index), -$0) < (abs($1 - index), -$1) }
      .lazy.compactMap { self.tab(for: saved[$0]) }
      .first
  }

  private func tab(for child: RestoredChild) -> (any Restorable)? {
    if let object = child.object { return isTab(object) ? object : nil }
    return restorableTabs.first { $0.hasRestorationIdentifier(child.identifier) }
  }
}

extension StateKey where Value == any Restorable {
  fileprivate static var selectedTab: Self { "selectedTab" }
}
