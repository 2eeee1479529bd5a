import Foundation
import RestorationCore
import RestorationStore

/// The program as its user runs it: a command, a save, the next screen.
@MainActor
struct CommandLoop {
  let reader: Reader

  /// Whether to print what the demo has to know, in place of screens.
  let reports: Bool

  /// Whether the position includes where each unwind would end.
  let showsUnwinds: Bool

  private var width: Int
  private var height: Int

  init(_ options: Options) {
    let folder = TextFolder(root: options.folder)
    reader = Reader(folder: folder, store: FileStateStore(directory: options.stateFolder))
    reports = options.reports
    showsUnwinds = options.unwinds
    (width, height) = (options.width, options.height)
    reader.files.setCollapsed(width < 80)
  }

  mutating func run() {
    tell("restoring", [])
    let start = ContinuousClock.now
    let report = reader.launch()
    // Everything stands; a kill from now on is no fault of what was restored.
    reader.session.markStable()
    let time = (ContinuousClock.now - start) / .milliseconds(1)
    let summary =
      "\(report.restoredNodes) of \(report.savedNodes) nodes in "
      + String(format: "%.1f ms", time)
    tell("ready", ["\(report.outcome.rawValue), \(summary)"] + position)
    if !reports { print(report, "Type help for the commands.", separator: "\n") }
    save()
    show("")
    while let command = readLine() {
      if command == "quit" { return }
      if command == "die" { kill(getpid(), SIGKILL) }
      let answer = command.hasPrefix("size ") ? resize(command) : reader.perform(command)
      save()
      show(answer)
    }
  }

  private var position: [String] { reader.position + (showsUnwinds ? reader.unwinds : []) }

  private func save() {
    tell("saving", position)
    let report = reader.session.save()
    switch report.outcome {
    case .saved, .nothingChanged: tell("saved", [])
    default: tell("failed", ["\(report)"])
    }
    if !reports, !report.diagnostics.isEmpty { print(report) }
  }

  private mutating func resize(_ command: String) -> String {
    let numbers = command.dropFirst(5).split(separator: "x").compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 9 }) else {
      return "Give a size: size 60x20"
    }
    (width, height) = (numbers[0], numbers[1])
    reader.files.setCollapsed(width < 80)
    return ""
  }

  private func show(_ answer: String) {
    guard !reports else { return }
    print(reader.screen(width: width, height: height).joined(separator: "\n"))
    if !answer.isEmpty { print(answer) }
  }

  private func tell(_ event: String, _ lines: [String]) {
    guard reports else { return }
    print(([event] + lines).joined(separator: "\t"))
    fflush(nil)
  }
}
