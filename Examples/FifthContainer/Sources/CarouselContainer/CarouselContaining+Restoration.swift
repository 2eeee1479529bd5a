public import RestorationCore

extension CarouselContaining {
  /// Lists the pages and the overlay.
  public func encodeChildren(to encoder: ChildEncoder) { encodeCarousel(to: encoder) }

  /// Takes the restored pages and the restored overlay.
  public func restoreChildren(from decoder: ChildDecoder) { restoreCarousel(from: decoder) }

  /// Writes which page is shown, and whether the overlay is.
  public func encodeContainerState(to encoder: StateEncoder) throws {
    encodeCarouselState(to: encoder)
  }

  /// Turns to the page that was shown, and shows the overlay if it was.
  public func decodeContainerState(from decoder: StateDecoder) throws {
    try decodeCarouselState(from: decoder)
  }

  /// The current page, and the overlay if it is shown.
  public var visibleRestorableChildren: [any Restorable] { visibleCarousel }
}

// MARK: - The work itself, for classes that override the above

extension CarouselContaining {
  /// Lists all pages and the overlay, shown or not.
  public func encodeCarousel(to encoder: ChildEncoder) {
    encoder.encode(restorablePages, in: .pages)
    encoder.encode(restorableOverlay, in: .overlay)
  }

  /// Makes the pages those of the archive, closing the row over holes.
  ///
  /// Where the overlay did not come back, the one that the launch built stays.
  public func restoreCarousel(from decoder: ChildDecoder) {
    if let pages = decoder.objects(in: .pages),
      !pages.elementsEqual(restorablePages, by: { $0 === $1 })
    {
      restorablePages = pages
    }
    let overlay = decoder.node(in: .overlay, orKeep: restorableOverlay)
    if overlay !== restorableOverlay { restorableOverlay = overlay }
  }

  /// Writes a reference to the current page, and whether the overlay is shown.
  public func encodeCarouselState(to encoder: StateEncoder) {
    encoder.encode(isRestorableOverlayShown, forKey: .overlayIsShown)
    // A page that takes no part in restoration cannot be referred to.
    if let page = currentRestorablePage {
      guard page.restorationIdentifier?.isEmpty == false, !page.isRestorationTransient else {
        return
      }
    }
    encoder.encodeReference(currentRestorablePage, forKey: .currentPage)
  }

  /// Reads what ``encodeCarouselState(to:)`` wrote.
  ///
  /// If the page is gone, the nearest one before it is shown, or else the first.
  ///
  /// - Throws: `StateCodingError` if a value is of another kind.
  public func decodeCarouselState(from decoder: StateDecoder) throws {
    if let page = try savedPage(from: decoder), page !== currentRestorablePage {
      currentRestorablePage = page
    }
    let isShown = try decoder.decodeIfPresent(forKey: .overlayIsShown) ?? false
    if isShown != isRestorableOverlayShown { isRestorableOverlayShown = isShown }
  }

  /// The current page, and the overlay if it is shown.
  public var visibleCarousel: [any Restorable] {
    [currentRestorablePage, isRestorableOverlayShown ? restorableOverlay : nil].compactMap(\.self)
  }

  private func savedPage(from decoder: StateDecoder) throws -> (any Restorable)? {
    switch try decoder.referenceStatus(forKey: .currentPage) {
    case .absent, .null:
      return nil
    case .restored:
      return try decoder.decodeReference(forKey: .currentPage)
    case .notRestored(let number):
      let saved = decoder.restoredChildren?.children(in: .pages) ?? []
      let before = saved.prefix { $0.number != number }
      return before.compactMap(\.object).last ?? restorablePages.first
    }
  }
}

// MARK: - Keys

extension StateKey where Value == any Restorable {
  fileprivate static var currentPage: Self { "currentPage" }
}

extension StateKey where Value == Bool {
  fileprivate static var overlayIsShown: Self { "overlayIsShown" }
}
