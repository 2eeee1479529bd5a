/// A line of wrapped text, and where in the text it begins.
struct WrappedLine: Equatable {
  let text: String

  /// How many characters of the text stand before the line.
  let offset: Int
}

/// Breaks text into lines of a width, between words, and beside characters that are wide.
struct TextWrapping {
  let width: Int

  /// The lines of a text; there is always one, and a line break always begins a new one.
  func lines(of text: String) -> [WrappedLine] {
    var lines: [WrappedLine] = []
    var offset = 0
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let characters = Array(paragraph)
      wrap(characters, at: offset, &lines)
      offset += characters.count + 1
    }
    return lines
  }

  private func wrap(_ characters: [Character], at offset: Int, _ lines: inout [WrappedLine]) {
    var start = 0
    var columns = 0
    var opportunity: Int?
    var index = 0
    func add(_ range: Range<Int>) {
      var text = String(characters[range])
      while text.last == " ", text.columns > width { text.removeLast() }  // spaces hang over
      lines.append(WrappedLine(text: text, offset: offset + range.lowerBound))
    }
    while index < characters.count {
      let next = characters[index].columns
      if columns + next > width, index > start, characters[index] != " " {
        let end = opportunity.flatMap { $0 > start ? $0 : nil } ?? index
        add(start..<end)
        start = end
        columns = characters[start..<index].reduce(0) { $0 + $1.columns }
        opportunity = nil
      }
      columns += next
      index += 1
      // A line may break after a space, and on either side of an ideograph.
      if characters[index - 1] == " " || next == 2
        || (index < characters.count && characters[index].columns == 2)
      {
        opportunity = index
      }
    }
    add(start..<characters.count)
  }
}
