import RestorationCore

/// What the queue of a scene ought to do with one pile of pages: a plain re-telling of the contract,
/// without any of the package's types but outcomes.
struct QueueModel {
  /// What can be asked for.
  indirect enum Command {
    case push(Int)
    case pop
    case show(Int)
    case present(Int)
    case dismissPresented
    case dismiss(Int, follow: Int)
    case follow(Int, thenAsk: [Command])
    case unwind(Int, from: Int)
  }

  /// The tree: pages from the bottom up, which of them is in front, and the sheet over all.
  struct Tree: Equatable {
    var pages = [0]
    var front = 0
    var sheet: Int?
  }

  private enum Waiting {
    case step(Command)
    case dismissal(Int, follow: Int, stood: Bool)
    case unwind(Int, from: Int)
  }

  private struct Running {
    let before: Tree
    var departing: [Int]
    var followers: [Int] = []
    let unwind: (id: Int, step: Int)?
    let ownFollower: Int?
  }

  private struct Follower {
    let text: String
    var outcome: TransitionOutcome
    let isFixed: Bool
    let asks: [Command]
    let isResult: Bool
  }

  private(set) var tree = Tree()

  /// What followed, in order, with how it was told that things ended.
  private(set) var events: [String] = []

  private var waiting: [Waiting] = []
  private var followers: [Follower] = []
  private var running: Running?
  private var isGoingOn = false

  /// Whether a transition is under way.
  var isRunning: Bool { running != nil }

  mutating func ask(_ command: Command) {
    switch command {
    case .dismiss(let sheet, let id):
      if running?.departing.contains(sheet) == true {
        running?.followers.append(id)
      } else if tree.sheet == sheet {
        waiting.append(.dismissal(sheet, follow: id, stood: true))
      } else {
        fixed(id, .nothingToDo)
      }
    case .follow(let id, let asks):
      followers.append(
        Follower(text: "\(id)", outcome: .nothingToDo, isFixed: false, asks: asks, isResult: false)
      )
    case .unwind(let id, let source):
      waiting.append(.unwind(id, from: source))
    default:
      waiting.append(.step(command))
    }
    goOn()
  }

  mutating func end(_ outcome: TransitionOutcome) {
    guard let ended = running else { return }
    running = nil
    if outcome == .cancelled { tree = ended.before }
    for id in ended.followers { fixed(id, outcome) }
    if let id = ended.ownFollower { fixed(id, outcome) }
    if let (id, step) = ended.unwind {
      if outcome == .cancelled { return finishUnwind(id, "interrupted after \(step)", .cancelled) }
      return ended.before.sheet != nil && step == 0
        ? reveal(id, step: 1) : finishUnwind(id, "performed", .finished)
    }
    noteEnd(outcome)
    goOn()
  }

  // MARK: The loop

  private mutating func goOn() {
    guard !isGoingOn else { return }
    isGoingOn = true
    while running == nil {
      if !waiting.isEmpty {
        begin(waiting.removeFirst())
      } else if !followers.isEmpty {
        let follower = followers.removeFirst()
        events.append(follower.isResult ? follower.text : "\(follower.text) \(follower.outcome)")
        for command in follower.asks { ask(command) }
      } else {
        break
      }
    }
    isGoingOn = false
  }

  private mutating func begin(_ entry: Waiting) {
    switch entry {
    case .step(let command):
      change(departing: departing(by: command)) { $0.take(command) }
    case .dismissal(let sheet, let id, let stood):
      guard tree.sheet == sheet else {
        fixed(id, stood ? .finished : .nothingToDo)
        return noteEnd(stood ? .finished : .nothingToDo)
      }
      change(departing: [sheet], follow: id) { $0.take(.dismissPresented) }
    case .unwind(let id, let source):
      // Page 0 answers, and is the last to be its own target.
      guard tree.sheet == source || (source != 0 && tree.pages.contains(source)) else {
        return finishUnwind(id, "notFound", .nothingToDo)
      }
      guard let sheet = tree.sheet else { return reveal(id, step: 0) }
      let before = tree
      tree.sheet = nil
      running = Running(before: before, departing: [sheet], unwind: (id, 0), ownFollower: nil)
    }
  }

  private mutating func change(
    departing: [Int],
    follow: Int? = nil,
    _ body: (inout Tree) -> Bool
  ) {
    let before = tree
    guard body(&tree) else { return noteEnd(.nothingToDo) }
    guard tree.front != before.front || tree.sheet != before.sheet else {
      return noteEnd(.finished)
    }
    running = Running(before: before, departing: departing, unwind: nil, ownFollower: follow)
  }

  private mutating func reveal(_ id: Int, step: Int) {
    let before = tree
    tree.front = 0
    guard tree != before else { return finishUnwind(id, "performed", .finished) }
    running = Running(before: before, departing: [], unwind: (id, step), ownFollower: nil)
  }

  private mutating func finishUnwind(_ id: Int, _ result: String, _ outcome: TransitionOutcome) {
    followers.append(
      Follower(
        text: "\(id) \(result)",
        outcome: .nothingToDo,
        isFixed: false,
        asks: [],
        isResult: true
      )
    )
    noteEnd(outcome)
    goOn()
  }

  private func departing(by command: Command) -> [Int] {
    switch command {
    case .pop: tree.pages.count > 1 ? [tree.pages[tree.pages.count - 1]] : []
    case .present, .dismissPresented: [tree.sheet].compactMap(\.self)
    default: []
    }
  }

  private mutating func noteEnd(_ outcome: TransitionOutcome) {
    guard outcome != .nothingToDo else { return }
    for index in followers.indices
    where !followers[index].isFixed && followers[index].outcome != .cancelled {
      followers[index].outcome = outcome
    }
  }

  private mutating func fixed(_ id: Int, _ outcome: TransitionOutcome) {
    followers.append(
      Follower(text: "\(id)", outcome: outcome, isFixed: true, asks: [], isResult: false)
    )
  }
}

extension QueueModel.Tree {
  /// Carries out a command, unless it is refused.
  fileprivate mutating func take(_ command: QueueModel.Command) -> Bool {
    switch command {
    case .push(let page):
      pages.append(page)
      front = page
    case .pop where pages.count > 1:
      pages.removeLast()
      front = pages[pages.count - 1]
    case .show(let page) where pages.contains(page):
      front = page
    case .present(let page):
      sheet = page
    case .dismissPresented where sheet != nil:
      sheet = nil
    default:
      return false
    }
    return true
  }
}
