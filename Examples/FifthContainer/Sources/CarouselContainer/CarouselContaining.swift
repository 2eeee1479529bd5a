public import RestorationCore

/// A row of pages of which one is shown, with an overlay that comes and goes.
///
/// ``CarouselController`` is a ready-made one. Pages are told apart by identifier and order, so
/// several may share an identifier.
@MainActor
public protocol CarouselContaining: RestorableContainer {
  /// The pages in their order.
  var restorablePages: [any Restorable] { get set }

  /// The page that is shown, one of ``restorablePages``, or `nil` if there is none.
  var currentRestorablePage: (any Restorable)? { get set }

  /// What can be shown over the pages, such as controls, shown or not.
  var restorableOverlay: (any Restorable)? { get set }

  /// Whether the overlay is shown.
  var isRestorableOverlayShown: Bool { get set }
}

extension ContainerSlot {
  /// The pages of a carousel.
  public static let pages = ContainerSlot("pages")

  /// The overlay of a carousel.
  public static let overlay = ContainerSlot("overlay")
}
