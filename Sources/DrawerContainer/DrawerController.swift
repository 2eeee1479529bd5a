public import RestorationCore

/// A ready-made center with two drawers, without a user interface.
///
/// ```swift
/// let drawer = DrawerController(
///   restorationIdentifier: "root", center: InboxScreen(), leading: MenuScreen())
/// drawer.open(.leading)
/// drawer.setCenter(ArchiveScreen())
/// drawer.close()
/// ```
///
/// For a drawer that the launch does not build, the class is registered with
/// `registry.registerDrawerController()`.
///
/// Each method that navigates answers with `performed` if it changed something, and is refused, with
/// the reason, if there is nothing to do.
@MainActor
open class DrawerController: RestorableController, DrawerContaining, RestorationClass {
  private var center: (any Restorable)?
  private var leading: (any Restorable)?
  private var trailing: (any Restorable)?
  private var openSide: DrawerSide?

  /// Makes a drawer container, with both drawers closed.
  ///
  /// - Parameters:
  ///   - restorationIdentifier: Its name among its siblings; `nil` leaves it out of archives.
  ///   - center: What is shown between the drawers.
  ///   - leading: The drawer on the leading side.
  ///   - trailing: The drawer on the trailing side.
  public init(
    restorationIdentifier: String? = nil,
    center: (any Restorable)? = nil,
    leading: (any Restorable)? = nil,
    trailing: (any Restorable)? = nil
  ) {
    super.init(restorationIdentifier: restorationIdentifier)
    if let center { restorableCenter = center }
    if let leading { restorableLeading = leading }
    if let trailing { restorableTrailing = trailing }
  }

  open override class var tracksChanges: Bool { self == DrawerController.self }

  /// What is shown between the drawers.
  ///
  /// Setting it takes effect at once.
  open var restorableCenter: (any Restorable)? {
    get { center }
    set {
      guard newValue !== center else { return }
      updateChildren { center = newValue }
    }
  }

  /// The drawer on the leading side.
  ///
  /// Setting it takes effect at once; taking it out closes it.
  open var restorableLeading: (any Restorable)? {
    get { leading }
    set {
      guard newValue !== leading else { return }
      updateChildren {
        leading = newValue
        closeIfEmpty()
      }
    }
  }

  /// The drawer on the trailing side.
  ///
  /// Setting it takes effect at once; taking it out closes it.
  open var restorableTrailing: (any Restorable)? {
    get { trailing }
    set {
      guard newValue !== trailing else { return }
      updateChildren {
        trailing = newValue
        closeIfEmpty()
      }
    }
  }

  /// The side whose drawer is open, or `nil`.
  ///
  /// Setting it takes effect at once. A side without a drawer cannot be open: set to that, it closes
  /// what is open.
  open var openDrawerSide: DrawerSide? {
    get { openSide }
    set {
      guard newValue != openSide else { return }
      updateChildren {
        openSide = newValue
        closeIfEmpty()
      }
    }
  }

  /// Lists the center and both drawers.
  open func encodeChildren(to encoder: ChildEncoder) { encodeDrawers(to: encoder) }

  /// Takes the restored center and drawers.
  open func restoreChildren(from decoder: ChildDecoder) { restoreDrawers(from: decoder) }

  /// Writes which side is open.
  open func encodeContainerState(to encoder: StateEncoder) throws {
    try encodeOpenSide(to: encoder)
  }

  /// Opens the side that was open.
  open func decodeContainerState(from decoder: StateDecoder) throws {
    try decodeOpenSide(from: decoder)
  }

  /// The center and the open drawer.
  open var visibleRestorableChildren: [any Restorable] { visibleDrawers }

  // MARK: Unwinding and going back

  /// The children in which an unwind's target is searched, in order.
  open var unwindSearchOrder: [any Restorable] { drawerUnwindOrder }

  /// What is done to show a child; `nil` if nothing moves.
  open func unwindMovement(toward child: any Restorable) -> String? {
    drawerMovement(toward: child)
  }

  /// Shows a child on the way to an unwind's target.
  open func unwind(_ plan: UnwindPlan, toward child: any Restorable) -> NavigationOutcome {
    revealDrawer(child)
  }

  /// Returns what puts the children back as they are now.
  open func captureArrangement() -> @MainActor () -> Void { captureDrawers() }

  open override var canHandleBack: Bool { openDrawerSide != nil }

  open override func handleBack() -> NavigationOutcome { closeDrawerToGoBack() }

  /// The children that a user who goes back may mean, the nearest first.
  open var backOrder: [any Restorable] { drawerBackOrder }

  /// Makes a container with nothing in it, with the identifier that was saved.
  open class func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    DrawerController(restorationIdentifier: request.identifier)
  }

  private func closeIfEmpty() {
    if let openSide, restorableDrawer(on: openSide) == nil { self.openSide = nil }
  }
}

// MARK: - Opening and closing

extension DrawerController {
  /// Opens the drawer on a side, and closes the other.
  ///
  /// It is refused if there is no drawer on that side, or it is open already.
  @discardableResult
  public func open(_ side: DrawerSide) -> NavigationOutcome {
    performNavigation {
      guard self.restorableDrawer(on: side) != nil else {
        return .refused("There is no \(side) drawer.")
      }
      guard self.openDrawerSide != side else {
        return .refused("The \(side) drawer is open already.")
      }
      self.openDrawerSide = side
      return .performed
    }
  }

  /// Closes the open drawer.
  ///
  /// It is refused if none is open.
  @discardableResult
  public func close() -> NavigationOutcome {
    performNavigation {
      guard self.openDrawerSide != nil else { return .refused("No drawer is open.") }
      self.openDrawerSide = nil
      return .performed
    }
  }
}

// MARK: - Replacing what is in place

extension DrawerController {
  /// Puts a node, or nothing, between the drawers.
  ///
  /// It is refused if it stands there already.
  @discardableResult
  public func setCenter(_ node: (any Restorable)?) -> NavigationOutcome {
    performNavigation {
      guard self.restorableCenter !== node else { return .refused("It is the center already.") }
      self.restorableCenter = node
      return .performed
    }
  }

  /// Puts a node, or nothing, on a side.
  ///
  /// It is refused if it stands there already. An open drawer that is replaced leaves its side open; one that is taken out closes.
  @discardableResult
  public func setDrawer(_ node: (any Restorable)?, on side: DrawerSide) -> NavigationOutcome {
    performNavigation {
      guard self.restorableDrawer(on: side) !== node else {
        return .refused("It is the \(side) drawer already.")
      }
      switch side {
      case .leading: self.restorableLeading = node
      case .trailing: self.restorableTrailing = node
      }
      return .performed
    }
  }
}

// MARK: - Registering the class

extension RestorationClassRegistry {
  /// Registers ``DrawerController``, so that one which the launch does not build is made again.
  ///
  /// - Parameter name: The name to record.
  public mutating func registerDrawerController(named name: String = "DrawerController") {
    register(DrawerController.self, named: name)
  }
}
