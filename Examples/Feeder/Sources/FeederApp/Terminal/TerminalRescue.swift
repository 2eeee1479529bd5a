import Foundation

/// What gives the terminal back, whoever asks: the program at its end, or a handler as it crashes.
///
/// Handlers may allocate nothing and wait for nothing, so all that they need lies ready before they
/// are installed, and only `tcsetattr` and `write` are called.
enum TerminalRescue {
  private struct State {
    var input: Int32 = -1
    var output: Int32 = -1
    var settings = termios()
    var farewell: UnsafeMutableBufferPointer<UInt8>
    var isTaken = false
  }

  /// Written on the main thread alone, before the handlers are installed; a handler reads it once
  /// everything else has stopped.
  private nonisolated(unsafe) static var state = State(farewell: farewell)

  private static var farewell: UnsafeMutableBufferPointer<UInt8> {
    let bytes = Array(Painter.leaving.utf8)
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = buffer.initialize(from: bytes)
    return buffer
  }

  /// Remembers the terminal as it is now.
  @MainActor
  static func remember(_ input: Int32, _ output: Int32) {
    guard !state.isTaken, tcgetattr(input, &state.settings) == 0 else { return }
    state.input = input
    state.output = output
    state.isTaken = true
    installHandlers()
  }

  /// Gives the terminal back, if it was taken.
  static func restore() {
    guard state.isTaken else { return }
    state.isTaken = false
    _ = write(state.output, state.farewell.baseAddress, state.farewell.count)
    _ = tcsetattr(state.input, TCSAFLUSH, &state.settings)
  }

  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP]
  @MainActor private static var isInstalled = false

  @MainActor
  private static func installHandlers() {
    guard !isInstalled else { return }
    isInstalled = true
    SignalPipe.unblock(crashes)
    for crash in crashes {
      _ = signal(crash) { crash in
        TerminalRescue.restore()
        _ = signal(crash, SIG_DFL)
        raise(crash)
      }
    }
  }
}
