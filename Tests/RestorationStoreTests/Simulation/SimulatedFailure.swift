import Foundation
import Testing

@testable import RestorationStore

/// A scenario in which one call fails, or a few in a row.
struct SimulatedFailure {
  private let scenario: Scenario
  private let fault: DiskFault

  init(_ scenario: Scenario, kind: DiskFault.Kind, at first: Int) {
    self.scenario = scenario
    fault = DiskFault(kind: kind, calls: first..<first + kind.duration)
  }

  /// Runs the scenario to its end, where nothing may be lost but a save that failed.
  func checkEnd() {
    let run = ScenarioRun(scenario, fault: fault) { _ in false }
    _ = run.run()
    #expect(run.violations.prefix(3) == [], "\(fault), seed \(scenario.seed)")
  }

  /// Runs the scenario, and checks the deaths at the moments that follow the fault; answers which
  /// disks were looked at.
  @discardableResult
  func check(bound: Int, thoroughEvery: Int = 1) -> Set<Int> {
    let calls = fault.calls.lowerBound + 1..<fault.calls.upperBound + 12
    let run = ScenarioRun(scenario, fault: fault) { calls.contains($0) }
    _ = run.run()
    #expect(run.violations.prefix(3) == [], "\(fault), seed \(scenario.seed)")
    let checker = CrashChecker(scenario, bound: bound, thoroughEvery: thoroughEvery)
    for moment in run.moments { checker.check(moment) }
    #expect(checker.violations.prefix(3) == [], "\(fault), seed \(scenario.seed)")
    return checker.images
  }
}

extension DiskFault {
  /// All that may go wrong.
  static let kinds: [Kind] = [
    .failing(EIO), .failing(ENOSPC), .failing(EINTR), .failing(EACCES), .filling, .cuttingShort,
    .failingLate(EIO),
  ]
}

extension DiskFault.Kind {
  /// For how many calls it lasts.
  fileprivate var duration: Int {
    switch self {
    case .failing(EIO), .failing(EINTR), .failingLate, .cuttingShort: 1
    case .failing: 4
    case .filling: 30
    }
  }
}
