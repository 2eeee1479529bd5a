import Foundation
import RestorationCore

/// The tags of an article, picked or made, in a second sheet above its note.
final class TagPicker: RestorableController, Screen {
  @Restored("draft") var draft = TextDraft()
  @Restored("row") var row = 0

  private(set) weak var screen: ArticleScreen?

  override class var tracksChanges: Bool { true }

  init(for screen: ArticleScreen? = nil) {
    self.screen = screen
    super.init(restorationIdentifier: "tags")
  }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encodeReference(screen, forKey: .screen)
  }

  override func decodeRestorableState(from decoder: StateDecoder) throws {
    screen = try decoder.decodeReference(forKey: .screen)
  }

  var isModal: Bool { true }

  func title(_ library: any ReadingLibrary) -> String { "Tags" }

  func hints(_ feeder: Feeder) -> [Hint] {
    [Hint("Enter", "tag or untag"), Hint("Esc", "done"), Hint("^L", "list")]
  }

  /// The tags that are offered: those that match the draft, and the draft itself if it is new.
  private func offers(_ library: any ReadingLibrary) throws -> [String] {
    let word = draft.text.trimmed
    let tags = try library.tags()
    let matches = word.isEmpty ? tags : tags.filter { $0.localizedCaseInsensitiveContains(word) }
    return word.isEmpty || tags.contains(word) ? matches : [word] + matches
  }

  func draw(on canvas: inout Canvas, in area: Area, _ drawing: Drawing) {
    let inner = canvas.box(area.middle(width: 40, height: 12), title: "Tags")
    canvas.write("Tag: \(draft.text)", in: inner)
    if drawing.isFocused {
      canvas.caret = (inner.x + 5 + draft.text.prefix(draft.caret).columns, inner.y)
    }
    do {
      let offers = try offers(drawing.library)
      let picked = try screen.flatMap { try drawing.library.content(of: $0.article) }?.tags ?? []
      let list = inner.below(2)
      let selected = min(row, max(0, offers.count - 1))
      let top = max(0, selected - list.height + 1)
      for line in 0..<max(0, min(list.height, offers.count - top)) {
        let offer = offers[top + line]
        let mark = picked.contains(offer) ? "[x]" : "[ ]"
        let pointer = top + line == selected ? "›" : " "
        canvas.write("\(pointer)\(mark) \(offer)", in: list, line: line)
        if top + line == selected { canvas.add(.reversed, toLine: line, of: list) }
      }
      if offers.isEmpty { canvas.write("Type the first tag.", in: list, style: .dim) }
    } catch {
      canvas.write("\(error)", in: inner, line: 2, style: .accented)
    }
  }

  func handle(_ key: Key, _ feeder: Feeder) throws -> Bool {
    let offers = try offers(feeder.library)
    let selected = min(row, max(0, offers.count - 1))
    switch key {
    case .down: row = min(selected + 1, max(0, offers.count - 1))
    case .up: row = max(selected - 1, 0)
    case .enter: if !offers.isEmpty { try toggle(offers[selected], feeder.library) }
    case .escape: dismiss()
    case .control("n"): try feeder.unwind(.nextNote)
    case .control("l"): try feeder.unwind(.list)
    default:
      guard draft.handle(key) else { return false }
      row = 0
    }
    return true
  }

  private func toggle(_ tag: String, _ library: any ReadingLibrary) throws {
    guard let screen, let content = try library.content(of: screen.article) else { return }
    let others = content.tags.filter { $0 != tag }
    try library.setTags(others == content.tags ? others + [tag] : others, screen.article)
    draft.clear()
  }
}
