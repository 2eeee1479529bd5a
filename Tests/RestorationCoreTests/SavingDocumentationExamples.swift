import Foundation
import Observation
import RestorationCore
import RestorationTestSupport
import Synchronization
import Testing

// The code of the articles stands here so that it is compiled and run.
// `Scripts/check articles` compares the two.

// MARK: - Saving, and what ends a process

@MainActor
func statusLine(of session: RestorationSession) -> String {
  let health = session.health
  if let error = health.lastError { return "Not saved: \(error)" }
  if health.pendingChanges > 0 { return "\(health.pendingChanges) changes are being saved" }
  return health.lastSave.map { "Saved at \($0.formatted(.iso8601))" } ?? "Nothing to save yet"
}

protocol ToolkitLoop: Sendable {
  @MainActor
  func addTimer(after delay: Duration, _ action: @escaping @MainActor () -> Void)

  /// Runs an action in the loop, which is the main thread; it is called from any thread.
  func wake(_ action: @escaping @Sendable () -> Void)
}

struct LoopScheduling: SaveScheduling {
  let loop: any ToolkitLoop

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    loop.addTimer(after: delay, action)
  }

  nonisolated func deliver(_ action: @escaping @MainActor @Sendable () -> Void) {
    loop.wake { MainActor.assumeIsolated(action) }
  }
}

@MainActor
final class SaveWhenIdle {
  private let session: RestorationSession
  private var hasChanges = false

  init(_ session: RestorationSession) {
    self.session = session
    session.configuration.savesAutomatically = false
    session.treeDidChange = { [weak self] _ in self?.hasChanges = true }
  }

  /// Called by the toolkit whenever the user does nothing.
  func userIsIdle() {
    guard hasChanges else { return }
    hasChanges = false
    session.save { [weak self] report in
      if case .failed = report.outcome { self?.hasChanges = true }
    }
  }
}

@MainActor
func takeCommands(
  next: @escaping @Sendable () -> String? = { readLine() },
  perform: (String) -> String
) async {
  let commands = AsyncStream<String> { continuation in
    Thread.detachNewThread {
      while let command = next() { continuation.yield(command) }
      continuation.finish()
    }
  }
  for await command in commands { print(perform(command)) }
}

@MainActor
func restoreItems(of session: RestorationSession) throws -> [(title: String, action: () -> Void)] {
  try session.generations().map { generation in
    let date = generation.scenes.map(\.date).max()?.formatted(.iso8601) ?? "an empty state"
    let title = (generation.name ?? generation.reason).map { "\(date) (\($0))" } ?? date
    return (title, { print(session.restore(generation: generation)) })
  }
}

// MARK: - When an app dies of what it restores

@MainActor
func showWindow(_ session: RestorationSession, draw: () -> Void) {
  draw()
  session.markStable()  // what was restored can be shown; a kill from now on is no fault of it
}

@MainActor
func offerHeldBack(of session: RestorationSession, ask: (String) -> Bool) throws {
  for node in try session.heldBack() where ask("Try to open \(node.path) again?") {
    if let report = try session.bringBack(node) { print(report) }
  }
}

// MARK: - The examples do what the articles say

/// A toolkit's loop that a test turns.
private final class ListedLoop: ToolkitLoop {
  private let actions = Mutex<[@Sendable () -> Void]>([])

  @MainActor
  func addTimer(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    let timer = Noted(action)
    wake { MainActor.assumeIsolated { timer.value() } }
  }

  func wake(_ action: @escaping @Sendable () -> Void) {
    actions.withLock { $0.append(action) }
  }

  func run() {
    let due = actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
    for action in due { action() }
  }
}

@MainActor
@Suite("The code in the articles on saving")
struct SavingDocumentationExamples {
  @Test("The line on the health of a session says what is the matter.")
  func status() {
    let store = RecordingStore()
    let app = TestApp(store)
    let root = Promising(restorationIdentifier: "root")
    #expect(statusLine(of: app.session) == "Nothing to save yet")
    app.session.configuration.now = { Date(timeIntervalSinceReferenceDate: 0) }
    app.restore(root)
    app.save()
    #expect(statusLine(of: app.session) == "Saved at 2001-01-01T00:00:00Z")
    root.text = "a"
    #expect(statusLine(of: app.session) == "1 changes are being saved")
    store.failWrites(with: StateStoreError(.outOfSpace, "No room."))
    app.save()
    #expect(statusLine(of: app.session) == "Not saved: No room.")
  }

  @Test("A loop of a toolkit's own runs the timers and the answers.")
  func loopScheduling() {
    let loop = ListedLoop()
    let store = SlowStore()
    var configuration = SessionConfiguration()
    configuration.scheduling = LoopScheduling(loop: loop)
    let session = RestorationSession(store: store, configuration: configuration)
    let root = RestorableController(restorationIdentifier: "root")
    var outcomes: [SaveReport.Outcome] = []
    session.saveHandler = { outcomes.append($0.outcome) }
    session.restore(root, in: "main")
    loop.run()
    store.answer()
    #expect(outcomes == [] && root.restorationIdentifier == "root")
    loop.run()
    #expect(outcomes == [.saved])
  }

  @Test("An app that saves when its user is idle does so, and at no other time.")
  func idleSaving() {
    let store = RecordingStore()
    let scheduling = ManualScheduling()
    var configuration = SessionConfiguration()
    configuration.scheduling = scheduling
    let session = RestorationSession(store: store, configuration: configuration)
    let idle = SaveWhenIdle(session)
    let root = Promising(restorationIdentifier: "root")
    session.restore(root, in: "main")
    root.text = "a"
    scheduling.run()
    #expect(store.batches.isEmpty)
    for _ in 0..<2 {
      idle.userIsIdle()
      scheduling.run()
    }
    #expect(store.batches.count == 1)
  }

  @Test("Commands that are read on a thread of their own leave the main actor free.")
  func commands() async {
    let lines = Mutex(["a", "b"])
    var taken: [String] = []
    let next: @Sendable () -> String? = { lines.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    await takeCommands(next: next) { line in
      taken.append(line)
      return line
    }
    #expect(taken == ["a", "b"])
  }

  @Test("What can be gone back to, and what is held back, is offered.")
  func offers() throws {
    let app = TestApp(GuardedStore())
    #expect(try restoreItems(of: app.session).isEmpty)
    try offerHeldBack(of: app.session) { _ in true }
    showWindow(app.session) {}
  }
}
