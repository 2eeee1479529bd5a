/// Keys that a user may press.
enum Journey {
  /// Random keys, in lines that are taken at once.
  ///
  /// Half of the journeys go into the depth: what builds on each other keeps its order there, and
  /// other steps come in between.
  static func lines(_ random: inout SeededGenerator) -> [String] {
    var lines = random.happens(oneIn: 2) ? depth : []
    for _ in 0..<(3 + random.next(below: 12)) {
      let line = line(&random)
      lines.insert(line, at: random.next(below: lines.count + 1))
    }
    // It ends anywhere, so that every kind of step is the last one some time.
    return Array(lines.prefix(2 + random.next(below: lines.count)))
  }

  /// From the list through linked articles to the tags of a note.
  private static let depth = [
    "<Esc><Esc><Esc>1", "<Esc>hjj<Enter>", "]<Enter>", "jj]]<Enter>", "]<Enter>jjj", "nA thought",
    "<Left><Left>", "<C-t>", "wor",
  ]

  /// Random keys that go somewhere, unwind from there, and go on, several times.
  static func unwindLines(_ random: inout SeededGenerator) -> [String] {
    // The first thing after a restart, from wherever that led.
    var lines = random.happens(oneIn: 2) ? [unwind(&random)] : []
    for _ in 0..<(2 + random.next(below: 4)) {
      lines += random.happens(oneIn: 3) ? [] : depth.prefix(3 + random.next(below: 7))
      for _ in 0..<random.next(below: 3) { lines.append(line(&random)) }
      lines.append(unwind(&random))
    }
    // It ends as often in front of an unwind as after one.
    return lines.dropLast(random.next(below: 4))
  }

  /// An unwind, mostly one that means something wherever the user is.
  private static func unwind(_ random: inout SeededGenerator) -> String {
    ["<C-g>", "<C-g>", "<C-l>", "<C-l>", "<C-n>", "<C-n>", "<C-n>", "F", "H"][random.next(below: 9)]
  }

  /// A random size, as often narrow as wide.
  static func size(_ random: inout SeededGenerator) -> Size {
    let isCompact = random.happens(oneIn: 2)
    return Size(
      width: isCompact ? 30 + random.next(below: 50) : 80 + random.next(below: 80),
      height: 8 + random.next(below: 40)
    )
  }

  /// Steps that lead somewhere; keys alone seldom do.
  private static let steps = [
    "<Enter>", "<Enter>", "jj<Enter>", "jjj", "kk", "G", "g", "<PageDown>", "<Space>", "<Esc>",
    "<Esc>", "<Tab>", "1", "2", "3", "f", "fj<Enter>", "fjj<Enter>", "s", "m", "o", "u",
    "]]<Enter>",
    "]", "[", "?", "a", "afile.rss<Tab>A title", "/the<Enter>", "/light", "n", "nA thought",
    "nWide 漢字 👩‍🚀 é<Left><Left>", "<C-t>", "<C-t>later<Enter>", "<C-t><Down><Enter>",
    "<Left><Left>", "<Home>", "<Up>", "<Backspace>", "<C-x>", "more words ", "<Enter>",
  ]

  private static func line(_ random: inout SeededGenerator) -> String {
    if random.happens(oneIn: 8) {
      let size = size(&random)
      return "<Resize \(size.width)x\(size.height)>"
    }
    let step = steps[random.next(below: steps.count)]
    // A q would end the program; what it types elsewhere is typed by others too.
    return random.happens(oneIn: 4) ? String(repeating: step, count: 2) : step
  }
}
