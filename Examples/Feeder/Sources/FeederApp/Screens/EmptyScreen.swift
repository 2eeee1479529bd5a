import RestorationCore

/// What stands beside a list until an article is chosen.
final class EmptyScreen: RestorableController, Screen {
  override class var tracksChanges: Bool { true }

  init() {
    super.init(restorationIdentifier: "empty")
  }

  func title(_ library: any ReadingLibrary) -> String { "Nothing chosen" }

  func hints(_ feeder: Feeder) -> [Hint] { [] }

  func draw(on canvas: inout Canvas, in area: Area, _ drawing: Drawing) {
    canvas.write("Choose an article with j and k, and Enter.", in: area, line: 1, style: .dim)
  }

  func handle(_ key: Key, _ feeder: Feeder) throws -> Bool { false }
}
