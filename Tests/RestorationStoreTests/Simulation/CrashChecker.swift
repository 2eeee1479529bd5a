import Foundation
import Synchronization

@testable import RestorationCore
@testable import RestorationStore

/// How everything ends.
enum Death: String, Sendable {
  /// The process dies; what it wrote is there, and as uncertain as it was.
  case death = "a death of the process"

  /// The power goes, and with it what was not synchronized, or a part of it.
  case powerLoss = "a power loss"
}

/// Opens a store on each disk that a death at some moment may leave, and compares.
final class CrashChecker: Sendable {
  /// A disk, and what may be found on it.
  private struct Check: Hashable {
    var image: Int
    var allowed: ClosedRange<Int>
  }

  private struct Seen: Sendable {
    var images: Set<Int> = []
    var checks: Set<Check> = []
  }

  private let scenario: Scenario
  private let bound: Int
  private let thoroughEvery: Int
  private let ignored: Set<String>
  private let seen = Mutex(Seen())
  private let found = Mutex<[String]>([])

  /// Prepares the checks of a scenario.
  ///
  /// - Parameters:
  ///   - scenario: What was done.
  ///   - bound: How many disks are looked at for each moment.
  ///   - thoroughEvery: One of how many launches also saves, and reads all generations.
  ///   - ignored: The labels of synchronizations that do nothing.
  init(
    _ scenario: Scenario,
    bound: Int,
    thoroughEvery: Int = 1,
    ignoring ignored: Set<String> = []
  ) {
    self.scenario = scenario
    self.thoroughEvery = thoroughEvery
    self.bound = bound
    self.ignored = ignored
  }

  /// Numbers of all disks that were looked at, one for each that is not like another.
  var images: Set<Int> { seen.withLock { $0.images } }

  /// What was found that must not be.
  var violations: [String] { found.withLock { $0 } }

  /// Checks all deaths at a moment.
  func check(_ moment: ScenarioMoment) {
    checkDeaths(at: moment)
    checkPowerLosses(at: moment, depth: 1)
  }

  /// How closely a search looks at each moment.
  enum Closeness: CaseIterable {
    /// Power losses that take all that was not synchronized.
    case losingAll

    /// Those that take all but one thing, or one thing alone.
    case exceptions

    /// All that ``check(_:)`` looks at.
    case everything
  }

  /// Checks deaths at some moments until something is found, and answers what it is.
  func violation(in moments: [ScenarioMoment], _ closeness: Closeness) -> String? {
    for moment in moments {
      switch closeness {
      case .losingAll: _ = checkSteadily(0, at: moment, depth: 0)
      case .exceptions: checkExceptions(at: moment, depth: 0)
      case .everything: check(moment)
      }
      if let first = violations.first { return first }
    }
    return nil
  }

  private func note(_ violation: String, at moment: ScenarioMoment) {
    let call = moment.call?.description ?? "the end"
    found.withLock { found in
      found.append("seed \(scenario.seed), before call \(moment.index), \(call): \(violation)")
    }
  }
}

// MARK: - The process dies

extension CrashChecker {
  private func checkDeaths(at moment: ScenarioMoment) {
    check(moment.disk.abandoned(), after: .death, at: moment, depth: 1)
    guard let write = moment.call?.write else { return }
    // A process that is killed may leave the beginning of what it was writing.
    for count in Set([1, write.bytes.count / 2, write.bytes.count - 1]) where count > 0 {
      var disk = moment.disk
      disk.inodes[write.inode]?.write(Array(write.bytes.prefix(count)), at: write.offset)
      check(disk.abandoned(), after: .death, at: moment, depth: 0)
    }
  }
}

// MARK: - The power goes

extension CrashChecker {
  private func checkPowerLosses(at moment: ScenarioMoment, depth: Int) {
    let counts = checkSteadily(1, at: moment, depth: depth)
    let total = counts.reduce(1) { min($0 * $1, bound + 1) }
    guard total > bound else {
      var chooser = ExhaustiveChooser()
      repeat { checkPowerLoss(at: moment, &chooser, depth) } while chooser.advance()
      return
    }
    checkExceptions(at: moment, depth: depth)
    for round in 0..<bound {
      let number = UInt64(moment.index * bound + round)
      var chooser = RandomChooser(seed: scenario.seed &* 1_000_003 &+ number)
      checkPowerLoss(at: moment, &chooser, depth)
    }
  }

  /// Lets everything be lost or kept, and then all but one thing.
  private func checkExceptions(at moment: ScenarioMoment, depth: Int) {
    for usual in [0, 1] {
      let counts = checkSteadily(usual, at: moment, depth: depth)
      for index in counts.indices {
        for choice in 0..<counts[index] where choice != usual {
          var chooser = SteadyChooser(usual, except: (index, choice))
          checkPowerLoss(at: moment, &chooser, 0)
        }
      }
    }
  }

  /// Takes one choice throughout; answers how many there were to each question.
  private func checkSteadily(_ choice: Int, at moment: ScenarioMoment, depth: Int) -> [Int] {
    var chooser = SteadyChooser(choice)
    checkPowerLoss(at: moment, &chooser, depth)
    return chooser.counts
  }

  private func checkPowerLoss(
    at moment: ScenarioMoment,
    _ chooser: inout some DiskChooser,
    _ depth: Int
  ) {
    let image = moment.disk.crashed(&chooser)
    check(image, after: .powerLoss, at: moment, depth: depth)
  }
}

// MARK: - The next launch

extension CrashChecker {
  private func check(
    _ image: DiskState,
    after death: Death,
    at moment: ScenarioMoment,
    depth: Int
  ) {
    let allowed = death == .powerLoss ? moment.promise.afterPowerLoss : moment.promise.afterDeath
    let fingerprint = image.fingerprint
    let number = seen.withLock { seen in
      seen.images.insert(fingerprint)
      let isNew = seen.checks.insert(Check(image: fingerprint, allowed: allowed)).inserted
      return isNew ? seen.checks.count : nil
    }
    guard let number else { return }
    let launch = CrashLaunch(
      scenario,
      on: image,
      ignoring: ignored,
      isThorough: number.isMultiple(of: thoroughEvery) || image.inodes.count < 5
    )
    do throws(CrashLaunch.Violation) {
      try launch.run(expecting: allowed, of: moment.promise, after: death)
    } catch {
      note("after \(death.rawValue): \(error.message)", at: moment)
      return
    }
    // Of the launches, some die or lose power as well.
    if depth > 0, number.isMultiple(of: 4 * thoroughEvery) { checkDyingAgain(launch.moments) }
  }

  private func checkDyingAgain(_ moments: [ScenarioMoment]) {
    guard !moments.isEmpty else { return }
    var generator = SeededGenerator(seed: UInt64(moments.count))
    for _ in 0..<2 {
      let moment = moments[Int.random(in: 0..<moments.count, using: &generator)]
      check(moment.disk.abandoned(), after: .death, at: moment, depth: 0)
      for _ in 0..<3 {
        var chooser = RandomChooser(seed: generator.next())
        check(moment.disk.crashed(&chooser), after: .powerLoss, at: moment, depth: 0)
      }
    }
  }
}
