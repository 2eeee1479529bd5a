import RestorationCore

/// A node of the tree that is drawn and takes keys.
@MainActor
protocol Screen: RestorableController {
  /// What the user calls the screen.
  func title(_ library: any ReadingLibrary) -> String

  /// The keys that do something now, for the status line.
  func hints(_ feeder: Feeder) -> [Hint]

  /// Draws the screen; it changes nothing.
  func draw(on canvas: inout Canvas, in area: Area, _ drawing: Drawing)

  /// Carries out a key, and tells whether it meant something here.
  func handle(_ key: Key, _ feeder: Feeder) throws -> Bool

  /// Whether the screen keeps keys from everything below it.
  var isModal: Bool { get }
}

extension Screen {
  var isModal: Bool { false }
}

/// A key and what it does.
struct Hint: Hashable {
  let key: String
  let effect: String

  init(_ key: String, _ effect: String) {
    self.key = key
    self.effect = effect
  }
}

/// What a screen knows while it is drawn.
@MainActor
struct Drawing {
  let library: any ReadingLibrary
  let size: Size

  /// Whether keys reach the screen that is drawn.
  var isFocused = false
}
