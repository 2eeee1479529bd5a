import RestorationCore

/// The keys, on one page.
final class HelpSheet: RestorableController, Screen {
  override class var tracksChanges: Bool { true }

  init() {
    super.init(restorationIdentifier: "help")
  }

  var isModal: Bool { true }

  func title(_ library: any ReadingLibrary) -> String { "Help" }

  func hints(_ feeder: Feeder) -> [Hint] { [Hint("any key", "close")] }

  private static let lines = [
    ("1 2 3", "Reading, Starred, Search"), ("f", "feeds, in a drawer"), ("/", "search"),
    ("j k, arrows", "move or scroll"), ("Enter", "open, or follow the link"),
    ("Tab", "other column, or next tab"), ("Esc", "back"), ("s  m", "star, mark as read"),
    ("o  u", "order, unread only"), ("n", "write a note"), ("[ ]", "choose a link"),
    ("F", "first of linked articles"), ("H, or ^G", "home, from anywhere"),
    ("^N  ^L", "from a note: next note, list"), ("a", "add a feed"),
    ("q", "quit; it comes back as it is"),
  ]

  func draw(on canvas: inout Canvas, in area: Area, _ drawing: Drawing) {
    let frame = area.middle(width: 48, height: Self.lines.count + 2)
    let inner = canvas.box(frame, title: "Help")
    for (line, (key, effect)) in Self.lines.enumerated() {
      canvas.write(key, in: inner, line: line, style: .bold)
      canvas.write(effect, in: inner, line: line, column: 14)
    }
  }

  func handle(_ key: Key, _ feeder: Feeder) throws -> Bool {
    dismiss()
    return true
  }
}
