import RestorationCore

/// What may come back: the state that was reported saved last, or the one that was being saved.
struct Expectation {
  private var saved: Stand?
  private var saving: Stand?
  private var ended: Stand?

  /// The last thing that the child said, but that it took keys.
  private(set) var lastEvent: String?

  /// What the child found wrong by itself.
  private(set) var faults: [String] = []

  /// How many unwinds were carried out.
  private(set) var unwinds = 0

  /// Takes in what a child says.
  mutating func note(_ event: Child.Event) {
    if event.name != "took" { lastEvent = event.name }
    switch event.name {
    case "saving": saving = event.stand
    case "saved": saved = saving
    case "ended": ended = event.stand
    case "unwound": unwinds += 1
    case "fault": faults += event.lines
    default: break
    }
  }

  /// Whether a child that was asked to end had saved all that it had.
  var isMet: Bool { ended == nil || ended == saved }

  /// What to say of the stand that came back, or `nil` if it is none of those that may.
  func verdict(on stand: Stand) -> String? {
    guard let saved else {
      return saving == nil || stand.isReturn(of: saving) ? "nothing was saved before" : nil
    }
    if stand.isReturn(of: saved) { return "the state that was saved last came back" }
    return stand.isReturn(of: saving) ? "the state that was being saved came back" : nil
  }

  /// Whether the plans of what was saved are known.
  var hasPlans: Bool { saved?.plans != nil }

  /// Takes what came back as what was saved.
  mutating func accept(_ stand: Stand) {
    saved = stand
    saving = stand
    ended = nil
  }
}

// MARK: - Articles

extension Expectation {
  private static let mark = "  article "

  /// The articles that are open somewhere.
  var articles: [ModelIdentifier] {
    (saved?.position ?? []).compactMap { line in
      guard line.hasPrefix(Self.mark) else { return nil }
      let words = line.dropFirst(Self.mark.count).split(separator: " ")
      return words.first.flatMap { ModelIdentifier(String($0)) }
    }
  }

  /// Expects the screens of an article no more, with all that they present.
  ///
  /// - Returns: How many screens were saved.
  mutating func remove(_ article: ModelIdentifier) -> Int {
    let count = articles.count { $0 == article }
    saved?.remove(article, mark: Self.mark)
    saving?.remove(article, mark: Self.mark)
    return count
  }
}

extension Stand {
  fileprivate mutating func remove(_ article: ModelIdentifier, mark: String) {
    var isRemoved = false
    let kept = position.filter { line in
      if isRemoved, line.hasPrefix("    ") { return false }
      isRemoved = line.hasPrefix("\(mark)\(article) ")
      return !isRemoved
    }
    // Without one of its screens the tree has other plans.
    if kept != position { plans = nil }
    position = kept
  }
}

// MARK: - Showing

extension Expectation {
  /// Prints what was expected beside what came back.
  func printComparison(with stand: Stand) {
    for (name, expected) in [("saved", saved), ("being saved", saving)] {
      print("  - \(name)")
      for line in expected?.lines ?? [] where !stand.lines.contains(line) { print("  - \(line)") }
    }
    print("  + what came back")
    for line in stand.lines where saved?.lines.contains(line) != true { print("  + \(line)") }
  }
}
