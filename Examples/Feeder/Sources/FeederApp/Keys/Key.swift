/// What the user pressed.
enum Key: Hashable, Sendable {
  case character(Character)
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, pageUp, pageDown, home, end

  /// Text that came in one piece from the clipboard.
  case paste(String)
}

/// What the program is told: a key, or that the window has another size.
enum Input: Hashable, Sendable {
  case key(Key)
  case resize(Size)
}

/// The size of a window, in columns and lines.
struct Size: Hashable, Sendable {
  /// The smallest size that is drawn; a smaller window shows a part of it.
  static let smallest = Size(width: 20, height: 6)

  var width: Int
  var height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads a size such as `100x30`.
  init?(_ text: some StringProtocol) {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
      (1...1_000).contains(width), (1...1_000).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  /// Whether there is room for one column only.
  var isCompact: Bool { width < 80 }
}
