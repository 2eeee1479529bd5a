/// A part of the screen.
struct Area: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// The area without its first lines.
  func below(_ lines: Int) -> Area {
    Area(x: x, y: y + lines, width: width, height: max(0, height - lines))
  }

  /// The area within a frame.
  func inset(_ columns: Int, _ lines: Int) -> Area {
    Area(
      x: x + columns,
      y: y + lines,
      width: max(0, width - 2 * columns),
      height: max(0, height - 2 * lines)
    )
  }
}

/// What is drawn on: a grid of cells, of which a wide character takes two.
struct Canvas {
  private struct Cell {
    /// `nil` is the second half of a wide character.
    var character: Character? = " "
    var style: Style = []
  }

  let size: Size

  /// Where the user writes, if somewhere: a column and a line from 0.
  var caret: (x: Int, y: Int)?

  private var cells: [Cell]

  init(_ size: Size) {
    self.size = size
    cells = Array(repeating: Cell(), count: size.width * size.height)
  }

  /// Writes text on one line of an area, cut to fit, with an ellipsis if it is cut.
  ///
  /// - Returns: How many columns it took.
  @discardableResult
  mutating func write(
    _ text: some StringProtocol,
    in area: Area,
    line: Int = 0,
    column: Int = 0,
    style: Style = []
  ) -> Int {
    guard (0..<area.height).contains(line), column < area.width else { return 0 }
    let room = area.width - column
    var used = 0
    let isCut = text.columns > room
    for character in text {
      let character = character.printable
      let columns = character.columns
      guard columns > 0 else { continue }
      guard used + columns <= (isCut ? room - 1 : room) else { break }
      put(character, columns, x: area.x + column + used, y: area.y + line, style)
      used += columns
    }
    if isCut, room > 0 {
      put("…", 1, x: area.x + column + used, y: area.y + line, style)
      used += 1
    }
    return used
  }

  /// Empties an area.
  mutating func clear(_ area: Area, style: Style = []) {
    for y in area.y..<(area.y + area.height) {
      for x in area.x..<(area.x + area.width) { put(" ", 1, x: x, y: y, style) }
    }
  }

  /// Adds a style to a line of an area, over its whole width.
  mutating func add(_ style: Style, toLine line: Int, of area: Area) {
    guard (0..<area.height).contains(line) else { return }
    for x in area.x..<(area.x + area.width) {
      guard let index = index(x, area.y + line) else { continue }
      cells[index].style.formUnion(style)
    }
  }

  private func index(_ x: Int, _ y: Int) -> Int? {
    guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return nil }
    return y * size.width + x
  }

  private mutating func put(_ character: Character, _ columns: Int, x: Int, y: Int, _ style: Style)
  {
    guard let index = index(x, y), x + columns <= size.width else { return }
    // What is left of a wide character that is half covered is a space.
    if cells[index].character == nil { cells[index - 1].character = " " }
    let last = index + columns - 1
    if x + columns < size.width, cells[last + 1].character == nil {
      cells[last + 1].character = " "
    }
    cells[index] = Cell(character: character, style: style)
    if columns == 2 { cells[last] = Cell(character: nil, style: style) }
  }

  /// The lines from top to bottom.
  var lines: [DrawnLine] {
    (0..<size.height).map { y in
      var line = DrawnLine()
      for cell in cells[(y * size.width)..<((y + 1) * size.width)] {
        guard let character = cell.character else { continue }
        if line.parts.last?.style == cell.style {
          line.parts[line.parts.count - 1].text.append(character)
        } else {
          line.parts.append(StyledText(text: String(character), style: cell.style))
        }
      }
      return line
    }
  }
}

// MARK: - Frames

extension Canvas {
  /// Draws a framed box over what is there, and gives the area within.
  mutating func box(_ area: Area, title: String, note: String = "") -> Area {
    clear(area)
    let bar = String(repeating: "─", count: max(0, area.width - 2))
    write("┌\(bar)┐", in: area)
    for line in 1..<max(1, area.height - 1) {
      write("│", in: area, line: line)
      write("│", in: area, line: line, column: area.width - 1)
    }
    write("└\(bar)┘", in: area, line: area.height - 1)
    let inner = Area(x: area.x + 2, y: area.y, width: max(0, area.width - 4), height: area.height)
    write(" \(title) ", in: inner, style: .bold)
    if !note.isEmpty {
      let column = inner.width - note.columns - 2
      if column >= 0 { write(" \(note) ", in: inner, line: area.height - 1, column: column) }
    }
    return area.inset(2, 1)
  }
}
