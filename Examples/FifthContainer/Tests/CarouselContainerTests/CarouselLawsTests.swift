import CarouselContainer
import RestorationCore
import RestorationTestSupport
import Testing

/// A carousel of a toolkit, which has taken `pages`, `currentPage` and `overlay` for its own types.
@MainActor
class ToolkitPager {
  struct Page { var title: String }

  var pages: [Page] { views.map { Page(title: "\(type(of: $0))") } }
  var currentPage: Page? { pages.first }
  var overlay = 0.5
  var views: [any Restorable] = []
  var shownView: (any Restorable)?
  var controls: (any Restorable)?
  var showsControls = false
}

/// The toolkit's carousel, with and without a tracker.
class AppPager: ToolkitPager, CarouselContaining {
  let restorationIdentifier: String? = "pager"
  var restorationTracker: RestorationTracker? { nil }

  var restorablePages: [any Restorable] {
    get { views }
    set { views = newValue }
  }

  var currentRestorablePage: (any Restorable)? {
    get { shownView }
    set { shownView = newValue }
  }

  var restorableOverlay: (any Restorable)? {
    get { controls }
    set { controls = newValue }
  }

  var isRestorableOverlayShown: Bool {
    get { showsControls }
    set { showsControls = newValue }
  }
}

final class TrackedPager: AppPager {
  private let tracker = RestorationTracker()
  override var restorationTracker: RestorationTracker? { tracker }
}

@MainActor @Suite("A carousel as a container")
struct CarouselLawsTests {
  private func violations<Carousel: CarouselContaining>(
    of make: @escaping @MainActor () -> Carousel
  ) throws -> [String] {
    let laws = ContainerLaws(
      slots: [.pages: 3, .overlay: 1],
      make: make,
      fill: { carousel, slot, children in
        if slot == .pages {
          carousel.restorablePages = children
        } else {
          carousel.restorableOverlay = children.first
        }
      }
    )
    return try laws.violations()
  }

  @Test("B39: a carousel obeys the laws that every container obeys, with its overlay shown or not.")
  func controller() throws {
    for isOverlayShown in [false, true] {
      let violations = try violations {
        let carousel = CarouselController(restorationIdentifier: "carousel")
        carousel.isRestorableOverlayShown = isOverlayShown
        return carousel
      }
      #expect(violations == [])
    }
  }

  @Test("A toolkit's own carousel obeys them, with and without a tracker.")
  func toolkit() throws {
    let untracked = try violations { AppPager() }
    let tracked = try violations { TrackedPager() }
    #expect(untracked == [] && tracked == [])
  }
}
