import Foundation
import Synchronization
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("What a process left in memory that the disk lacks is written again by the next one")
struct InheritedSavesTests {
  private let scenario = Scenario(
    seed: 0,
    steps: [],
    options: .small(segment: 4_000, floor: 1 << 20, .processCrash)
  )

  /// The disk as another process finds it once one has died whose last sync had failed.
  private func diskAfterFailedSync() throws -> SimulatedDisk {
    let dry = SimulatedDisk()
    var count = 0
    try saveAndFlush(scenario.store(on: dry)) { _ in count = dry.callCount }
    let fault = DiskFault(kind: .failing(EIO), calls: count - 1..<count)
    let disk = SimulatedDisk(fault: fault)
    let successor = disk.otherProcess()
    // Its store lives until it is killed, since one that is let go of writes everything anew.
    try saveAndFlush(scenario.store(on: disk)) { error in
      #expect(error?.operation == "fdatasync")
      disk.kill()
    }
    return successor
  }

  /// Saves twice, each time until it is on the disk, and tells what the last sync met.
  private func saveAndFlush(
    _ store: FileStateStore,
    _ body: (StateStoreError?) -> Void
  ) throws {
    try store.commit([.sampleChanges(1)])
    try store.flush()
    try store.commit([.sampleChanges(2)])
    do throws(StateStoreError) {
      try store.flush()
      body(nil)
    } catch {
      body(error)
    }
  }

  /// What is there once the power went.
  private func archiveAfterPowerLoss(of disk: SimulatedDisk) throws -> StateArchive? {
    var losing = SteadyChooser(0)
    let rest = SimulatedDisk(disk.state.crashed(&losing))
    return try scenario.store(on: rest).load(scene: "main")?.archive
  }

  @Test("Until then, the disk lacks it.")
  func lost() throws {
    let disk = try diskAfterFailedSync()
    let store = scenario.store(on: disk)
    #expect(try store.load(scene: "main")?.archive == .sample(version: 2))
    #expect(try archiveAfterPowerLoss(of: disk) == .sample(version: 1))
  }

  @Test(
    "A flush makes it last, whether the store was opened before or not.",
    arguments: [true, false]
  )
  func flush(isOpened: Bool) throws {
    let disk = try diskAfterFailedSync()
    let store = scenario.store(on: disk)
    if isOpened { _ = try store.scenes() }
    try store.flush()
    #expect(try archiveAfterPowerLoss(of: disk) == .sample(version: 2))
    let count = disk.callCount
    try store.flush()
    #expect(disk.callCount == count)
  }

  @Test("A save that survives a power loss makes last what it is made to.")
  func durableSave() throws {
    let disk = try diskAfterFailedSync()
    var durable = scenario
    durable.options.durability = .powerLoss
    let store = durable.store(on: disk)
    try store.commit([.sampleChanges(3)])
    #expect(try archiveAfterPowerLoss(of: disk) == .sample(version: 3))
  }

  @Test("A save that failed does not come back after a flush, though the one after it is torn.")
  func tornSuccessor() {
    let saves = Scenario(
      seed: 0,
      steps: [.save(["a"]), .save(["a", "b"]), .save(["b"]), .save(["a"])],
      options: scenario.options
    )
    let sound = ScenarioRun(saves)
    _ = sound.run()
    for write in sound.moments where write.call?.write != nil {
      let next = write.index + 1..<write.index + 8
      let fault = DiskFault(kind: .failingLate(EIO), calls: write.index..<next.lowerBound)
      let run = ScenarioRun(saves, fault: fault) { next.contains($0) }
      _ = run.run()
      let checker = CrashChecker(saves, bound: 4, thoroughEvery: 1_000_003)
      for moment in run.moments { checker.check(moment) }
      #expect(run.violations + checker.violations == [], "\(fault)")
    }
  }

  @Test("What is kept under a name lasts.")
  func snapshot() throws {
    let disk = try diskAfterFailedSync()
    try scenario.store(on: disk).keep(as: "mine")
    #expect(try archiveAfterPowerLoss(of: disk) == .sample(version: 2))
  }

  @Test("If it cannot be written again, the next save writes everything anew.")
  func failure() throws {
    let disk = try diskAfterFailedSync()
    let store = scenario.store(on: disk)
    _ = try store.scenes()
    let path = try #require(disk.state.files.keys.first { $0.contains("journal-") })
    try disk.remove(path)
    #expect(throws: StateStoreError.self) { try store.flush() }
    try store.flush()
    #expect(try archiveAfterPowerLoss(of: disk) == .sample(version: 2))
  }

  @Test("A launch that saves nothing writes nothing, and none writes again what is known to last.")
  func unchanged() throws {
    let disk = SimulatedDisk()
    try saveAndFlush(scenario.store(on: disk)) { #expect($0 == nil) }
    let before = disk.state.files
    let writes = CallList()
    let watched = SimulatedDisk(disk.state) { call, _, _ in
      if call.kind.changesDisk, !call.path.hasSuffix("lock") { writes.add(call.description) }
    }
    let second = scenario.store(on: watched)
    #expect(try second.load(scene: "main")?.archive == .sample(version: 2))
    second.close()
    #expect(writes.calls == [])
    let third = scenario.store(on: watched)
    try third.flush()
    // The first of the two saves is known to last from what the second says.
    #expect(writes.calls.count { $0.hasPrefix("write") } == 1)
    #expect(watched.state.files == before)
  }
}

/// Descriptions of calls, in order.
private final class CallList: Sendable {
  private let list = Mutex<[String]>([])

  var calls: [String] { list.withLock { $0 } }

  func add(_ call: String) {
    list.withLock { $0.append(call) }
  }
}
