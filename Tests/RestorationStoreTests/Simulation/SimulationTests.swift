import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("On a disk that loses what it may, a launch finds the last save")
struct SimulationTests {
  @Test(
    "A crash before every system call of a scenario, with whatever is lost, costs nothing.",
    arguments: [FileStateStore.Durability.processCrash, .powerLoss]
  )
  func scriptedCrashes(durability: FileStateStore.Durability) throws {
    let scenario = Scenario.scripted(seed: 1, durability: durability)
    let run = ScenarioRun(scenario)
    _ = run.run()
    #expect(run.violations == [])
    #expect(run.recordsAlone > 3)
    let checker = CrashChecker(scenario, bound: 3, thoroughEvery: 10)
    for moment in run.moments { checker.check(moment) }
    #expect(checker.violations.prefix(5) == [])
    #expect(checker.images.count > 300)
  }

  @Test("A folder whose maker died before it could make it last lasts once something is saved.")
  func unfinishedFolder() throws {
    let maker = SimulatedDisk()
    try maker.makeFolder("/disk")
    try maker.makeFolder("/disk/state")
    let disk = maker.otherProcess()
    maker.kill()
    let scenario = Scenario(
      seed: 0,
      steps: [],
      options: .small(segment: 900, floor: 900, .powerLoss)
    )
    let store = scenario.store(on: disk)
    #expect(try store.world() == ScenarioWorld())
    try store.commit([.sampleChanges(1)])
    var losing = SteadyChooser(0)
    let rest = SimulatedDisk(disk.state.crashed(&losing))
    #expect(try scenario.store(on: rest).load(scene: "main")?.archive == .sample(version: 1))
  }

  @Test("Crashes of random scenarios cost nothing.", arguments: 1...2)
  func randomCrashes(seed: Int) throws {
    let scenario = Scenario.random(seed: UInt64(seed), count: 25)
    let run = ScenarioRun(scenario)
    _ = run.run()
    #expect(run.violations == [])
    let checker = CrashChecker(scenario, bound: 2, thoroughEvery: 10)
    for moment in run.moments { checker.check(moment) }
    #expect(checker.violations.prefix(5) == [])
  }

  @Test(
    "A system call that fails costs a save at most, and a crash after it nothing more.",
    arguments: DiskFault.kinds.indices
  )
  func failures(index: Int) throws {
    for durability in [FileStateStore.Durability.processCrash, .powerLoss] {
      let scenario = Scenario.scripted(seed: UInt64(index), durability: durability)
      let count = ScenarioRun(scenario).run().callCount
      for first in stride(from: index, to: count, by: 194) {
        SimulatedFailure(scenario, kind: DiskFault.kinds[index], at: first).check(
          bound: 1,
          thoroughEvery: 10
        )
      }
    }
  }

  @Test(
    "Crashes at every step of many scenarios, and failures in them, cost nothing.",
    .enabled(if: LongSimulation.target != nil, "SIMULATION_IMAGES says how many disks to look at")
  )
  func longRun() throws {
    let simulation = LongSimulation()
    simulation.crash(untilSeeing: try #require(LongSimulation.target))
    print(simulation.summary)
  }

  @Test(
    "A failure of each kind at every step of a scenario costs a save at most.",
    .enabled(if: LongSimulation.target != nil, "SIMULATION_IMAGES asks for what takes long"),
    arguments: [FileStateStore.Durability.processCrash, .powerLoss]
  )
  func failuresEverywhere(durability: FileStateStore.Durability) throws {
    let simulation = LongSimulation()
    simulation.failEverywhere(in: .scripted(seed: 0, durability: durability))
    print(simulation.summary)
  }
}
