import Foundation
import RestorationCore
import RestorationStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A launch of an app that may die of what it restores; it is run in processes of their own.
@MainActor
struct GuardedApp {
  /// What is wrong with the app.
  enum Fault: String {
    case none
    case trapsInDecode
    case trapsInFactory
    case trapsInContainer
    /// It dies of one node, and, where that is missing, of its container.
    case trapsInDecodeAndAtHole
    case hangsInDecode
    case trapsInFinish
    case trapsAfterRestore
    case endsAfterRestore
    case settlesAndTraps
  }

  /// What a launch found.
  struct Finding: Codable, Equatable {
    var outcome: RestorationOutcome
    var paths: [String]
    var names: [String]
    var badText: String?
    var held: [String]
  }

  let session: RestorationSession
  let root = GuardedRow(restorationIdentifier: "root")
  let store: FileStateStore

  init(in folder: URL, fault: Fault = .none, build: String = "1", boot: String? = nil) {
    store = FileStateStore(directory: folder)
    if let boot { store.pretendBoot(boot) }
    var registry = RestorationClassRegistry()
    registry.register(GuardedRow.self, named: "row") { request, _ in
      let row = GuardedRow(restorationIdentifier: request.identifier)
      row.fault = request.identifier == "box" ? fault : .none
      return row
    }
    registry.register(GuardedLeaf.self, named: "leaf") { request, _ in
      let leaf = GuardedLeaf(restorationIdentifier: request.identifier)
      leaf.fault = request.identifier == "bad" ? fault : .none
      if leaf.fault == .trapsInFactory { preconditionFailure("The factory traps.") }
      return leaf
    }
    var configuration = SessionConfiguration()
    configuration.savesAutomatically = false
    configuration.buildIdentifier = build
    session = RestorationSession(store: store, registry: registry, configuration: configuration)
  }

  /// Saves the tree that all launches begin with.
  static func prepare(_ folder: URL, leaves: Int = 0) {
    let app = GuardedApp(in: folder)
    app.session.restore(app.root, in: "main")
    let names = ["a", "bad", "b"] + (0..<leaves).map { "leaf\($0)" }
    let children = names.map { GuardedLeaf(restorationIdentifier: $0) }
    for child in children { child.text = "text of \(child.restorationIdentifier ?? "")" }
    let box = GuardedRow(restorationIdentifier: "box")
    box.items = children
    let other = GuardedLeaf(restorationIdentifier: "c")
    other.text = "text of c"
    app.root.items = [box, other]
    app.session.save()
    app.store.close()
  }

  /// Restores, and dies or tells what it found.
  @discardableResult
  func launch(_ fault: Fault = .none) -> Finding {
    let report = session.restore(root, in: "main")
    if fault == .settlesAndTraps { session.markStable() }
    if fault == .trapsAfterRestore || fault == .settlesAndTraps {
      preconditionFailure("The app traps.")
    }
    if fault == .endsAfterRestore { exit(0) }
    return finding(report)
  }

  func finding(_ report: RestorationReport) -> Finding {
    let box = root.items.first { $0.restorationIdentifier == "box" } as? GuardedRow
    let all = root.items + (box?.items ?? [])
    let bad = all.first { $0.restorationIdentifier == "bad" } as? GuardedLeaf
    return Finding(
      outcome: report.outcome,
      paths: report.diagnostics.filter { $0.reason == .heldBack }
        .map { $0.path?.description ?? "the scene" },
      names: all.compactMap(\.restorationIdentifier),
      badText: bad?.text,
      held: heldPaths
    )
  }

  private var heldPaths: [String] {
    do {
      return try session.heldBack().map(\.path.description)
    } catch {
      return ["\(error)"]
    }
  }
}

/// A container that closes over holes.
final class GuardedRow: RestorableController, RestorableContainer {
  var items: [any Restorable] = []
  var fault = GuardedApp.Fault.none

  func encodeChildren(to encoder: ChildEncoder) { encoder.encode(items) }

  func restoreChildren(from decoder: ChildDecoder) {
    let children = decoder.children() ?? []
    if fault == .trapsInContainer { preconditionFailure("The container traps.") }
    if fault == .trapsInDecodeAndAtHole, children.contains(where: { $0.object == nil }) {
      preconditionFailure("The container traps at a hole.")
    }
    updateChildren { items = children.compactMap(\.object) }
  }
}

/// A node that may be at fault.
final class GuardedLeaf: RestorableController {
  @Restored("text") var text = ""
  var fault = GuardedApp.Fault.none

  override func decodeRestorableState(from decoder: StateDecoder) throws {
    switch fault {
    case .trapsInDecode, .trapsInDecodeAndAtHole: preconditionFailure("The node traps.")
    case .hangsInDecode: KilledByUser.hang()
    default: break
    }
  }

  override func didFinishRestoring() {
    if fault == .trapsInFinish { preconditionFailure("The node traps at the end.") }
  }
}

/// What a user does to a program that does not answer.
enum KilledByUser {
  /// Hangs until the process is killed from another thread.
  static func hang() {
    killSoon(after: 1_000)
    wait()
  }

  /// Waits to be killed, and not for ever.
  static func wait() {
    for _ in 0..<10_000 { usleep(1_000) }
  }

  /// Kills the process from another thread, after some microseconds.
  static func killSoon(after microseconds: UInt32) {
    Thread.detachNewThread {
      usleep(microseconds)
      kill(getpid(), SIGKILL)
    }
  }
}
