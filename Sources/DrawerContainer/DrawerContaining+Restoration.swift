public import RestorationCore

extension DrawerContaining {
  /// Lists the center and both drawers.
  public func encodeChildren(to encoder: ChildEncoder) {
    encodeDrawers(to: encoder)
  }

  /// Takes the restored center and drawers.
  public func restoreChildren(from decoder: ChildDecoder) {
    restoreDrawers(from: decoder)
  }

  /// Writes which side is open.
  public func encodeContainerState(to encoder: StateEncoder) throws {
    try encodeOpenSide(to: encoder)
  }

  /// Opens the side that was open.
  public func decodeContainerState(from decoder: StateDecoder) throws {
    try decodeOpenSide(from: decoder)
  }

  /// The center and the open drawer.
  public var visibleRestorableChildren: [any Restorable] { visibleDrawers }

  /// The drawer on a side, open or not.
  public func restorableDrawer(on side: DrawerSide) -> (any Restorable)? {
    switch side {
    case .leading: restorableLeading
    case .trailing: restorableTrailing
    }
  }
}

// MARK: - The work itself, for classes that override the above

extension DrawerContaining {
  /// Lists the center and both drawers, whether or not they were ever open.
  public func encodeDrawers(to encoder: ChildEncoder) {
    encoder.encode(restorableCenter, in: .center)
    encoder.encode(restorableLeading, in: .leading)
    encoder.encode(restorableTrailing, in: .trailing)
  }

  /// Puts the restored nodes in their places.
  ///
  /// A place that was empty is emptied. Where a node did not come back, what the launch built stays.
  public func restoreDrawers(from decoder: ChildDecoder) {
    let center = decoder.node(in: .center, orKeep: restorableCenter)
    if center !== restorableCenter { restorableCenter = center }
    let leading = decoder.node(in: .leading, orKeep: restorableLeading)
    if leading !== restorableLeading { restorableLeading = leading }
    let trailing = decoder.node(in: .trailing, orKeep: restorableTrailing)
    if trailing !== restorableTrailing { restorableTrailing = trailing }
  }

  /// Writes which side is open, or that none is.
  ///
  /// An open drawer that takes no part in restoration counts as closed: what it covers is what comes
  /// back.
  public func encodeOpenSide(to encoder: StateEncoder) throws {
    let side = openDrawerSide.flatMap { side in
      restorableDrawer(on: side).map(takesPart) == false ? nil : side
    }
    try encoder.encode(side, forKey: .openSide)
  }

  /// Opens the side that was open and closes the other; a side without a drawer is closed.
  ///
  /// - Throws: `StateCodingError` if what was saved names no side.
  public func decodeOpenSide(from decoder: StateDecoder) throws {
    guard try decoder.presence(of: .openSide) != .absent else { return }
    let saved = try decoder.decode(forKey: .openSide)
    let side = saved.flatMap { restorableDrawer(on: $0) == nil ? nil : $0 }
    if side != openDrawerSide { openDrawerSide = side }
  }

  /// The center and the open drawer, as far as they are there.
  public var visibleDrawers: [any Restorable] {
    [restorableCenter, openDrawerSide.flatMap(restorableDrawer(on:))].compactMap(\.self)
  }

  private func takesPart(_ node: any Restorable) -> Bool {
    !node.isRestorationTransient && node.restorationIdentifier?.isEmpty == false
  }
}

extension StateKey where Value == DrawerSide? {
  fileprivate static var openSide: Self { "openSide" }
}
