/// Makes of drawn lines what a terminal is sent.
struct Painter {
  let usesColor: Bool

  /// A screen of our own, and pasted text in one piece.
  static let entering = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?25l\u{1B}[2J"

  /// The screen as it was before.
  static let leaving = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

  /// What changes one picture to another: the lines that differ, all at once.
  func change(from old: [DrawnLine], to new: [DrawnLine], caret: (x: Int, y: Int)?) -> String {
    var text = "\u{1B}[?2026h\u{1B}[?25l"
    if old.count != new.count { text += "\u{1B}[0m\u{1B}[2J" }
    for (index, line) in new.enumerated() where old.count != new.count || old[index] != line {
      text += "\u{1B}[\(index + 1);1H" + paint(line)
    }
    if let caret { text += "\u{1B}[\(caret.y + 1);\(caret.x + 1)H\u{1B}[?25h" }
    return text + "\u{1B}[?2026l"
  }

  private func paint(_ line: DrawnLine) -> String {
    line.parts.map { "\u{1B}[\(codes(of: $0.style))m\($0.text)" }.joined() + "\u{1B}[0m\u{1B}[K"
  }

  private func codes(of style: Style) -> String {
    var codes = ["0"]
    if style.contains(.bold) { codes.append("1") }
    if style.contains(.dim) { codes.append("2") }
    if style.contains(.underlined) { codes.append("4") }
    if style.contains(.reversed) { codes.append("7") }
    if style.contains(.accented), usesColor { codes.append("36") }
    return codes.joined(separator: ";")
  }
}
