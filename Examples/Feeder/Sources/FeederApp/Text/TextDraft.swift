/// Text that is being written, with its caret.
struct TextDraft: Codable, Hashable {
  /// The text so far.
  private(set) var text = ""

  /// How many characters stand before the caret.
  private(set) var caret = 0

  init(_ text: String = "") {
    self.text = text
    caret = text.count
  }

  /// Writes at the caret; what would control the terminal is left out.
  mutating func insert(_ new: String) {
    let new = new.filter { $0 == "\n" || $0.printable == $0 }
    let index = index(at: caret)
    let before = String(text[..<index]) + new
    text = before + String(text[index...])
    // A combining mark joins the character before it, so the caret is counted anew.
    caret = min(before.count, text.count)
  }

  /// Takes out the character before the caret.
  mutating func deleteBackward() {
    guard caret > 0 else { return }
    text.remove(at: index(at: caret - 1))
    caret = min(caret - 1, text.count)
  }

  /// Takes out the character after the caret.
  mutating func deleteForward() {
    guard caret < text.count else { return }
    text.remove(at: index(at: caret))
    caret = min(caret, text.count)
  }

  /// Puts the caret before a character, or at the end.
  mutating func moveCaret(to position: Int) {
    caret = max(0, min(position, text.count))
  }

  /// Empties the draft.
  mutating func clear() {
    self = TextDraft()
  }

  private func index(at offset: Int) -> String.Index {
    text.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex) ?? text.endIndex
  }
}

// MARK: - Where the caret is

extension TextDraft {
  /// The line of the caret and the characters before it there, both from 0, in wrapped text.
  func caretPlace(in lines: [WrappedLine]) -> (line: Int, column: Int) {
    let line = lines.lastIndex { $0.offset <= caret } ?? 0
    let before = lines[line].text.prefix(caret - lines[line].offset)
    return (line, before.columns)
  }

  /// Moves the caret by lines of wrapped text, and keeps its column as far as the line is long.
  mutating func moveCaret(byLines count: Int, width: Int) {
    let lines = TextWrapping(width: width).lines(of: text)
    let (line, column) = caretPlace(in: lines)
    let target = lines[max(0, min(line + count, lines.count - 1))]
    var columns = 0
    let before = target.text.prefix { character in
      columns += character.columns
      return columns <= column
    }
    moveCaret(to: target.offset + before.count)
  }
}

// MARK: - Keys

extension TextDraft {
  /// Takes a key that edits one line of text, and tells whether it did.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let pasted): insert(pasted)
    case .backspace: deleteBackward()
    case .delete: deleteForward()
    case .left: moveCaret(to: caret - 1)
    case .right: moveCaret(to: caret + 1)
    case .home, .control("a"): moveCaret(to: 0)
    case .end, .control("e"): moveCaret(to: text.count)
    case .control("u"): clear()
    default: return false
    }
    return true
  }
}
