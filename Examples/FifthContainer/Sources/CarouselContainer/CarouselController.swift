public import RestorationCore

/// A ready-made carousel without a user interface.
///
/// ```swift
/// let tour = CarouselController(restorationIdentifier: "tour", pages: [Welcome(), Features()])
/// tour.turnForward()
/// tour.showOverlay()
/// ```
@MainActor
open class CarouselController: RestorableController, CarouselContaining, RestorationClass {
  private var pages: [any Restorable] = []
  private var page: (any Restorable)?
  private var overlay: (any Restorable)?
  private var overlayIsShown = false

  /// Makes a carousel that shows its first page.
  ///
  /// - Parameters:
  ///   - restorationIdentifier: Its name among its siblings; `nil` leaves it out of archives.
  ///   - pages: The pages in their order.
  ///   - overlay: What can be shown over them.
  public init(
    restorationIdentifier: String? = nil,
    pages: [any Restorable] = [],
    overlay: (any Restorable)? = nil
  ) {
    super.init(restorationIdentifier: restorationIdentifier)
    if !pages.isEmpty { restorablePages = pages }
    if let overlay { restorableOverlay = overlay }
  }

  open override class var tracksChanges: Bool { self == CarouselController.self }

  // MARK: Children

  /// The pages in their order.
  ///
  /// If the current page leaves, the first one is shown.
  open var restorablePages: [any Restorable] {
    get { pages }
    set {
      updateChildren {
        pages = newValue
        if !pages.contains(where: { $0 === page }) { page = pages.first }
      }
    }
  }

  /// The page that is shown.
  ///
  /// A node that is no page is passed over.
  open var currentRestorablePage: (any Restorable)? {
    get { page }
    set {
      guard pages.contains(where: { $0 === newValue }) else { return }
      updateChildren { page = newValue }
    }
  }

  /// What can be shown over the pages.
  open var restorableOverlay: (any Restorable)? {
    get { overlay }
    set { updateChildren { overlay = newValue } }
  }

  /// Whether the overlay is shown.
  open var isRestorableOverlayShown: Bool {
    get { overlayIsShown }
    set { updateChildren { overlayIsShown = newValue } }
  }

  // MARK: Restoring

  /// Lists the pages and the overlay.
  open func encodeChildren(to encoder: ChildEncoder) { encodeCarousel(to: encoder) }

  /// Takes the restored pages and the restored overlay.
  open func restoreChildren(from decoder: ChildDecoder) { restoreCarousel(from: decoder) }

  /// Writes which page is shown, and whether the overlay is.
  open func encodeContainerState(to encoder: StateEncoder) throws {
    encodeCarouselState(to: encoder)
  }

  /// Turns to the page that was shown, and shows the overlay if it was.
  open func decodeContainerState(from decoder: StateDecoder) throws {
    try decodeCarouselState(from: decoder)
  }

  /// The current page, and the overlay if it is shown.
  open var visibleRestorableChildren: [any Restorable] { visibleCarousel }

  /// Makes an empty carousel with the identifier that was saved.
  open class func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    CarouselController(restorationIdentifier: request.identifier)
  }
}

// MARK: - Navigating

extension CarouselController {
  /// Shows the page after the current one; on the last page it is refused.
  @discardableResult
  public func turnForward() -> NavigationOutcome { turn(by: 1) }

  /// Shows the page before the current one; on the first page it is refused.
  @discardableResult
  public func turnBack() -> NavigationOutcome { turn(by: -1) }

  /// Shows the overlay; it is refused if there is none, or if it is shown already.
  @discardableResult
  public func showOverlay() -> NavigationOutcome {
    performNavigation {
      guard self.restorableOverlay != nil, !self.isRestorableOverlayShown else {
        return .refused("There is no overlay that is hidden.")
      }
      self.isRestorableOverlayShown = true
      return .performed
    }
  }

  /// Hides the overlay; it is refused if none is shown.
  @discardableResult
  public func hideOverlay() -> NavigationOutcome {
    performNavigation {
      guard self.isRestorableOverlayShown else { return .refused("No overlay is shown.") }
      self.isRestorableOverlayShown = false
      return .performed
    }
  }

  private func turn(by distance: Int) -> NavigationOutcome {
    performNavigation {
      let pages = self.restorablePages
      let index = pages.firstIndex { $0 === self.currentRestorablePage }
      guard let next = index.map({ $0 + distance }), pages.indices.contains(next) else {
        return .refused("There is no page in that direction.")
      }
      self.currentRestorablePage = pages[next]
      return .performed
    }
  }
}

// MARK: - Registering the class

extension RestorationClassRegistry {
  /// Registers ``CarouselController``, so that one which the launch does not build is made again.
  ///
  /// - Parameter name: The name to record.
  public mutating func registerCarouselController(named name: String = "CarouselController") {
    register(CarouselController.self, named: name)
  }
}
