import RestorationCore

/// Where a user stands: the position, and what each unwind would do from there.
struct Stand: Equatable {
  /// One line for each thing that has to be the same after a restart.
  var position: [String] = []

  /// The printed plan of each unwind; `nil` if what is open has changed since, and they with it.
  var plans: [String]? = []
}

extension Stand {
  private static let mark = "plan "

  /// Reads the stand from lines that a child wrote.
  init(lines: some Sequence<String>) {
    let lines = Array(lines)
    position = lines.filter { !$0.hasPrefix(Self.mark) }
    plans = lines.filter { $0.hasPrefix(Self.mark) }
  }

  /// The lines that say it.
  var lines: [String] { position + (plans ?? []) }

  /// The stand of the user.
  @MainActor
  init(of feeder: Feeder) {
    position = feeder.position
    plans = UnwindAction.all.map { action in
      let plan = feeder.plan(for: action).map { "\($0), at \($0.target)" }
      return "\(Self.mark)\(action): \(plan ?? "nobody answers")"
    }
  }

  /// Whether this came back where another was saved; unknown plans are as good as any.
  func isReturn(of saved: Stand?) -> Bool {
    position == saved?.position && (saved?.plans == nil || saved?.plans == plans)
  }
}
