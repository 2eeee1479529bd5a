import RestorationCore

/// A note on an article, in a sheet of its own.
final class NoteSheet: RestorableController, Screen {
  @Restored("draft") var draft = TextDraft()

  /// The screen of the article; the one live screen, never a copy.
  private(set) weak var screen: ArticleScreen?

  override class var tracksChanges: Bool { true }

  init(on screen: ArticleScreen? = nil) {
    self.screen = screen
    super.init(restorationIdentifier: "note")
  }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encodeReference(screen, forKey: .screen)
  }

  override func decodeRestorableState(from decoder: StateDecoder) throws {
    screen = try decoder.decodeReference(forKey: .screen)
  }

  var isModal: Bool { true }

  func title(_ library: any ReadingLibrary) -> String {
    "Note on \(screen?.title(library) ?? "a deleted article")"
  }

  func hints(_ feeder: Feeder) -> [Hint] {
    [
      Hint("Esc", "keep"), Hint("^T", "tags"), Hint("^X", "discard"), Hint("^N", "next note"),
      Hint("^L", "list"),
    ]
  }

  private static let size = Size(width: 64, height: 10)

  func draw(on canvas: inout Canvas, in area: Area, _ drawing: Drawing) {
    let slide = (presentingRestorable as? ArticleScreen)?.restorablePresentation?.transitionDelegate
    let frame =
      (slide as? SlideTransition)?.area(of: Self.size, in: area)
      ?? area.middle(width: Self.size.width, height: Self.size.height)
    let lines = TextWrapping(width: max(1, frame.width - 4)).lines(of: draft.text)
    let caret = draft.caretPlace(in: lines)
    let place = "line \(caret.line + 1), column \(caret.column + 1)"
    let inner = canvas.box(frame, title: title(drawing.library), note: place)
    let top = max(0, caret.line - inner.height + 1)
    for line in 0..<max(0, min(inner.height, lines.count - top)) {
      canvas.write(lines[top + line].text, in: inner, line: line)
    }
    if drawing.isFocused {
      canvas.caret = (inner.x + min(caret.column, inner.width), inner.y + caret.line - top)
    }
  }

  /// Keeps what was written, so that the sheet can go.
  func keep(in library: any ReadingLibrary) throws {
    if let screen { try library.setNote(draft.text, screen.article) }
  }

  func handle(_ key: Key, _ feeder: Feeder) throws -> Bool {
    let width = max(1, min(Self.size.width, feeder.size.width) - 4)
    switch key {
    case .enter: draft.insert("\n")
    case .up: draft.moveCaret(byLines: -1, width: width)
    case .down: draft.moveCaret(byLines: 1, width: width)
    case .control("t"): feeder.pickTags(for: self)
    case .control("x"): dismiss()
    case .escape, .control("s"):
      try keep(in: feeder.library)
      dismiss()
    case .control("n"): try feeder.unwind(.nextNote)
    case .control("l"): try feeder.unwind(.list)
    default: return draft.handle(key)
    }
    return true
  }
}
