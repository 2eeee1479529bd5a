import Testing

@testable import FeederApp

@Suite("Keys")
struct KeyTests {
  @Test("Every key is written so that it is read as the same.")
  func notation() throws {
    var inputs = KeyNotation.names.values.map { Input.key($0) }
    inputs += "abc<>é漢👩‍🚀 ".map { .key(.character($0)) }
    inputs += "abxz".map { .key(.control($0)) }
    inputs += [.resize(Size(width: 60, height: 24))]
    for input in inputs {
      #expect(try KeyNotation.inputs(in: KeyNotation.text(of: input)) == [input])
    }
  }

  @Test("Keys that do not exist are refused with a line that says which do.")
  func refusal() {
    for text in ["<Nothing>", "<", "a<b", "<Resize 60>", "<Resize 0x5>", "<C-ab>"] {
      #expect(throws: UsageError.self) { try KeyNotation.inputs(in: text) }
    }
  }

  @Test("Bytes make the same keys wherever they are cut.")
  func parsing() {
    let text =
      "a\u{1B}[A\u{1B}OB漢\u{1B}[3~\r\t\u{7F}\u{1B}[Z\u{14}é\u{1B}[200~two\r\nlines\u{1B}[201~👍"
    let expected: [Key] = [
      .character("a"), .up, .down, .character("漢"), .delete, .enter, .tab, .backspace, .backTab,
      .control("t"), .character("é"), .paste("two\nlines"), .character("👍"),
    ]
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      for second in cut...bytes.count {
        var parser = KeyParser()
        let keys =
          parser.keys(from: bytes[..<cut]) + parser.keys(from: bytes[cut..<second])
          + parser.keys(from: bytes[second...])
        #expect(keys == expected)
        #expect(!parser.isWaiting)
      }
    }
  }

  @Test("An escape that nothing follows is the key Esc.")
  func escape() {
    var parser = KeyParser()
    #expect(parser.keys(from: [0x1B]).isEmpty)
    #expect(parser.isWaiting)
    #expect(parser.flush() == [.escape])
    #expect(!parser.isWaiting)
  }

  @Test("Any bytes at all are taken without harm.")
  func noise() {
    for seed in UInt64(0)..<200 {
      var random = SeededGenerator(seed: seed)
      var parser = KeyParser()
      for _ in 0..<100 { _ = parser.keys(from: [UInt8.random(in: 0...255, using: &random)]) }
      _ = parser.flush()
      #expect(!parser.isWaiting)
    }
  }
}
