import Foundation
import RestorationStore
import RestorationTestSupport

/// Starts children, kills them, and looks at what they left.
struct Torture {
  private let options: TortureOptions
  private let folder: URL
  private var random: SeededGenerator
  private var tally = Tally()

  /// How many saves had returned, and how many may be there.
  private var lowest = 0
  private var highest = 0

  /// Of which save the last snapshot is that was reported, and of which ones it may be: children may
  /// have died, one after the other, when theirs was complete and not reported yet.
  private var kept: Int?
  private var keeping: [Int] = []

  init(_ options: TortureOptions) {
    self.options = options
    random = SeededGenerator(seed: options.seed)
    folder = FileManager.default.temporaryDirectory
      .appending(path: "restoration-torture-\(options.seed)-\(getpid())/state")
  }

  /// Kills as many children as was asked for.
  ///
  /// - Throws: What was lost, in one line.
  mutating func run() throws {
    print("Seed \(options.seed), in \(folder.path)")
    for number in 1...max(1, options.kills) {
      let run = nextRun()
      do {
        try kill(run)
        try look()
      } catch {
        throw Loss(
          message: """
            Kill \(number) of seed \(options.seed): \(error)
            The child had the arguments \(run.arguments.joined(separator: " ")), and the save that \
            had returned last was \(lowest).
            What it left is in \(folder.path)
            """
        )
      }
      if number % 100 == 0 { print("\(number) kills, \(lowest) saves") }
    }
    tally.kills = options.kills
    print(tally.line)
    try FileManager.default.removeItem(at: folder.deletingLastPathComponent())
  }

  private mutating func nextRun() -> Run {
    Run(
      seed: options.seed,
      isSession: options.savesSessions,
      lowest: lowest,
      highest: highest,
      background: random.below(3) == 0 ? 1 + random.below(6) : 0,
      segmentBytes: [3_000, 10_000, 60_000][random.below(3)],
      isDurable: options.isDurable ?? (random.below(4) == 0)
    )
  }
}

// MARK: - Killing

extension Torture {
  /// Starts a child and kills it at a random instant.
  private mutating func kill(_ run: Run) throws {
    let victim = try Victim(run, folder: folder)
    var messages: [Message] = []
    var deadline = ContinuousClock.now + .seconds(60)
    var trigger = Trigger(&random)
    if let delay = trigger.delayAfterStart { deadline = .now + delay }
    while let message = victim.nextMessage(before: deadline) {
      messages.append(message)
      if case .failed = message { break }
      if let delay = trigger.delay(after: message) { deadline = .now + delay }
    }
    messages += victim.kill()
    try take(messages, of: run, wasKilled: victim.wasKilled)
  }

  private mutating func take(_ messages: [Message], of run: Run, wasKilled: Bool) throws {
    var isOpening = false
    for message in messages {
      switch message {
      case .opening: isOpening = true
      case .found(let step):
        isOpening = false
        lowest = step
        highest = step + (run.isSession ? 0 : max(1, run.background))
      case .begun(let step): highest = step
      case .saved(let step): try takeSave(step, of: run)
      case .keeping(let step): keeping.append(step)
      case .kept(let step):
        kept = step
        keeping = []
        tally.snapshots += 1
      case .failed(let reason): throw Loss(message: reason)
      }
    }
    guard wasKilled else { throw Loss(message: "The child ended by itself.") }
    if isOpening { tally.deathsInOpening += 1 }
    tally.note(try FolderListing(folder))
  }
}

extension Torture {
  private mutating func takeSave(_ step: Int, of run: Run) throws {
    // The answers to saves in the background come in their order.
    guard run.isSession ? step > lowest : step == lowest + 1 else {
      throw Loss(message: "Save \(step) was reported after save \(lowest).")
    }
    lowest = step
    tally.saves += 1
    if !run.isSession { highest = step + max(1, run.background) }
  }
}

// MARK: - Looking

extension Torture {
  /// Looks at what there is as another process, or leaves that to the next child.
  private mutating func look() throws {
    let choice = random.below(4)
    guard choice > 0, !options.savesSessions else { return }
    let run = Run(seed: options.seed, lowest: lowest, highest: highest)
    let store = FileStateStore(
      directory: folder,
      access: choice == 1 ? .readOnly : .readWrite,
      options: .torture(run)
    )
    defer { store.close() }
    let inspection = Inspection(store: store)
    lowest = try inspection.step(seed: options.seed, in: lowest...highest)
    highest = lowest
    try inspection.checkSnapshot(
      seed: options.seed,
      of: [kept].compactMap(\.self) + keeping,
      isSure: kept != nil
    )
  }
}
