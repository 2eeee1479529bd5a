import Foundation
import Synchronization
import Testing

@testable import RestorationStore

/// Looks at many disks, no two of them alike.
final class LongSimulation: Sendable {
  private struct Progress: Sendable {
    var images: Set<Int> = []
    var scenarios = 0
    var failures = 0
  }

  private let progress = Mutex(Progress())

  /// How many disks are to be looked at, if anybody wants it.
  static var target: Int? {
    ProcessInfo.processInfo.environment["SIMULATION_IMAGES"].flatMap { Int($0) }
  }

  /// How many different disks were looked at.
  var imageCount: Int { progress.withLock { $0.images.count } }

  /// What was done, in a line.
  var summary: String {
    progress.withLock { progress in
      "simulation: \(progress.images.count) distinct disk images, of \(progress.scenarios) "
        + "scenarios and \(progress.failures) failures in them"
    }
  }

  /// Goes on with new scenarios until so many different disks were looked at.
  func crash(untilSeeing target: Int) {
    var round = 0
    while imageCount < target {
      let first = 1 + round * 8
      round += 1
      DispatchQueue.concurrentPerform(iterations: 8) { index in
        crash(.random(seed: UInt64(first + index), count: 25))
      }
    }
  }

  /// Lets each call of a scenario fail in each way.
  func failEverywhere(in scenario: Scenario) {
    let count = ScenarioRun(scenario).run().callCount
    let failures = DiskFault.kinds.flatMap { kind in (0..<count).map { (kind, $0) } }
    DispatchQueue.concurrentPerform(iterations: failures.count) { index in
      let (kind, first) = failures[index]
      note(
        SimulatedFailure(scenario, kind: kind, at: first).check(bound: 1, thoroughEvery: 3),
        isFailure: true
      )
    }
  }

  /// Checks a crash and a failure at every step of a scenario, and the crashes after a failure of each
  /// kind at some step.
  private func crash(_ scenario: Scenario) {
    let run = ScenarioRun(scenario)
    let count = run.run().callCount
    #expect(run.violations.prefix(3) == [], "seed \(scenario.seed)")
    let checker = CrashChecker(scenario, bound: 24, thoroughEvery: 4)
    for moment in run.moments { checker.check(moment) }
    #expect(checker.violations.prefix(3) == [], "seed \(scenario.seed)")
    note(checker.images, isFailure: false)
    for first in 0..<count {
      let kind = DiskFault.kinds[(first + Int(scenario.seed)) % DiskFault.kinds.count]
      SimulatedFailure(scenario, kind: kind, at: first).checkEnd()
      note([], isFailure: true)
    }
    var generator = SeededGenerator(seed: scenario.seed)
    for kind in DiskFault.kinds {
      let first = Int.random(in: 0..<count, using: &generator)
      note(
        SimulatedFailure(scenario, kind: kind, at: first).check(bound: 1, thoroughEvery: 3),
        isFailure: true
      )
    }
  }

  private func note(_ images: Set<Int>, isFailure: Bool) {
    progress.withLock { progress in
      progress.images.formUnion(images)
      if isFailure { progress.failures += 1 } else { progress.scenarios += 1 }
    }
  }
}
