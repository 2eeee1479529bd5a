public import RestorationCore

extension DrawerContaining {
  /// The center, the open drawer, then the closed ones.
  public var unwindSearchOrder: [any Restorable] { drawerUnwindOrder }

  /// Closing the drawer for the center, opening a closed one.
  public func unwindMovement(toward child: any Restorable) -> String? {
    drawerMovement(toward: child)
  }

  /// Closes for the center, opens for a side.
  public func unwind(_ plan: UnwindPlan, toward child: any Restorable) -> NavigationOutcome {
    revealDrawer(child)
  }

  /// Returns what puts center, drawers and open side back.
  public func captureArrangement() -> @MainActor () -> Void { captureDrawers() }

  /// Whether a drawer is open.
  public var canHandleBack: Bool { openDrawerSide != nil }

  /// Closes the open drawer.
  public func handleBack() -> NavigationOutcome { closeDrawerToGoBack() }

  /// The open drawer alone, or else the center.
  public var backOrder: [any Restorable] { drawerBackOrder }
}

// MARK: - The work itself, for classes that override the above

extension DrawerContaining {
  /// The center, the open drawer, then the closed ones, the leading one first.
  public var drawerUnwindOrder: [any Restorable] {
    let open = openDrawerSide
    let sides = [open, .leading, .trailing].compactMap(\.self)
    let drawers = sides.enumerated()
      .filter { $0.offset == 0 || $0.element != open }
      .compactMap { restorableDrawer(on: $0.element) }
    return [restorableCenter].compactMap(\.self) + drawers
  }

  /// Closing the drawer for the center, opening a closed one.
  public func drawerMovement(toward child: any Restorable) -> String? {
    if child === restorableCenter { return openDrawerSide == nil ? nil : "close the drawer" }
    guard let side = side(of: child), side != openDrawerSide else { return nil }
    return "open the \(side) drawer"
  }

  /// Closes at once for the center, opens for a side.
  public func revealDrawer(_ child: any Restorable) -> NavigationOutcome {
    guard child === restorableCenter || side(of: child) != nil else {
      return .refused("\(child.unwindName) is neither the center nor a drawer.")
    }
    let side = child === restorableCenter ? nil : side(of: child)
    if openDrawerSide != side { openDrawerSide = side }
    return .performed
  }

  /// Returns what puts center, drawers and open side back, without nodes that stand elsewhere by then.
  public func captureDrawers() -> @MainActor () -> Void {
    let (center, leading, trailing) = (restorableCenter, restorableLeading, restorableTrailing)
    let open = openDrawerSide
    return { [weak self] in
      guard let self else { return }
      if center !== restorableCenter, center?.canJoin(self) ?? true { restorableCenter = center }
      if leading !== restorableLeading, leading?.canJoin(self) ?? true {
        restorableLeading = leading
      }
      if trailing !== restorableTrailing, trailing?.canJoin(self) ?? true {
        restorableTrailing = trailing
      }
      if openDrawerSide != open { openDrawerSide = open }
    }
  }

  /// Closes the open drawer; it is refused if none is open.
  public func closeDrawerToGoBack() -> NavigationOutcome {
    performNavigation {
      guard self.openDrawerSide != nil else { return .refused("No drawer is open.") }
      self.openDrawerSide = nil
      return .performed
    }
  }

  /// The open drawer alone, or else the center.
  public var drawerBackOrder: [any Restorable] {
    [openDrawerSide.flatMap(restorableDrawer(on:)) ?? restorableCenter].compactMap(\.self)
  }

  private func side(of child: any Restorable) -> DrawerSide? {
    DrawerSide.allCases.first { restorableDrawer(on: $0) === child }
  }
}
