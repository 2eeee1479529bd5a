import Testing

@testable import FeederApp

@Suite("Text")
struct TextTests {
  @Test(
    "A character is as wide as a terminal shows it.",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("か", 2), ("ｱ", 1), ("Ａ", 2), ("👩‍🚀", 2),
      ("👍🏽", 2), ("🇨🇭", 2), ("❤️", 2), ("☎", 1), ("1️⃣", 2), ("\u{200B}", 0), ("\u{301}", 0),
      ("\u{1B}", 0), ("…", 1), ("│", 1), ("한", 2), ("각", 2), ("￥", 2), ("⌚", 2),
    ]
  )
  func width(_ text: String, _ columns: Int) {
    #expect(text.columns == columns)
    #expect(text.count == 1)
  }

  @Test("Nothing that is written can control the terminal.")
  func controls() {
    for value in UInt32(0)..<0x300 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var canvas = Canvas(Size(width: 8, height: 1))
      canvas.write("a\(scalar)b", in: Area(x: 0, y: 0, width: 8, height: 1))
      let shown = canvas.lines[0].parts.map(\.text).joined().unicodeScalars
      #expect(!shown.contains { $0.properties.generalCategory == .control }, "\(value)")
    }
  }

  @Test("Wrapped lines hold all of the text, and none is too wide.")
  func wrapping() {
    let alphabet: [Character] = ["a", "b", "word", " ", " ", "漢", "\n", "👩‍🚀", "e\u{301}"].flatMap {
      $0
    }
    for seed in UInt64(0)..<300 {
      var random = SeededGenerator(seed: seed)
      let text = String(
        (0..<random.next(below: 80)).map { _ in alphabet[random.next(below: alphabet.count)] }
      )
      let width = 2 + random.next(below: 20)
      let lines = TextWrapping(width: width).lines(of: text)
      let characters = Array(text)
      for (index, line) in lines.enumerated() {
        #expect(line.text.columns <= width)
        let end = index + 1 < lines.count ? lines[index + 1].offset : characters.count
        let all = String(characters[line.offset..<end])
        // What is not in the line is the break itself: spaces that hang over, or a line feed.
        #expect(all.hasPrefix(line.text))
        #expect(all.dropFirst(line.text.count).allSatisfy { $0 == " " || $0 == "\n" })
      }
    }
  }

  @Test("A draft is edited as a list of characters is.")
  func editing() {
    let pieces = ["a", "漢", "two words", "👩‍🚀", "\n", "x"]
    for seed in UInt64(0)..<200 {
      var random = SeededGenerator(seed: seed)
      var (draft, model, caret) = (TextDraft(), [Character](), 0)
      for _ in 0..<40 {
        switch random.next(below: 6) {
        case 0, 1:
          let piece = pieces[random.next(below: pieces.count)]
          draft.insert(piece)
          model.insert(contentsOf: piece, at: caret)
          caret += piece.count
        case 2:
          draft.deleteBackward()
          if caret > 0 { model.remove(at: caret - 1) }
          caret = max(0, caret - 1)
        case 3:
          draft.deleteForward()
          if caret < model.count { model.remove(at: caret) }
        case 4:
          caret = random.next(below: model.count + 1)
          draft.moveCaret(to: caret)
        default:
          draft.moveCaret(byLines: random.next(below: 3) - 1, width: 1 + random.next(below: 20))
          caret = draft.caret
        }
        #expect(draft.text == String(model) && draft.caret == caret, "seed \(seed)")
      }
    }
  }

  @Test("A combining mark joins the character before the caret.")
  func combining() {
    var draft = TextDraft("ab")
    draft.moveCaret(to: 1)
    draft.insert("\u{301}")
    #expect(draft.text == "a\u{301}b" && draft.caret == 1)
    draft.insert("c")
    #expect(draft.text == "a\u{301}cb" && draft.caret == 2)
  }

  @Test("Control characters do not get into a draft.")
  func controlCharacters() {
    var draft = TextDraft()
    draft.insert("a\u{1B}[31mb\u{7}\nc")
    #expect(draft.text == "a[31mb\nc")
  }
}
