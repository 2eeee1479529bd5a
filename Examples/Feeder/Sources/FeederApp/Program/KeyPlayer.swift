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
    waitForSave()
    print(feeder.picture().lines.map(\.plain).joined(separator: "\n"))
    fflush(nil)
    if dies { kill(getpid(), SIGKILL) }
    feeder.session.save()
    return 0
  }

  /// Waits as long as a user would who does nothing more: then the store has the state, or has said
  /// why not.
  private func waitForSave() {
    while isSaving {
      switch loop.nextEvent(from: nil, pause: .seconds(10)) {
      case .signal, .pause: return
      default: break
      }
    }
  }

  private var isSaving: Bool {
    let health = feeder.session.health
    return health.pendingChanges > 0 && health.lastError == nil
  }

  private func complain(_ report: RestorationReport) {
    guard !report.diagnostics.isEmpty else { return }
    FileHandle.standardError.write(Data("\(report)\n".utf8))
  }
}
