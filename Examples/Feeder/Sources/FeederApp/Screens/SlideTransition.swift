import RestorationCore

/// The transition that notes slide in with; there is one for the whole app.
///
/// A terminal shows its last step alone: the note stands at the lower edge and not in the middle.
final class SlideTransition: TransitionDelegate {
  let restorationIdentifier: String? = "slide"

  /// Where a sheet of a size ends up.
  func area(of sheet: Size, in window: Area) -> Area {
    Area(
      x: window.x + max(0, (window.width - sheet.width) / 2),
      y: window.y + max(0, window.height - sheet.height),
      width: min(sheet.width, window.width),
      height: min(sheet.height, window.height)
    )
  }
}
