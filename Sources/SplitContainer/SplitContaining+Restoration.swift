public import RestorationCore

extension SplitContaining {
  /// Lists the columns.
  public func encodeChildren(to encoder: ChildEncoder) {
    encodeColumns(to: encoder)
  }

  /// Takes the restored columns.
  public func restoreChildren(from decoder: ChildDecoder) {
    restoreColumns(from: decoder)
  }

  /// Writes how the columns are shown.
  public func encodeContainerState(to encoder: StateEncoder) throws {
    try encodeSplitLayout(to: encoder)
  }

  /// Reads how the columns are shown.
  public func decodeContainerState(from decoder: StateDecoder) throws {
    try decodeSplitLayout(from: decoder)
  }

  /// What the present layout shows.
  public var visibleRestorableChildren: [any Restorable] { visibleColumns }
}

// MARK: - The work itself, for classes that override the above

extension SplitContaining {
  /// Lists the columns, each in its own slot whatever the layout.
  public func encodeColumns(to encoder: ChildEncoder) {
    encoder.encode(restorablePrimary, in: .primary)
    encoder.encode(restorableSupplementary, in: .supplementary)
    encoder.encode(restorableSecondary, in: .secondary)
  }

  /// Puts the restored nodes into their columns.
  ///
  /// A column that was empty is emptied. Where a node did not come back, what the launch built stays.
  public func restoreColumns(from decoder: ChildDecoder) {
    let primary = decoder.node(in: .primary, orKeep: restorablePrimary)
    if primary !== restorablePrimary { restorablePrimary = primary }
    let supplementary = decoder.node(in: .supplementary, orKeep: restorableSupplementary)
    if supplementary !== restorableSupplementary { restorableSupplementary = supplementary }
    let secondary = decoder.node(in: .secondary, orKeep: restorableSecondary)
    if secondary !== restorableSecondary { restorableSecondary = secondary }
  }

  /// Writes the preferred display mode, the column on top, and whether the secondary column holds a
  /// placeholder: the same in both layouts.
  public func encodeSplitLayout(to encoder: StateEncoder) throws {
    try encoder.encode(preferredSplitDisplayMode, forKey: .displayMode)
    try encoder.encode(topSplitColumn, forKey: .topColumn)
    encoder.encode(isSplitSecondaryPlaceholder, forKey: .secondaryIsPlaceholder)
  }

  /// Reads what ``encodeSplitLayout(to:)`` wrote.
  ///
  /// If what stood in the secondary column did not come back, the launch says whether what it built
  /// in its place is a placeholder.
  ///
  /// - Throws: `StateCodingError` if a value is of no known kind. The display mode is read last,
  ///   so that a mode of a later version takes nothing with it.
  public func decodeSplitLayout(from decoder: StateDecoder) throws {
    // Each is read before any is used, so that one that cannot be read costs no other.
    let isPlaceholder = Result { try decoder.decodeIfPresent(forKey: .secondaryIsPlaceholder) }
    let column = Result { try decoder.decodeIfPresent(forKey: .topColumn) }
    let mode = Result { try decoder.decodeIfPresent(forKey: .displayMode) }
    if case .success(let isPlaceholder?) = isPlaceholder,
      isPlaceholder != isSplitSecondaryPlaceholder,
      decoder.restoredChildren?.child(in: .secondary).map({ $0.object != nil }) ?? true
    {
      isSplitSecondaryPlaceholder = isPlaceholder
    }
    if case .success(let column?) = column, column != topSplitColumn { topSplitColumn = column }
    if case .success(let mode?) = mode, mode != preferredSplitDisplayMode {
      preferredSplitDisplayMode = mode
    }
    _ = (try isPlaceholder.get(), try column.get(), try mode.get())
  }
}

// MARK: - Keys

extension StateKey where Value == SplitDisplayMode {
  fileprivate static var displayMode: Self { "displayMode" }
}

extension StateKey where Value == SplitColumn {
  fileprivate static var topColumn: Self { "topColumn" }
}

extension StateKey where Value == Bool {
  fileprivate static var secondaryIsPlaceholder: Self { "secondaryIsPlaceholder" }
}
