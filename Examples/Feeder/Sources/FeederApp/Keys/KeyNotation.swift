/// Keys as text, as `--keys` takes them.
///
/// Characters stand for themselves, and others have a name in angle
/// brackets: `jj<Enter>n a note<Esc><Resize 60x24>`. `<lt>` is the character `<`.
enum KeyNotation {
  static let names: [String: Key] = [
    "Enter": .enter, "Esc": .escape, "Tab": .tab, "BackTab": .backTab, "Backspace": .backspace,
    "Delete": .delete, "Up": .up, "Down": .down, "Left": .left, "Right": .right,
    "PageUp": .pageUp, "PageDown": .pageDown, "Home": .home, "End": .end,
    "Space": .character(" "), "lt": .character("<"),
  ]

  /// Reads keys; throws a line that says what is wrong with them.
  static func inputs(in text: String) throws -> [Input] {
    var inputs: [Input] = []
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "<" else {
        inputs.append(.key(character == "\n" ? .enter : .character(character)))
        continue
      }
      guard let end = rest.firstIndex(of: ">") else {
        throw UsageError("'<\(rest)' has no '>'; write <lt> for the character '<'.")
      }
      inputs.append(try input(named: rest[..<end]))
      rest = rest[rest.index(after: end)...]
    }
    return inputs
  }

  /// Writes a key so that it is read as the same.
  static func text(of input: Input) -> String {
    switch input {
    case .resize(let size): "<Resize \(size.width)x\(size.height)>"
    case .key(.character("<")): "<lt>"
    case .key(.character(let character)): String(character)
    case .key(.control(let character)): "<C-\(character)>"
    case .key(.paste(let text)): text.replacing("<", with: "<lt>")
    case .key(let key): "<\(names.first { $0.value == key }?.key ?? "")>"
    }
  }

  private static func input(named name: Substring) throws -> Input {
    if let key = names[String(name)] { return .key(key) }
    if name.count == 3, name.hasPrefix("C-"), let last = name.last {
      return .key(.control(last))
    }
    if name.hasPrefix("Resize "), let size = Size(name.dropFirst(7)) { return .resize(size) }
    throw UsageError(
      "There is no key '<\(name)>'; there are \(names.keys.sorted().joined(separator: ", ")), "
        + "C-x for Control and Resize 60x24 for another size."
    )
  }
}
