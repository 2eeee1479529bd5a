import Foundation
import RestorationCore

/// Drives the program as a child through random journeys, ends it at random instants, deletes and
/// imports articles meanwhile, and checks what comes back.
@MainActor
struct Demo {
  private let rounds: Int
  private let seed: UInt64
  private let unwinds: Bool
  private let home: URL
  private let library: StoredLibrary
  private var random: SeededGenerator
  private var feed = DemoFeed()
  private var expectation = Expectation()
  private var tally = Tally()

  init(rounds: Int, seed: UInt64, unwinds: Bool = false) throws {
    self.rounds = max(1, rounds)
    self.seed = seed
    self.unwinds = unwinds
    home = FileManager.default.temporaryDirectory.appending(path: "feeder-demo-\(getpid())")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    library = try StoredLibrary(path: Folders(home: home).library.path)
    random = SeededGenerator(seed: seed)
  }

  /// Runs all rounds, and tells whether all of them held.
  mutating func run() throws -> Bool {
    signal(SIGPIPE, SIG_IGN)  // a child may die while it is written to
    defer { removeHome() }
    print("\(rounds) rounds, seed \(seed).")
    try importArticles(count: 40)
    for round in 1...rounds {
      if round > 1 { try changeLibrary() }
      guard try run(round) else {
        let command = "feeder demo\(unwinds ? " --unwinds" : "") --rounds \(round) --seed \(seed)"
        print("Round \(round) did not hold. Again: \(command)")
        return false
      }
    }
    tally.unwinds = expectation.unwinds
    print("All \(rounds) rounds held: \(tally).")
    return true
  }

  private func removeHome() {
    do {
      try FileManager.default.removeItem(at: home)
    } catch {
      print("\(home.path) could not be removed: \(error)")
    }
  }
}

// MARK: - Between two runs

extension Demo {
  private mutating func changeLibrary() throws {
    if random.happens(oneIn: 3) { try importArticles(count: 1 + random.next(below: 5)) }
    // Without a screen that was open, there are other plans, which nothing can be compared with.
    guard random.happens(oneIn: unwinds ? 4 : 2) else { return }
    // Articles that are open somewhere are those whose end is felt.
    let open = expectation.articles
    let count = try library.count(matching: ListQuery())
    for _ in 0...random.next(below: 3) {
      let any = try library.headlines(
        matching: ListQuery(),
        offset: random.next(below: max(1, count)),
        limit: 1
      )
      let victim =
        open.isEmpty || random.happens(oneIn: 3)
        ? any.first?.identifier : open[random.next(below: open.count)]
      guard let victim, count > 15 else { continue }
      try library.delete(victim)
      tally.deleted += expectation.remove(victim)
    }
  }

  private mutating func importArticles(count: Int) throws {
    let file = home.appending(path: "demo.rss")
    try feed.nextFile(articles: count, &random).write(to: file, atomically: true, encoding: .utf8)
    _ = try library.importFile(at: file.path)
  }
}

// MARK: - A run

extension Demo {
  private mutating func run(_ round: Int) throws -> Bool {
    let child = try Child(home: home, size: Journey.size(&random))
    defer { child.end(by: SIGKILL) }
    if random.happens(oneIn: 4) {
      if random.happens(oneIn: 2) {
        // In the middle of the restore, which takes no more than some milliseconds.
        if let event = child.nextEvent() { expectation.note(event) }
        usleep(UInt32(random.next(below: 5_000)))
      } else {
        usleep(UInt32(random.next(below: 150_000)))
      }
      child.end(by: SIGKILL)
      let last = follow(child)
      if last == "restoring" { tally.restores += 1 }
      print("Round \(round): killed \(last.map { "after '\($0)'" } ?? "before its first word").")
      return true
    }
    guard let ready = waitForReady(child) else {
      child.end(by: SIGKILL)
      print("Round \(round): the program ended by itself. \(child.complaints())")
      return false
    }
    guard check(round, ready) else { return false }
    try travel(with: child)
    return end(child)
  }

  private mutating func waitForReady(_ child: Child) -> Stand? {
    while let event = child.nextEvent() {
      expectation.note(event)
      if event.name == "ready" { return event.stand }
    }
    return nil
  }

  /// Sends random keys, some of them faster than the program saves.
  private mutating func travel(with child: Child) throws {
    for line in unwinds ? Journey.unwindLines(&random) : Journey.lines(&random) {
      try child.send(line)
      // An unwind that nobody waits for is often killed before it is read.
      if unwinds, random.happens(oneIn: 2) { wait(for: child, toTake: line) }
      guard random.happens(oneIn: 3) else { continue }
      while let event = child.nextEvent(within: random.next(below: 140)) { expectation.note(event) }
    }
  }

  private mutating func wait(for child: Child, toTake line: String) {
    while let event = child.nextEvent(within: 2_000) {
      expectation.note(event)
      if event.name == "took", event.lines == [line] { return }
    }
  }

  /// Ends the child in one of several ways, and takes in what it had still said.
  private mutating func end(_ child: Child) -> Bool {
    switch random.next(below: 4) {
    case 0:
      child.end(by: random.happens(oneIn: 2) ? SIGTERM : SIGHUP)
      tally.terminations += 1
    case 1:
      usleep(UInt32(random.next(below: 150_000)))
      child.end(by: SIGKILL)
    default:
      // In the middle of a save, or just after it.
      while let event = child.nextEvent(within: 200) {
        expectation.note(event)
        if event.name == "saving", !random.happens(oneIn: 4) { break }
      }
      usleep(UInt32(random.next(below: 1_500)))
      child.end(by: SIGKILL)
    }
    let last = follow(child)
    if last == "saving" { tally.saves += 1 }
    guard expectation.faults.isEmpty else {
      print("An unwind went wrong: \(expectation.faults.joined(separator: "; "))")
      return false
    }
    guard expectation.isMet else {
      print("It was ended by a signal that it can wait for, and did not save before.")
      return false
    }
    return true
  }

  /// Takes in what a child that has ended had still reported, and returns the last thing it said.
  @discardableResult
  private mutating func follow(_ child: Child) -> String? {
    while let event = child.nextEvent() { expectation.note(event) }
    return expectation.lastEvent
  }

  private mutating func check(_ round: Int, _ stand: Stand) -> Bool {
    guard let verdict = expectation.verdict(on: stand) else {
      print("Round \(round): what came back is neither what was saved nor what was being saved.")
      expectation.printComparison(with: stand)
      return false
    }
    print("Round \(round): \(verdict).")
    if expectation.hasPlans { tally.plans += 1 }
    expectation.accept(stand)
    return true
  }
}
