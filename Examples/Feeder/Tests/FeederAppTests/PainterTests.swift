import Testing

@testable import FeederApp

@Suite("Painting")
struct PainterTests {
  private func picture(_ lines: [String], style: Style = []) -> Canvas {
    var canvas = Canvas(Size(width: 20, height: lines.count))
    let area = Area(x: 0, y: 0, width: 20, height: lines.count)
    for (index, line) in lines.enumerated() {
      canvas.write(line, in: area, line: index, style: style)
    }
    return canvas
  }

  @Test("Only lines that changed are written.")
  func changes() {
    let painter = Painter(usesColor: true)
    let before = picture(["one", "two", "three"]).lines
    let after = picture(["one", "2", "three"]).lines
    let text = painter.change(from: before, to: after, caret: nil)
    #expect(text.contains("\u{1B}[2;1H"))
    #expect(!text.contains("\u{1B}[1;1H") && !text.contains("\u{1B}[3;1H"))
    #expect(!painter.change(from: after, to: after, caret: nil).contains("H"))
  }

  @Test("A window of another height is written afresh.")
  func height() {
    let painter = Painter(usesColor: true)
    let text = painter.change(
      from: picture(["one"]).lines,
      to: picture(["one", "two"]).lines,
      caret: (3, 1)
    )
    #expect(text.contains("\u{1B}[2J") && text.contains("one") && text.contains("\u{1B}[2;4H"))
  }

  @Test("Without colours, none is sent, and everything else is.")
  func colors() {
    let lines = picture(["one"], style: [.accented, .bold]).lines
    #expect(Painter(usesColor: true).change(from: [], to: lines, caret: nil).contains(";36m"))
    let plain = Painter(usesColor: false).change(from: [], to: lines, caret: nil)
    #expect(!plain.contains("36m") && plain.contains("\u{1B}[0;1m"))
  }

  @Test("What covers half of a wide character leaves a space of the other half.")
  func halves() {
    var canvas = picture(["漢漢漢"])
    canvas.write("x", in: Area(x: 1, y: 0, width: 1, height: 1))
    #expect(canvas.lines[0].plain == " x漢漢")
    canvas.write("界", in: Area(x: 3, y: 0, width: 2, height: 1))
    #expect(canvas.lines[0].plain == " x 界")
  }
}
