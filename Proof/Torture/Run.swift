/// How one child saves, and what it has to find first.
struct Run {
  /// The seed of the world.
  var seed: UInt64

  /// Whether a whole session saves, and not a store alone.
  var isSession = false

  /// The fewest saves that it may find, all of which had returned.
  var lowest: Int

  /// The most saves that it may find: those that were under way when the last child died too.
  var highest: Int

  /// How many saves it hands over before it waits for their answers; 0 to save synchronously.
  var background = 0

  /// How many bytes of saves go to one file.
  var segmentBytes = 10_000

  /// Whether each save is to survive a power loss.
  var isDurable = false
}

// MARK: - On the command line

extension Run {
  var arguments: [String] {
    [
      "\(seed)", "\(lowest)", "\(highest)", "\(background)", "\(isDurable)", "\(isSession)",
      "\(segmentBytes)",
    ]
  }

  init?(_ arguments: [String]) {
    guard arguments.count == 7, let seed = UInt64(arguments[0]), let lowest = Int(arguments[1]),
      let highest = Int(arguments[2]), let background = Int(arguments[3]),
      let isDurable = Bool(arguments[4]), let isSession = Bool(arguments[5]),
      let segmentBytes = Int(arguments[6])
    else { return nil }
    self.init(
      seed: seed,
      isSession: isSession,
      lowest: lowest,
      highest: highest,
      background: background,
      segmentBytes: segmentBytes,
      isDurable: isDurable
    )
  }
}
