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

  fileprivate func note(_ violation: String) {
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

  fileprivate var hasFault: Bool { fault != nil }

  /// Notes that something is about to be saved, and gives its place in the history.
  @discardableResult
  fileprivate func attempt(_ world: ScenarioWorld) -> Int {
    progress.withLock { progress in
      progress.promise.history.append(world)
      return progress.promise.attempted
    }
  }

  /// Notes that an attempt succeeded.
  fileprivate func acknowledge(_ index: Int, isCertain: Bool) {
    progress.withLock { progress in
      progress.promise.acknowledged = max(index, progress.promise.acknowledged)
      guard isCertain else { return }
      progress.promise.certain = max(index, progress.promise.certain)
      // What was there before a failed erasing is replaced.
      progress.promise.isErasing = false
    }
  }

  /// Notes that what was acknowledged is on the disk.
  fileprivate func certify() {
    progress.withLock { $0.promise.certain = $0.promise.acknowledged }
  }

  /// Notes that an erasing begins.
  fileprivate func beginErasing() {
    progress.withLock { progress in
      progress.promise.isErasing = true
      progress.promise.kept = nil
      progress.promise.named = [:]
    }
  }

  /// Notes that an erasing is complete.
  fileprivate func endErasing() {
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
  fileprivate func keep(_ index: Int?, as name: String) {
    progress.withLock { progress in
      progress.promise.named[name] = index.flatMap { index in
        progress.promise.history[index].scenes.isEmpty ? nil : index
      }
    }
  }

  /// Notes that what a save replaced was kept, if there was anything.
  fileprivate func keep(_ index: Int) {
    progress.withLock { progress in
      if !progress.promise.history[index].scenes.isEmpty { progress.promise.kept = index }
    }
  }

  /// Whether a call of the step that began at a number may have been hit by the fault.
  fileprivate func isExcused(from start: Int, to end: Int) -> Bool {
    fault.map { $0.calls.overlaps(start..<max(end, start + 1)) } ?? false
  }

  /// Whether the fault was met at all.
  fileprivate func wasHit(before end: Int) -> Bool {
    fault.map { $0.calls.lowerBound < end } ?? false
  }
}

/// Plays the steps of a scenario, and keeps the store under test.
private struct ScenarioPlayer {
  var disk: SimulatedDisk
  let scenario: Scenario
  let run: ScenarioRun
  var store: FileStateStore
  var generator: SeededGenerator
  var version = 0

  init(disk: SimulatedDisk, scenario: Scenario, run: ScenarioRun) {
    self.disk = disk
    self.scenario = scenario
    self.run = run
    store = scenario.store(on: disk)
    generator = SeededGenerator(seed: scenario.seed)
  }

  /// What is saved as far as the app knows.
  private var world: ScenarioWorld {
    let promise = run.promise
    return promise.history[promise.acknowledged]
  }

  mutating func play(_ step: Scenario.Step) {
    switch step {
    case .save(let names): save(names)
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

// MARK: - The steps

extension ScenarioPlayer {
  private mutating func save(_ names: [String]) {
    version += 1
    var next = world
    var changes: [SceneChanges] = []
    for name in names {
      let old = next.scenes[name]
      var new = old ?? .seedling(name)
      new.mutate(version: version, using: &generator)
      changes.append(SceneChanges(from: old, to: new))
      next.scenes[name] = new
    }
    commit(changes, making: next)
  }

  private mutating func replace(_ name: String, setsAside reason: String?) {
    version += 1
    var next = world
    var new = StateArchive.seedling(name)
    new.mutate(version: version, using: &generator)
    next.scenes[name] = new
    var changes = SceneChanges(replacingWith: new)
    changes.setsAside = reason
    let replaced = run.promise.acknowledged
    if commit([changes], making: next), reason != nil { run.keep(replaced) }
  }

  @discardableResult
  private mutating func commit(_ changes: [SceneChanges], making next: ScenarioWorld) -> Bool {
    attempt(next) { (store) throws(StateStoreError) in try store.commit(changes) }
  }

  private mutating func discard(_ name: String) {
    var next = world
    next.scenes[name] = nil
    _ = attempt(next) { (store) throws(StateStoreError) in try store.discard(scene: name) }
  }

  private mutating func erase() {
    run.attempt(ScenarioWorld())
    run.beginErasing()
    if perform({ (store) throws(StateStoreError) in try store.erase() }) { run.endErasing() }
  }

  private mutating func keep(_ name: String) {
    let kept = run.promise.acknowledged
    // Until it has returned, either of two of one name may be there.
    run.keep(nil, as: name)
    if perform({ (store) throws(StateStoreError) in try store.keep(as: name) }) {
      run.keep(kept, as: name)
    }
  }

  /// Hands over several saves one after the other, without waiting for any.
  private mutating func saveInBackground(_ names: [String]) {
    guard !run.hasFault else {
      // If one of several fails, those after it are made to what the app does not know.
      save(names)
      return
    }
    var last = world
    for name in names {
      version += 1
      let old = last.scenes[name]
      var new = old ?? .seedling(name)
      new.mutate(version: version, using: &generator)
      last.scenes[name] = new
      let index = run.attempt(last)
      let isDurable = store.isDurable
      store.commit([SceneChanges(from: old, to: new)]) { [run] result in
        switch result {
        case .success: run.acknowledge(index, isCertain: isDurable)
        case .failure(let error): run.note("in the background: \(error)")
        }
      }
    }
  }

  private mutating func flush() {
    let isFlushed = perform { (store) throws(StateStoreError) in
      // A store that was never opened has nothing to flush, whatever others left unsynchronized.
      _ = try store.scenes()
      try store.flush()
    }
    if isFlushed { run.certify() }
  }

  private mutating func saveNothing() {
    let changes = world.scenes.values.map { SceneChanges(replacingWith: $0) }
    _ = perform { (store) throws(StateStoreError) in try store.commit(changes) }
  }

  private mutating func reopen() {
    store.close()
    // A store that a fault kept from opening the folder has nothing to bring to the disk.
    if !run.wasHit(before: disk.callCount) { run.certify() }
    store = scenario.store(on: disk)
  }

  private mutating func die() {
    let successor = disk.otherProcess()
    disk.kill()
    disk = successor
    store = scenario.store(on: disk)
  }

  private mutating func attempt(
    _ next: ScenarioWorld,
    _ body: (FileStateStore) throws(StateStoreError) -> Void
  ) -> Bool {
    let index = run.attempt(next)
    guard perform(body) else { return false }
    run.acknowledge(index, isCertain: store.isDurable)
    return true
  }

  /// Does something, once more after opening the store again where it fails on account of a fault
  /// that is over; answers whether it succeeded.
  private mutating func perform(
    _ body: (FileStateStore) throws(StateStoreError) -> Void
  ) -> Bool {
    for isSecond in [false, true] {
      let start = disk.callCount
      do throws(StateStoreError) {
        try body(store)
        return true
      } catch {
        store.waitUntilIdle()
        if run.isExcused(from: start, to: disk.callCount) { return false }
        if isSecond || !run.wasHit(before: disk.callCount) {
          run.note("call \(start) to \(disk.callCount): \(error)")
          return false
        }
        // What failed before may be there now, and is what the app goes on from.
        let acknowledged = run.promise.acknowledged
        reopen()
        check(after: .reopen)
        if run.promise.acknowledged != acknowledged { return false }
      }
    }
    return false
  }
}

// MARK: - What the app sees

extension ScenarioPlayer {
  /// Compares what the store shows with what was saved.
  ///
  /// Where a fault was met, so that a file could not be read, an older state may be shown and nothing
  /// be saved over it; once the fault is over, the last one is there when the store is opened again.
  private mutating func check(after step: Scenario.Step) {
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

extension ScenarioRun {
  /// Takes an attempt that failed, and that was found later, for the last save.
  fileprivate func adopt(_ index: Int) {
    progress.withLock { progress in
      let world = progress.promise.history[index]
      progress.promise.history.append(world)
      progress.promise.acknowledged = progress.promise.attempted
    }
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
