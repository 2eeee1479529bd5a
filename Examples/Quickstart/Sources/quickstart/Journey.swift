/// A generator whose numbers are the same for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func next(below bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &self)
  }
}

/// What a user may do.
enum Journey {
  /// A random journey that touches every container and both sheets.
  ///
  /// What builds on each other keeps its order: a file is opened before a note is written on it, and
  /// a note is written before it is tagged.
  static func commands(_ random: inout SeededGenerator, unwinds: Bool) -> [String] {
    var journey = [
      "tab files", "open \(1 + random.next(below: 4))", "open \(1 + random.next(below: 9))",
      "open \(4 + random.next(below: 9))", "scroll \(random.next(below: 90))",
      "note a thought, number \(random.next(below: 1_000))", "tag word\(random.next(below: 100))",
    ]
    var others = ["drawer", "drawer", "tab recent", "bookmark", "size 60x20", "size 120x30"]
    if unwinds { others += ["home", "keep", "next", "home", "keep", "next"] }
    for command in others + (0..<6).map({ _ in anyCommand(&random) }) {
      journey.insert(command, at: random.next(below: journey.count + 1))
    }
    // It ends anywhere, so that every kind of step is the last one some time.
    return Array(journey.prefix(1 + random.next(below: journey.count)))
  }

  private static func anyCommand(_ random: inout SeededGenerator) -> String {
    switch random.next(below: 12) {
    case 0...2: "open \(1 + random.next(below: 9))"
    case 3...4: "back"
    case 5: "tab files"
    case 6...7: "scroll \(random.next(below: 80) - 20)"
    case 8: "note another thought"
    case 9: "tag another"
    case 10: "dismiss"
    default: "drawer"
    }
  }
}
