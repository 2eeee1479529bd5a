import Foundation
import Synchronization

@testable import RestorationCore
@testable import RestorationStore

/// Plays the steps of a scenario, and keeps the store under test.
struct ScenarioPlayer {
  var disk: SimulatedDisk
  let scenario: Scenario
  let run: ScenarioRun
  var store: FileStateStore
  var generator: SeededGenerator
  var version = 0

  /// Whether something was saved since the store was opened.
  var hasSaved = false

  init(disk: SimulatedDisk, scenario: Scenario, run: ScenarioRun) {
    self.disk = disk
    self.scenario = scenario
    self.run = run
    store = scenario.store(on: disk)
    generator = SeededGenerator(seed: scenario.seed)
  }

  /// What is saved as far as the app knows.
  var world: ScenarioWorld {
    let promise = run.promise
    return promise.history[promise.acknowledged]
  }

  mutating func play(_ step: Scenario.Step) {
    switch step {
    case .save(let names): save(names)
    case .touch(let name): touch(name)
    case .replace(let name, let reason): replace(name, setsAside: reason)
    case .saveNothing: saveNothing()
    case .discard(let name): discard(name)
    case .flush: flush()
    case .reopen: reopen()
    case .die: die()
    case .erase: erase()
    case .compact: _ = perform { (store) throws(StateStoreError) in try store.compact() }
    case .keep(let name): keep(name)
    case .saveInBackground(let names): saveInBackground(names)
    case .litter: disk.litter(Scenario.folder.path(percentEncoded: false) + "notes")
    }
    store.waitUntilIdle()
    check(after: step)
  }

  mutating func finish() {
    reopen()
    check(after: .reopen)
    store.close()
    if disk.openCount > 0 { run.note("\(disk.openCount) files are open at the end") }
    if !disk.misuses.isEmpty { run.note("descriptors were used that are closed: \(disk.misuses)") }
  }
}

extension Scenario {
  /// A store on a disk.
  func store(on disk: SimulatedDisk) -> FileStateStore {
    FileStateStore(directory: Self.folder, options: options, fileSystem: disk)
  }
}

// MARK: - What the app sees

extension ScenarioPlayer {
  /// Compares what the store shows with what was saved.
  ///
  /// Where a fault was met, so that a file could not be read, an older state may be shown and nothing
  /// be saved over it; once the fault is over, the last one is there when the store is opened again.
  mutating func check(after step: Scenario.Step) {
    let first = disk.callCount
    var start = first
    var violation = violation(after: step)
    while violation != nil, run.wasHit(before: disk.callCount) {
      let isExcused = run.isExcused(from: start, to: disk.callCount)
      start = disk.callCount
      reopen()
      violation = self.violation(after: .reopen)
      if !isExcused { break }
    }
    if let violation { run.note("after \(step), call \(first): \(violation)") }
  }

  /// What is wrong with what the store shows.
  private func violation(after step: Scenario.Step) -> String? {
    do throws(StateStoreError) {
      let found = try store.world()
      if found == world || isAdopted(found, after: step) { return nil }
      return "there is \(found) and not \(world)"
    } catch {
      return "\(error)"
    }
  }

  /// Takes what was under way when the process died for the state from then on, if it is there.
  private func isAdopted(_ found: ScenarioWorld, after step: Scenario.Step) -> Bool {
    let promise = run.promise
    guard step == .die || step == .reopen || promise.isErasing,
      let index = promise.history.lastIndex(of: found), promise.afterDeath.contains(index)
    else { return false }
    run.adopt(index)
    return true
  }
}

extension FileStateStore {
  /// All scenes that can be read.
  func world() throws(StateStoreError) -> ScenarioWorld {
    var world = ScenarioWorld()
    for header in try scenes() {
      if let loaded = try load(scene: header.scene) {
        world.scenes[header.scene] = loaded.archive
      }
    }
    return world
  }

  /// Whether a save that returned survives a power loss.
  var isDurable: Bool { options.durability == .powerLoss }
}
