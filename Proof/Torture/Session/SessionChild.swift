import Foundation
import RestorationCore
import RestorationStore

/// The process whose session saves, until it is killed.
@MainActor
struct SessionChild {
  private let run: Run
  private let folder: URL

  init(_ run: Run, folder: URL) {
    self.run = run
    self.folder = folder
  }

  /// Never returns but after a failure, which it reports.
  func work() async {
    do {
      Message.opening.report()
      let store = FileStateStore(directory: folder, options: .torture(run))
      let app = JourneyApp(store, savesAutomatically: run.background > 0)
      let step = try app.launch(seed: run.seed, in: run.lowest...run.highest)
      Message.found(step).report()
      app.session.saveHandler = { report in
        report.tell(app.savedStep)
      }
      var journey = Journey(seed: run.seed, step: step)
      while true {
        journey.advance()
        Message.begun(journey.step).report()
        app.go(to: journey)
        if run.background == 0 {
          app.session.save().tell(app.savedStep)
        } else {
          try await Task.sleep(for: .microseconds(Int.random(in: 0..<2_000)))
        }
      }
    } catch {
      Message.failed("\(error)".replacing("\n", with: " ")).report()
    }
  }
}
