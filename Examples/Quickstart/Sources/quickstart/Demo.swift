import Foundation

/// Drives the program as a child through random journeys, kills it, and checks what comes back.
struct Demo {
  private var options: Options
  private var random: SeededGenerator

  /// The positions that may come back: the last one saved, then the one that was being saved.
  private var saved: [String]?
  private var saving: [String]?

  /// What the user did last.
  private var lastCommand = "nothing"

  init(_ options: Options) {
    self.options = options
    random = SeededGenerator(seed: options.seed)
    self.options.stateFolder = FileManager.default.temporaryDirectory
      .appending(path: "restoration-demo-\(getpid())")
  }

  /// Runs all rounds, and tells whether all of them held.
  mutating func run() throws -> Bool {
    print("Reading \(options.folder.path), seed \(options.seed).")
    defer { removeState() }
    signal(SIGPIPE, SIG_IGN)  // a child may die while it is written to
    for round in 1...max(1, options.rounds) {
      guard try run(round) else {
        print(
          "Round \(round) did not hold. Again: quickstart demo\(options.unwinds ? " --unwinds" : "") --rounds \(round) --seed \(options.seed)"
        )
        return false
      }
    }
    print("All \(options.rounds) rounds held: whatever ended the process, it came back.")
    return true
  }

  private mutating func run(_ round: Int) throws -> Bool {
    let width = random.next(below: 2) == 0 ? 60 : 100
    let child = try Child(options, width: width)
    defer { child.kill() }
    if random.next(below: 4) == 0 {
      // In the middle of the launch: nothing that was saved may be lost, whatever the instant.
      usleep(UInt32(random.next(below: 60_000)))
      child.kill()
      let reached = follow(child).map { "after '\($0)'" } ?? "before its first word"
      print("Round \(round): killed while it started, \(reached).")
      return true
    }
    while let event = child.nextEvent() {
      guard event.name == "ready" else { continue }
      guard check(round, event.lines) else { return false }
      break
    }
    try travel(with: child)
    return true
  }

  /// Sends random commands, and kills the child at a random instant of the last one.
  private mutating func travel(with child: Child) throws {
    guard waitForSave(child) else { return }
    let commands = Journey.commands(&random, unwinds: options.unwinds)
    for command in commands.dropLast() {
      lastCommand = command
      try child.send(command)
      guard waitForSave(child) else { return }
    }
    lastCommand = commands.last ?? ""
    try child.send(lastCommand)
    usleep(UInt32(random.next(below: 4_000)))
    child.kill()
    follow(child)
  }

  private mutating func waitForSave(_ child: Child) -> Bool {
    while let event = child.nextEvent() {
      note(event)
      if event.name == "saved" { return true }
      if event.name == "failed" { print(event.lines.joined(separator: "\n")) }
    }
    return false
  }

  /// Takes in what a killed child had still reported, and returns the last thing it said.
  @discardableResult
  private mutating func follow(_ child: Child) -> String? {
    var last: String?
    while let event = child.nextEvent() {
      note(event)
      last = event.name
    }
    return last
  }

  private mutating func note(_ event: Child.Event) {
    if event.name == "saving" { saving = event.lines }
    if event.name == "saved" { saved = saving }
  }

  private func removeState() {
    do {
      try FileManager.default.removeItem(at: options.stateFolder)
    } catch {
      print("\(options.stateFolder.path) could not be removed: \(error)")
    }
  }
}

// MARK: - Comparing

extension Demo {
  /// Compares what came back with what was saved, and says so.
  private mutating func check(_ round: Int, _ lines: [String]) -> Bool {
    let summary = lines.first ?? ""
    let position = Array(lines.dropFirst())
    guard let saved else {
      print("Round \(round): the first launch, \(summary).")
      return true
    }
    let isCurrent = position == saving
    let holds = isCurrent || position == saved
    if options.rounds <= 10 || !holds {
      printSideBySide(isCurrent ? saving ?? saved : saved, position)
    }
    let loss = isCurrent ? "nothing" : "one step that was being saved, '\(lastCommand)'"
    print("Round \(round): \(summary); lost: \(holds ? loss : "MORE THAN ALLOWED").")
    self.saved = position
    saving = position
    return holds
  }

  private func printSideBySide(_ before: [String], _ after: [String]) {
    print("  " + "before the kill".padding(toLength: 58, withPad: " ", startingAt: 0) + "after")
    for row in 0..<max(before.count, after.count) {
      let left = row < before.count ? before[row] : ""
      let right = row < after.count ? after[row] : ""
      let mark = left == right ? " " : "!"
      print(mark + " " + left.prefix(56).padding(toLength: 58, withPad: " ", startingAt: 0) + right)
    }
  }
}
