import Foundation
import Synchronization

@testable import RestorationCore
@testable import RestorationStore

/// A moment at which the process may die or the power go, and what may be found then.
struct ScenarioMoment: Sendable {
  /// The number of the call that is about to be made.
  var index: Int

  /// That call, or `nil` at the end.
  var call: DiskCall?

  var disk: DiskState

  var promise: ScenarioPromise
}

/// Runs a scenario on a simulated disk, and remembers each moment of it.
final class ScenarioRun: Sendable {
  private struct Progress: Sendable {
    var promise = ScenarioPromise()
    var moments: [ScenarioMoment] = []
    var violations: [String] = []
    var recordsAlone = 0
  }

  private let scenario: Scenario
  private let fault: DiskFault?
  private let remembers: @Sendable (Int) -> Bool
  private let progress = Mutex(Progress())

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - scenario: What is done.
  ///   - fault: What goes wrong.
  ///   - remembers: Whether the moment before a call is of interest.
  init(
    _ scenario: Scenario,
    fault: DiskFault? = nil,
    remembers: @escaping @Sendable (Int) -> Bool = { _ in true }
  ) {
    self.scenario = scenario
    self.fault = fault
    self.remembers = remembers
  }

  /// What may be found now.
  var promise: ScenarioPromise { progress.withLock { $0.promise } }

  /// All moments at which something was about to change.
  var moments: [ScenarioMoment] { progress.withLock { $0.moments } }

  /// What was found that must not be.
  var violations: [String] { progress.withLock { $0.violations } }

  /// How many records the store took alone, and not as batches.
  var recordsAlone: Int { progress.withLock { $0.recordsAlone } }

  func noteRecordAlone() {
    progress.withLock { $0.recordsAlone += 1 }
  }

  func note(_ violation: String) {
    progress.withLock { $0.violations.append(violation) }
  }

  /// Runs the scenario; answers the disk as it is at the end.
  func run(ignoring ignored: Set<String> = []) -> SimulatedDisk {
    let disk = SimulatedDisk(fault: fault, ignoring: ignored) { call, index, state in
      self.remember(call, index, state)
    }
    var player = ScenarioPlayer(disk: disk, scenario: scenario, run: self)
    for step in scenario.steps { player.play(step) }
    player.finish()
    return player.disk
  }

  private func remember(_ call: DiskCall, _ index: Int, _ state: DiskState) {
    guard call.kind.changesDisk, remembers(index) else { return }
    progress.withLock { progress in
      progress.moments.append(
        ScenarioMoment(index: index, call: call, disk: state, promise: progress.promise)
      )
    }
  }

  var hasFault: Bool { fault != nil }

  /// Notes that something is about to be saved, and gives its place in the history.
  @discardableResult
  func attempt(_ world: ScenarioWorld) -> Int {
    progress.withLock { progress in
      progress.promise.history.append(world)
      return progress.promise.attempted
    }
  }

  /// Notes that an attempt succeeded.
  func acknowledge(_ index: Int, isCertain: Bool) {
    progress.withLock { progress in
      progress.promise.acknowledged = max(index, progress.promise.acknowledged)
      guard isCertain else { return }
      progress.promise.certain = max(index, progress.promise.certain)
      // What was there before a failed erasing is replaced.
      progress.promise.isErasing = false
    }
  }

  /// Notes that what was acknowledged is on the disk.
  func certify() {
    progress.withLock { $0.promise.certain = $0.promise.acknowledged }
  }

  /// Notes that an erasing begins.
  func beginErasing() {
    progress.withLock { progress in
      progress.promise.isErasing = true
      progress.promise.kept = nil
      progress.promise.named = [:]
    }
  }

  /// Notes that an erasing is complete.
  func endErasing() {
    progress.withLock { progress in
      progress.promise.acknowledged = progress.promise.attempted
      progress.promise.certain = progress.promise.attempted
      progress.promise.floor = progress.promise.attempted
      progress.promise.kept = nil
      progress.promise.named = [:]
      progress.promise.isErasing = false
    }
  }

  /// Notes that a state was kept under a name, if there was anything.
  func keep(_ index: Int?, as name: String) {
    progress.withLock { progress in
      progress.promise.named[name] = index.flatMap { index in
        progress.promise.history[index].scenes.isEmpty ? nil : index
      }
    }
  }

  /// Notes that what a save replaced was kept, if there was anything.
  func keep(_ index: Int) {
    progress.withLock { progress in
      if !progress.promise.history[index].scenes.isEmpty { progress.promise.kept = index }
    }
  }

  /// Whether a call of the step that began at a number may have been hit by the fault.
  func isExcused(from start: Int, to end: Int) -> Bool {
    fault.map { $0.calls.overlaps(start..<max(end, start + 1)) } ?? false
  }

  /// Whether the fault was met at all.
  func wasHit(before end: Int) -> Bool {
    fault.map { $0.calls.lowerBound < end } ?? false
  }
}

extension ScenarioRun {
  /// Takes an attempt that failed, and that was found later, for the last save.
  func adopt(_ index: Int) {
    progress.withLock { progress in
      let world = progress.promise.history[index]
      progress.promise.history.append(world)
      progress.promise.acknowledged = progress.promise.attempted
    }
  }
}
