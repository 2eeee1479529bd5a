/// Controllers that began to appear or disappear together, and have not ended yet.
@MainActor
struct AppearanceChange {
  /// Those that are to be hidden, children before parents.
  let leaving: [RestorableController]

  /// Those that are to be shown, children before parents.
  let entering: [RestorableController]

  /// Ends what began; what another change has ended meanwhile is left as it is.
  func end() {
    for controller in leaving { controller.endOwnTransition() }
    for controller in entering { controller.endOwnTransition() }
  }
}
