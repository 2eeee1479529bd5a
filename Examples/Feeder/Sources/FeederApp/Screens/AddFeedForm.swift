import RestorationCore

/// A form in which a feed is added, with what was typed so far.
final class AddFeedForm: RestorableController, Screen {
  /// The lines of the form, in their order.
  enum Field: String, Codable, CaseIterable {
    case address = "Address"
    case name = "Title"
    case folder = "Folder"
  }

  @Restored("field") var field = Field.address
  @Restored("address") var address = TextDraft()
  @Restored("name") var name = TextDraft()
  @Restored("folder") var folder = TextDraft()

  override class var tracksChanges: Bool { true }

  init() {
    super.init(restorationIdentifier: "add-feed")
  }

  var isModal: Bool { true }

  func title(_ library: any ReadingLibrary) -> String { "Add a feed" }

  func hints(_ feeder: Feeder) -> [Hint] {
    [Hint("Tab", "next field"), Hint("Enter", "add"), Hint("Esc", "cancel")]
  }

  private func draft(of field: Field) -> TextDraft {
    switch field {
    case .address: address
    case .name: name
    case .folder: folder
    }
  }

  func draw(on canvas: inout Canvas, in area: Area, _ drawing: Drawing) {
    let inner = canvas.box(area.middle(width: 60, height: 9), title: "Add a feed")
    canvas.write("A file that holds a feed, or the address of one.", in: inner, style: .dim)
    for (line, field) in Field.allCases.enumerated() {
      let draft = draft(of: field)
      let isCurrent = field == self.field
      let style: Style = isCurrent ? .bold : []
      canvas.write("\(field.rawValue):", in: inner, line: line + 2, style: style)
      // A long text shows its end as far as the caret.
      let room = max(1, inner.width - 10)
      let before = draft.text.prefix(draft.caret)
      let hidden = max(0, before.columns - room + 1)
      let shown = String(draft.text.dropFirst(min(hidden, draft.text.count)))
      canvas.write(shown, in: inner, line: line + 2, column: 9)
      if isCurrent, drawing.isFocused {
        canvas.caret = (inner.x + 9 + before.columns - hidden, inner.y + line + 2)
      }
    }
  }

  func handle(_ key: Key, _ feeder: Feeder) throws -> Bool {
    switch key {
    case .tab, .down: move(by: 1)
    case .backTab, .up: move(by: -1)
    case .escape: dismiss()
    case .enter: try add(feeder)
    default:
      switch field {
      case .address: return address.handle(key)
      case .name: return name.handle(key)
      case .folder: return folder.handle(key)
      }
    }
    return true
  }

  private func move(by step: Int) {
    let all = Field.allCases
    let index = (all.firstIndex(of: field) ?? 0) + step
    field = all[(index + all.count) % all.count]
  }

  private func add(_ feeder: Feeder) throws {
    guard !address.text.trimmed.isEmpty else {
      return feeder.say("Give the address of a feed, or the path of a file.")
    }
    let feed = NewFeed(
      address: address.text.trimmed,
      title: name.text.trimmed,
      folder: folder.text.trimmed
    )
    feeder.say(try feeder.library.addFeed(feed))
    dismiss()
  }
}
