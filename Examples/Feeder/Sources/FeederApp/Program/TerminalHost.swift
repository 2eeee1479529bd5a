import Foundation
import RestorationCore

/// The program as its user runs it, in a terminal.
@MainActor
struct TerminalHost {
  let feeder: Feeder
  let loop: MainLoop
  let terminal: Terminal

  func run() -> Int32 {
    feeder.welcome(feeder.launch())
    terminal.enter()
    var parser = KeyParser()
    var ending: Int32?
    while !feeder.isDone, ending == nil {
      terminal.show(feeder.picture())
      let event = loop.nextEvent(
        from: STDIN_FILENO,
        pause: parser.isWaiting ? .milliseconds(30) : nil
      )
      switch event {
      case .bytes(let bytes): parser.keys(from: bytes).forEach(take)
      case .pause: parser.flush().forEach(take)
      case .work: break
      case .signal(SIGWINCH): resize()
      case .signal(let signal): ending = signal
      case .end: ending = SIGHUP
      }
    }
    let report = feeder.session.save()
    terminal.leave()
    switch report.outcome {
    case .failed, .refused:
      FileHandle.standardError.write(Data("The place was not saved: \(report)\n".utf8))
    default: break
    }
    if let ending { end(by: ending) }
    return 0
  }

  private func take(_ key: Key) {
    guard key == .control("z") else { return feeder.take(.key(key)) }
    terminal.leave()
    raise(SIGSTOP)
    terminal.enter()
    resize()
  }

  private func resize() {
    terminal.forget()
    feeder.take(.resize(terminal.size))
  }

  /// Ends as the signal would have ended it, so that whoever waits can tell.
  private func end(by number: Int32) {
    _ = signal(number, SIG_DFL)
    raise(number)
  }
}
