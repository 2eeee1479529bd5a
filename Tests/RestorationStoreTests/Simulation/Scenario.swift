import Foundation

@testable import RestorationCore
@testable import RestorationStore

/// What an app does with a store, in order.
struct Scenario: Sendable {
  /// One thing that it does.
  enum Step: Hashable, Sendable {
    /// Saves random changes of some scenes in one batch.
    case save([String])

    /// Saves one record of a scene that changed, and nothing else but the time.
    case touch(String)

    /// Replaces all that was saved of a scene, and keeps what it replaces for a reason, if any.
    case replace(String, setsAside: String?)

    /// Saves what is saved already.
    case saveNothing

    /// Forgets a scene.
    case discard(String)

    /// Waits until all is on the disk.
    case flush

    /// Closes the store and opens it again.
    case reopen

    /// Dies, and starts again.
    case die

    /// Forgets everything.
    case erase

    /// Hands over a save of each of some scenes in turn, without waiting.
    case saveInBackground([String])

    /// Copies what counts to a new file.
    case compact

    /// Keeps the state under a name.
    case keep(String)

    /// Lets somebody else put a file into the store's folder.
    case litter
  }

  /// What the steps are drawn from, and all that is random in them.
  var seed: UInt64

  var steps: [Step]

  var options: FileStateStore.Options

  /// The reason that is given for keeping what is replaced.
  static let reason = "vetoed"

  /// Where the store is.
  static let folder = URL(filePath: "/disk/state", directoryHint: .isDirectory)
}

extension Scenario {
  /// A scenario with every kind of step, in an order that was chosen by hand.
  static func scripted(
    seed: UInt64,
    durability: FileStateStore.Durability
  ) -> Scenario {
    Scenario(
      seed: seed,
      steps: [
        .save(["a"]), .save(["a", "b"]), .saveNothing, .save(["b"]), .touch("b"), .touch("a"),
        .flush, .save(["a", "b", "c"]), .touch("c"), .die, .touch("c"), .save(["a"]),
        .touch("a"), .touch("a"), .discard("b"), .keep("mine"), .save(["a"]), .reopen,
        .replace("a", setsAside: reason), .save(["a", "c"]), .die, .touch("c"), .touch("c"),
        .compact, .touch("a"), .saveInBackground(["a", "c", "b", "a"]), .touch("a"), .compact,
        .die, .replace("c", setsAside: nil), .save(["b"]), .erase, .touch("b"), .save(["b", "c"]),
        .replace("c", setsAside: reason), .litter, .erase, .save(["c"]), .touch("c"),
      ],
      options: .small(segment: 700, floor: 800, durability)
    )
  }

  /// A scenario of random steps, of each durability in turn.
  static func random(seed: UInt64, count: Int) -> Scenario {
    var generator = SeededGenerator(seed: seed)
    let steps = (0..<count).map { _ in Step.random(using: &generator) }
    let segment = [300, 900, 4_000][Int.random(in: 0..<3, using: &generator)]
    let floor = [0, 1_000, 4_000][Int.random(in: 0..<3, using: &generator)]
    let durability: FileStateStore.Durability =
      seed.isMultiple(of: 2) ? .powerLoss : .processCrash
    return Scenario(
      seed: seed,
      steps: steps,
      options: .small(segment: segment, floor: floor, durability)
    )
  }
}

extension Scenario.Step {
  fileprivate static func random(using generator: inout SeededGenerator) -> Scenario.Step {
    let scenes = ["a", "b", "c"]
    let scene = scenes[Int.random(in: 0..<3, using: &generator)]
    switch Int.random(in: 0..<24, using: &generator) {
    case 0: return .replace(scene, setsAside: Scenario.reason)
    case 1: return .replace(scene, setsAside: nil)
    case 2: return .discard(scene)
    case 3: return .flush
    case 4, 5: return .reopen
    case 6, 7, 8: return .die
    case 9: return Bool.random(using: &generator) ? .saveNothing : .litter
    case 10: return Int.random(in: 0..<4, using: &generator) == 0 ? .erase : .flush
    case 11: return .compact
    case 12: return Bool.random(using: &generator) ? .keep("\(scene)") : .saveInBackground(scenes)
    case 13: return .save(Array(scenes.shuffled(using: &generator).prefix(2)))
    case 14, 15, 16, 17, 18: return .touch(scene)
    default: return .save([scene])
    }
  }
}

extension FileStateStore.Options {
  /// Options under which little has to be saved until something happens, and nothing happens only
  /// because time has passed.
  static func small(
    segment: Int,
    floor: Int,
    _ durability: FileStateStore.Durability
  ) -> FileStateStore.Options {
    var options = FileStateStore.Options()
    options.durability = durability
    options.syncInterval = .seconds(1_000_000)
    options.segmentBytes = segment
    options.compactionFloor = floor
    options.keptGenerations = 16
    options.damagedFiles = 2
    return options
  }
}
