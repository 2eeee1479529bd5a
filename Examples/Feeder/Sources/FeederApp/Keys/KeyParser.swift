/// Makes keys of the bytes that a terminal sends, which may be cut anywhere.
struct KeyParser {
  private var bytes: [UInt8] = []

  /// Whether an escape stands alone, which is the key Esc unless more follows at once.
  var isWaiting: Bool { !bytes.isEmpty }

  /// Takes bytes in, and gives the keys that are complete.
  mutating func keys(from new: some Sequence<UInt8>) -> [Key] {
    bytes += new
    var keys: [Key] = []
    while let (key, count) = next() {
      bytes.removeFirst(count)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Gives what is left as it is, once nothing has followed for a moment.
  mutating func flush() -> [Key] {
    defer { bytes = [] }
    return bytes.first == 0x1B ? [.escape] : []
  }

  /// The first key and how many bytes it has; the key is `nil` if the program has no use for it.
  private func next() -> (Key?, Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return escape()
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
    case 0x00...0x1F: return (nil, 1)
    default: return text(first)
    }
  }

  private func text(_ first: UInt8) -> (Key?, Int)? {
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard bytes.count >= count else { return nil }
    guard let text = String(validating: bytes.prefix(count), as: UTF8.self),
      let character = text.first
    else { return (nil, 1) }
    return (.character(character), count)
  }

  private func escape() -> (Key?, Int)? {
    guard bytes.count > 1 else { return nil }
    guard bytes[1] == 0x5B || bytes[1] == 0x4F else { return (.escape, 1) }
    guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return nil
    }
    let sequence = String(decoding: bytes[2...end], as: UTF8.self)
    if sequence == "200~" { return paste(from: end + 1) }
    return (Self.sequences[sequence], end + 1)
  }

  private func paste(from start: Int) -> (Key?, Int)? {
    let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
    guard let range = bytes[start...].firstRange(of: end) else { return nil }
    let text = String(decoding: bytes[start..<range.lowerBound], as: UTF8.self)
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return (.paste(lines), range.upperBound)
  }

  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "Z": .backTab,
    "1~": .home, "3~": .delete, "4~": .end, "5~": .pageUp, "6~": .pageDown, "7~": .home,
    "8~": .end,
  ]
}
