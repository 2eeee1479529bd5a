import Foundation
import RestorationCore

/// Plays keys without a terminal, and prints the last screen.
@MainActor
struct KeyPlayer {
  let feeder: Feeder
  let loop: MainLoop

  func play(_ inputs: [Input], dies: Bool) -> Int32 {
    complain(feeder.launch())
    for input in inputs where !feeder.isDone { feeder.take(input) }
    // As long as a user would wait who does nothing more: then the state is saved.
    while loop.hasTimers {
      if case .signal = loop.nextEvent(from: nil) { break }
    }
    print(feeder.picture().lines.map(\.plain).joined(separator: "\n"))
    fflush(nil)
    if dies { kill(getpid(), SIGKILL) }
    feeder.session.save()
    return 0
  }

  private func complain(_ report: RestorationReport) {
    guard !report.diagnostics.isEmpty else { return }
    FileHandle.standardError.write(Data("\(report)\n".utf8))
  }
}
