import Foundation

/// The terminal that the program was started in.
@MainActor
final class Terminal {
  private let input: Int32 = STDIN_FILENO
  private let output: Int32 = STDOUT_FILENO
  private let painter: Painter
  private var shown: [DrawnLine] = []

  init(usesColor: Bool) {
    painter = Painter(usesColor: usesColor)
  }

  /// Whether both ends of the program are a terminal.
  static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// The size of the window, or 80x24 if the terminal does not know it.
  var size: Size {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return Size(width: 80, height: 24) }
    return Size(width: Int(window.ws_col), height: Int(window.ws_row))
  }

  /// Takes the terminal over: keys come one by one, on a screen of our own.
  func enter() {
    TerminalRescue.remember(input, output)
    var raw = termios()
    guard tcgetattr(input, &raw) == 0 else { return }
    cfmakeraw(&raw)
    tcsetattr(input, TCSAFLUSH, &raw)
    send(Painter.entering)
    shown = []
  }

  /// Gives the terminal back as it was.
  func leave() {
    TerminalRescue.restore()
    shown = []
  }

  /// Shows a picture; only lines that changed are written.
  func show(_ picture: Canvas) {
    let lines = picture.lines
    send(painter.change(from: shown, to: lines, caret: picture.caret))
    shown = lines
  }

  /// Forgets what is shown, as after another size, so that everything is written again.
  func forget() {
    shown = []
  }

  private func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR, errno != EAGAIN { return }  // the window is gone
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}
