import Dispatch
import Foundation
import RestorationCore
import RestorationStore
import Synchronization

/// An app that makes a small save every half millisecond while its store compacts its files.
@MainActor
final class CompactionPace {
  /// How long the slowest one in a hundred saves took, in seconds.
  struct Stall {
    let before: Double
    let during: Double
  }

  /// So many nodes that their archive takes 10 MB.
  private static let nodes = 50_000

  /// How many saves are made after a compaction has ended, and are counted with those during it.
  private static let margin = 20

  private let store: FileStateStore
  private let app: BenchmarkApp<HandwrittenNode>
  private let queue = DispatchQueue(label: "restoration-benchmarks.compaction")
  private var next = 0

  init(in folder: WorkFolder) throws {
    store = FileStateStore(directory: URL(filePath: folder.newPath("store")))
    app = BenchmarkApp(store)
    app.launch(with: Self.nodes)
    try app.saveEverything()
    try store.compact()
  }

  /// Lets most of what is saved be saved anew, and makes paced saves, first without a compaction, then
  /// through one.
  ///
  /// The store would compact by itself a little later; it is told to at a moment that is known.
  func runThroughCompaction() throws -> Stall {
    try changeMost()
    try store.flush()
    usleep(200_000)
    var before: [Double] = []
    for _ in 0..<1_000 { before.append(try saveOne()) }
    var during: [Double] = []
    let compaction = Compaction(of: store, on: queue)
    while try !compaction.hasEnded { during.append(try saveOne()) }
    for _ in 0..<Self.margin { during.append(try saveOne()) }
    // As many of the one as of the other, or their percentiles would not say the same.
    let count = min(before.count, during.count)
    return Stall(
      before: Self.percentile(before.suffix(count)),
      during: Self.percentile(during[...])
    )
  }

  private func saveOne() throws -> Double {
    usleep(500)
    next = (next + 1) % Self.nodes
    return try seconds { try app.saveChange(of: next) }
  }

  /// Changes nine nodes in ten, a thousand in each save.
  private func changeMost() throws {
    for _ in 0..<Self.nodes / 1_000 * 9 / 10 {
      for _ in 0..<1_000 {
        next = (next + 1) % Self.nodes
        app.change(next)
      }
      guard app.session.save().outcome == .saved else {
        throw BenchmarkError("A save that fills the journal failed.")
      }
    }
  }

  /// The value that one in a hundred exceeds, or the largest if there are fewer.
  private static func percentile(_ times: ArraySlice<Double>) -> Double {
    let index = Int((0.99 * Double(times.count)).rounded(.up)) - 1
    return times.sorted()[max(0, index)]
  }
}

/// A compaction that goes on beside the main thread.
private final class Compaction: Sendable {
  private let result = Mutex<Result<Void, any Error>?>(nil)

  init(of store: FileStateStore, on queue: DispatchQueue) {
    queue.async {
      let result = Result { try store.compact() }
      self.result.withLock { $0 = result }
    }
  }

  /// Whether it has ended.
  var hasEnded: Bool {
    get throws {
      guard let result = result.withLock({ $0 }) else { return false }
      try result.get()
      return true
    }
  }
}
