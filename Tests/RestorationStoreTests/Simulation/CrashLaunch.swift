import Foundation
import Synchronization

@testable import RestorationCore
@testable import RestorationStore

/// A launch on what a death has left: it opens the store, saves, closes it, and opens it again.
struct CrashLaunch {
  /// Something that must not be.
  struct Violation: Error {
    var message: String
  }

  /// What the launch may be found to be when it dies itself.
  private final class Progress: Sendable {
    struct Contents: Sendable {
      var promise: ScenarioPromise?
      var moments: [ScenarioMoment] = []
    }

    let contents = Mutex(Contents())
  }

  private let scenario: Scenario
  private let isThorough: Bool
  private let disk: SimulatedDisk
  private let progress = Progress()

  /// Prepares a launch, which saves and reads all generations only if it is thorough.
  init(
    _ scenario: Scenario,
    on image: DiskState,
    ignoring ignored: Set<String>,
    isThorough: Bool
  ) {
    self.scenario = scenario
    self.isThorough = isThorough
    disk = SimulatedDisk(image, ignoring: ignored) { [progress] call, index, state in
      guard call.kind.changesDisk else { return }
      progress.contents.withLock { contents in
        guard let promise = contents.promise else { return }
        contents.moments.append(
          ScenarioMoment(index: index, call: call, disk: state, promise: promise)
        )
      }
    }
  }

  /// The moments at which the launch may die as well.
  var moments: [ScenarioMoment] { progress.contents.withLock { $0.moments } }

  /// Opens the store, compares, and saves once more.
  func run(
    expecting allowed: ClosedRange<Int>,
    of promise: ScenarioPromise,
    after death: Death
  ) throws(Violation) {
    // Until something is found, whatever may be found now may be found by the launch after it.
    var next = promise
    if death == .death { next.acknowledged = allowed.lowerBound }
    if death == .powerLoss { next.acknowledged = allowed.lowerBound }
    set(next)

    let store = scenario.store(on: disk)
    let found = try world(of: store, "the launch")
    guard promise.history[allowed].contains(found) else {
      let worlds = promise.history[allowed].map(\.description).joined(separator: " or ")
      throw Violation(message: "there is \(found) and not \(worlds), on \(names)")
    }
    if isThorough { try checkGenerations(store, promise) }
    // What is found is the state from now on. What the power left is on the disk; the rest is not.
    next.history.append(found)
    next.acknowledged = next.attempted
    if death == .powerLoss { next.certain = next.attempted }
    set(next)
    if isThorough {
      try saveAgain(store, over: found, next)
    } else if death == .death {
      try flush(store, next)
    } else {
      store.close()
    }
  }

  /// Makes last what a process that died has left, and lets the power go.
  private func flush(_ store: FileStateStore, _ promise: ScenarioPromise) throws(Violation) {
    do throws(StateStoreError) {
      try store.flush()
    } catch {
      throw Violation(message: "it cannot be flushed: \(error), on \(names)")
    }
    var next = promise
    next.certain = next.attempted
    set(next)
    store.close()
    try expectAfterPowerLoss(next, "what was flushed")
  }

  private func saveAgain(
    _ store: FileStateStore,
    over found: ScenarioWorld,
    _ promise: ScenarioPromise
  ) throws(Violation) {
    var generator = SeededGenerator(seed: 1)
    var world = found
    let name = found.scenes.keys.min() ?? "a"
    var archive = found.scenes[name] ?? .seedling(name)
    archive.mutate(version: 1_000_000, using: &generator)
    world.scenes[name] = archive
    var next = promise
    next.history.append(world)
    set(next)
    do throws(StateStoreError) {
      try store.commit([SceneChanges(from: found.scenes[name], to: archive)])
    } catch {
      throw Violation(message: "a further save fails: \(error), on \(names)")
    }
    next.acknowledged = next.attempted
    if store.isDurable { next.certain = next.attempted }
    set(next)
    store.close()
    store.waitUntilIdle()
    try expect(world, next)
  }

  private func set(_ promise: ScenarioPromise) {
    progress.contents.withLock { $0.promise = promise }
  }

  /// Reads all that can be gone back to, and finds what was kept last.
  private func checkGenerations(
    _ store: FileStateStore,
    _ promise: ScenarioPromise
  ) throws(Violation) {
    var hasKept = promise.kept == nil
    var named = promise.named
    do throws(StateStoreError) {
      for generation in try store.generations() {
        var world = ScenarioWorld()
        for header in generation.scenes {
          world.scenes[header.scene] = try store.load(scene: header.scene, from: generation)?
            .archive
        }
        if let kept = promise.kept, generation.reason == Scenario.reason {
          hasKept = hasKept || world == promise.history[kept]
        }
        if let name = generation.name, let index = named[name], world == promise.history[index] {
          named[name] = nil
        }
      }
    } catch {
      throw Violation(message: "the generations cannot be read: \(error), on \(names)")
    }
    if !hasKept { throw Violation(message: "what was kept is gone, on \(names)") }
    if !named.isEmpty { throw Violation(message: "\(named.keys) are gone, on \(names)") }
  }

  /// Opens once more, on the disk as it is, and as it is if the power goes.
  private func expect(_ world: ScenarioWorld, _ promise: ScenarioPromise) throws(Violation) {
    if disk.openCount > 0 { throw Violation(message: "files stay open") }
    if !disk.misuses.isEmpty { throw Violation(message: "misused: \(disk.misuses)") }
    let again = try self.world(of: scenario.store(on: disk), "the next launch")
    guard again == world else {
      throw Violation(message: "a further save gives \(again) and not \(world), on \(names)")
    }
    try expectAfterPowerLoss(promise, "a further save")
  }

  /// Opens once more, on the disk as it is if the power goes.
  private func expectAfterPowerLoss(
    _ promise: ScenarioPromise,
    _ subject: String
  ) throws(Violation) {
    var chooser = SteadyChooser(0)
    let rest = SimulatedDisk(disk.state.crashed(&chooser))
    let last = try self.world(of: scenario.store(on: rest), "the launch after a power loss")
    guard promise.history[promise.afterPowerLoss].contains(last) else {
      throw Violation(message: "\(subject) is lost: there is \(last), on \(names)")
    }
  }

  private func world(
    of store: FileStateStore,
    _ launch: String
  ) throws(Violation) -> ScenarioWorld {
    do throws(StateStoreError) {
      return try store.world()
    } catch {
      throw Violation(message: "\(launch) fails: \(error), on \(names)")
    }
  }

  /// What is in the folder, for whoever reads of a violation.
  private var names: String {
    let files = disk.state.files.sorted { $0.key < $1.key }
    return files.map { "\($0.key) (\($0.value.count))" }.joined(separator: ", ")
  }
}
